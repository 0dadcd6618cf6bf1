import { asShown, whyUnshown } from "../../words/doubt.ts";
import { percent } from "../../words/numbers.ts";
import type { Explanation } from "./explanation.ts";

export type Summed = Pick<Explanation, "visibility" | "change" | "asked_otherwise">;

/**
 * A change as it is shown: `shown` as on other pages, which is that of all answers where none is tested; `same`, of the same
 * prompts and assistants, and `rest`, of another mix of answers, add up to `all`, the difference of the two shares as these
 * read. Null: not shown.
 */
export function sumOf({ visibility: { before, now }, change }: Summed) {
  if (before === null || now === null || change.value === null || whyUnshown(change)) return null;
  const read = (share: number) => Number.parseFloat(percent(share));
  const all = tenths(read(now) - read(before));
  const { value } = asShown({ value: change.value as number }, [before, now], percent);
  const same = tenths(read(value));
  return { shown: change.low === null ? all : same, same, all, rest: tenths((all - same) * 100) };
}

const tenths = (value: number) => Math.round(value * 10) / 1000;

/** What came or went, or what a larger part of all answers did, of a change that the same prompts do not make; by so much. */
export function sayMix(asked: Explanation["asked_otherwise"], moved: string): string {
  const some = (count: number, one: string, verb: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : `${one}s`} ${verb}`];
  const said = [
    ...some(asked.prompts_added, "prompt", "added"),
    ...some(asked.prompts_dropped, "prompt", "no longer asked"),
    ...some(asked.models_added, "assistant", "added"),
    ...some(asked.models_dropped, "assistant", "no longer asked"),
  ];
  return said.length > 0
    ? `${said.join(", ")}: that alone moved the share by ${moved}.`
    : `Some prompts or assistants have a larger part of all answers than before; that alone moved the share by ${moved}.`;
}
