import { asShown } from "#domain/words/differences.ts";
import { sayPoints, sayShare } from "#domain/words/say.ts";
import type { ChangeValue } from "./compare.ts";

type Said = {
  brand: { name: string };
  visibility: { before: number | null; now: number | null };
  change: Pick<ChangeValue, "value" | "low" | "high" | "significant" | "reason">;
  asked_otherwise: { value: number | null };
  model_changes: readonly unknown[];
  isLarge: boolean;
};
type Row = { split: string; significant: boolean | null };

const NAMES = { model: "models", country: "countries", topic: "topics", prompt: "prompts" };

/** What is certain of a change and what may be chance, in a few sentences; `rows`: all its parts, also those not shown. */
export function sayChange(said: Said, rows: readonly Row[]): string {
  const { brand, visibility, change, asked_otherwise, model_changes, isLarge } = said;
  const { before, now } = visibility;
  if (before === null || now === null) {
    return `There is nothing to compare: ${now === null ? "no answers in these days" : "no answers in the days before"}.`;
  }
  const sentences = [`${brand.name} went from ${sayShare(before)} to ${sayShare(now)} of answers.`];
  const { low, high, significant, reason } = change;
  const value = change.value && asShown({ value: change.value, significant }, [before, now], 100);
  if (value === null) sentences.push("Nothing was asked in both periods.");
  else if (low === null || high === null) {
    sentences.push(`Of what was asked in both: ${sayPoints(value)}; not tested: ${reason}.`);
  } else {
    const verdict = significant ? "more than chance by itself" : "may be chance";
    const ends = `${sayPoints(low)} to ${sayPoints(high)}`;
    sentences.push(
      `Of what was asked in both: ${sayPoints(value)} (95\u00A0%: ${ends}), ${verdict}.`,
    );
  }
  if (Math.abs(asked_otherwise.value ?? 0) >= 0.0005) {
    const rest = sayPoints(asked_otherwise.value ?? 0);
    sentences.push(`${rest} come from asking other prompts or models, or in other amounts.`);
  }
  const parts = rows.filter(({ split }) => split in NAMES);
  const certain = Object.entries(NAMES).flatMap(([split, name]) => {
    const found = parts.filter((row) => row.split === split && row.significant).length;
    return found > 0
      ? [`${found} ${found === 1 ? name.replace(/ies$/, "y").replace(/s$/, "") : name}`]
      : [];
  });
  const others = parts.every((row) => row.significant) ? "" : "; the other parts may be chance";
  sentences.push(
    certain.length > 0
      ? `More than chance in ${certain.join(", ")}${others}.`
      : "No single part can be told from chance.",
  );
  if (model_changes.length > 0)
    sentences.push("A model itself changed in between: see model_changes.");
  if (isLarge)
    sentences.push("Too many answers to look at sites; filter them, or take fewer days.");
  return sentences.join(" ");
}
