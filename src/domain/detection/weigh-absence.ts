import { eachNextSign, eachOwnSign, hashOf } from "./absence-signs.ts";
import weights from "./absence-weights.json" with { type: "json" };

/** The tags of the sentence with the name, and of the one after it; that is seldom read. */
export type Tags = { readonly own: string; readonly next: string };

/** What each sign weighs: more than 0 speaks for absence. A table of hashes, each at the first free place for it. */
const SIZE = 2 ** 17;
type Table = { hashes: Int32Array; weights: Float64Array };
let table: Table | undefined;

function fillTable(): Table {
  const filled = { hashes: new Int32Array(SIZE), weights: new Float64Array(SIZE) };
  for (const [kind, signs] of Object.entries(weights.signs)) {
    for (const [tags, weight] of Object.entries(signs)) {
      const hash = hashOf(kind + tags);
      const place = placeOf(filled, hash);
      filled.hashes[place] = hash;
      filled.weights[place] = weight;
    }
  }
  return filled;
}

/** A negation, a statement of not knowing, a question: without one in either sentence nothing is absent. */
const OWN_CUE = /[NZYUs]|R.*[?DEQR]|[DEQR].*R|\?$/u;
/** What the next sentence must have, where the one with the name has no cue. */
const NEXT_CUE = /[NZYU]|[RQ].*\?$/u;
/**
 * A verdict that ends with the name, a verb or a label before it: what comes next speaks of the bearer, "My pick is Acme.
 * Nothing else is as light.", unless it says that nothing is known or found.
 */
const VERDICT = /^[^O]*(?:[rVE]|[^C]:)[^O]*§/u;
const NEXT_ALONE = /[UY]|[NZ].*[KIMSNZ]|[KIMS].*[NZ]|[RQ].*\?$|^[C,]*[NZ]C*[.]?$/u;
/** A clause of it that praises or blames. */
const OF_WORTH = /[^,;:]*V[^,;:]*[,;:]?/gu;

/** Whether what stands around a name says that it is unknown, not found, not mentioned. */
export function saysAbsent(tags: Tags): boolean {
  if (!OWN_CUE.test(tags.own) && !hasNextCue(tags)) return false;
  table ??= fillTable();
  const filled = table;
  let sum = 0;
  const add = (hash: number) => {
    sum += filled.weights[placeOf(filled, hash)] ?? 0;
  };
  eachOwnSign(tags.own, add);
  if (sum + weights.next_at_most <= 0) return false;
  eachNextSign(tags.next, add);
  return sum > 0;
}

function hasNextCue({ own, next }: Tags): boolean {
  return VERDICT.test(own) ? NEXT_ALONE.test(next.replace(OF_WORTH, "")) : NEXT_CUE.test(next);
}

function placeOf({ hashes }: Table, hash: number): number {
  let place = hash & (SIZE - 1);
  while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) & (SIZE - 1);
  return place;
}
