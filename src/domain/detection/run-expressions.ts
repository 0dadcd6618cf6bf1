import vm from "node:vm";
import type { BrandRules } from "./brand-rules.ts";
import type { Naming } from "./count-mentions.ts";

/** Time that the expressions of a project may take over one answer. */
const TIMEOUT_MS = 50;
const HITS_MAX = 1_000;
const BATCH = 32;

const RUN = `
  out = [];
  for (const text of texts) {
    const hits = [];
    for (const { index, pattern } of patterns) {
      let count = 0;
      pattern.lastIndex = 0;
      for (let m = pattern.exec(text); m; m = pattern.exec(text)) {
        if (m[0] === "") { pattern.lastIndex += 1; continue; }
        hits.push(index, m.index, m.index + m[0].length);
        if (++count >= hits_max) break;
      }
    }
    out.push(hits);
  }
  out;
`;
const script = new vm.Script(RUN);

/** An expression and the brands that have it; made once, so that their list is the same one for all it matches. */
export type Expression = { index: number; pattern: RegExp; brand_ids: readonly number[] };

/** What expressions matched in a text, and whether one was cut short there: it ran out of time or matched too often. */
export type Matched = { patterns: Naming[]; is_cut: boolean };

/** The expressions of some brands, each once. */
export function compileExpressions(brands: readonly BrandRules[]): Expression[] {
  const of_source = Map.groupBy(brands, ({ regex }) => regex);
  return [...of_source].flatMap(([source, having], index) =>
    source === null
      ? []
      : {
          index,
          pattern: new RegExp(source, "giu"),
          brand_ids: having.map(({ brand_id }) => brand_id),
        },
  );
}

/**
 * Runs expressions over cleaned texts; one that takes too long over a text finds nothing there. `onText` hears which one is
 * being read. For worker threads.
 */
export function runExpressions(
  expressions: readonly Expression[],
  texts: readonly string[],
  onText: (index: number) => void = () => {},
): Matched[] {
  if (expressions.length === 0) return texts.map(() => ({ patterns: [], is_cut: false }));
  const matched: Matched[] = [];
  for (let from = 0; from < texts.length; from += BATCH) {
    const some = texts.slice(from, from + BATCH);
    onText(from);
    // One watchdog for a batch; only when it bites is each text (then each pattern) run alone.
    const together = run(expressions, some);
    if (together) matched.push(...together.map((hits) => toMatched(expressions, hits)));
    else
      for (const [index, text] of some.entries()) {
        onText(from + index);
        matched.push(runAlone(expressions, text));
      }
  }
  return matched;
}

function runAlone(expressions: readonly Expression[], text: string): Matched {
  const [together] = run(expressions, [text]) ?? [];
  if (together) return toMatched(expressions, together);
  const each = expressions.map((one) => run([one], [text])?.[0]);
  const found = toMatched(
    expressions,
    each.flatMap((hits) => hits ?? []),
  );
  return { ...found, is_cut: found.is_cut || each.includes(undefined) };
}

/** Per text, the number of the expression, start and end of each match, flat; null when time was up. */
function run(expressions: readonly Expression[], texts: readonly string[]): number[][] | null {
  const patterns = expressions.map(({ index, pattern }) => ({ index, pattern }));
  // The context holds data only: no process, no require, nothing of ours to reach.
  const context = vm.createContext({ texts, patterns, hits_max: HITS_MAX, out: [] });
  try {
    return script.runInContext(context, { timeout: TIMEOUT_MS }) as number[][];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    throw error;
  }
}

function toMatched(expressions: readonly Expression[], hits: readonly number[]): Matched {
  const brands = new Map(expressions.map(({ index, brand_ids }) => [index, brand_ids]));
  const counts = new Map<number, number>();
  const patterns: Naming[] = [];
  for (let at = 0; at < hits.length; at += 3) {
    const [index = 0, start = 0, end = 0] = hits.slice(at, at + 3);
    counts.set(index, (counts.get(index) ?? 0) + 1);
    patterns.push({ start, end, brand_ids: brands.get(index) ?? [] });
  }
  return { patterns, is_cut: [...counts.values()].some((count) => count >= HITS_MAX) };
}
