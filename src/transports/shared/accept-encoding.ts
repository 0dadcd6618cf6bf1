/**
 * The encoding that a client likes best, of `offered` the earlier one where it likes several alike; "identity" where it
 * takes none, or none rather. What it weighs with 0 it does not take.
 */
export function acceptedEncoding<Encoding extends string>(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | "identity" {
  const weights = new Map((header ?? "").split(",").map(readWeight));
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  let best: Encoding | "identity" = "identity";
  let best_weight = weights.get("identity") ?? 0;
  for (const name of offered.toReversed()) {
    const weight = weightOf(name);
    if (weight === 0 || weight < best_weight) continue;
    best = name;
    best_weight = weight;
  }
  return best;
}

function readWeight(entry: string): [name: string, weight: number] {
  const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  const weight = Number(given ?? 1);
  return [name, Number.isNaN(weight) ? 0 : weight];
}
