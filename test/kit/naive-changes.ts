import { type Counts, newcombe } from "#domain/reports/intervals.ts";
import type { Fact } from "./facts.ts";

const Z = 1.959963984540054;
const NOT_ENOUGH = { low: null, high: null, significant: null, reason: "not enough data" };

/** The usable answers behind a row, in both periods. */
export type Periods = { before: Fact[]; now: Fact[] };
/** Which answers of a period count how much: 1 or 0 of the brands that they name, say. */
type Part = (fact: Fact) => { part: number; whole: number };

const sum = (numbers: number[]) => numbers.reduce((total, value) => total + value, 0);
const judged = (value: number, low: number, high: number) => ({
  ...{ value, low, high },
  significant: low > 0 || high < 0,
});

/** The answers by prompt and model, of those asked in both periods; undefined with fewer than five a period. */
function strataOf({ before, now }: Periods) {
  const cellOf = ({ prompt_id, model_id }: Fact) => `${prompt_id} ${model_id}`;
  const old = Map.groupBy(before, cellOf);
  const strata = [...Map.groupBy(now, cellOf)].flatMap(([cell, facts]) =>
    old.has(cell) ? [{ before: old.get(cell) ?? [], now: facts }] : [],
  );
  const answers = sum(strata.map((one) => one.before.length + one.now.length));
  if (strata.length === 0 || answers / strata.length / 2 < 5) return undefined;
  return strata.map((one) => ({
    ...one,
    weight: (one.before.length + one.now.length) / answers,
  }));
}

/** The change of the share of answers that `has` something. */
export function naiveShareChange(periods: Periods, has: (fact: Fact) => boolean) {
  const { before, now } = periods;
  if (before.length === 0 || now.length === 0) return { ...NOT_ENOUGH, value: null };
  const share = (facts: Fact[]) => facts.filter(has).length / facts.length;
  const strata = strataOf(periods);
  if (strata) {
    const value = sum(strata.map((one) => one.weight * (share(one.now) - share(one.before))));
    const spread = (facts: Fact[]) => {
      const smooth = (facts.filter(has).length + 0.5) / (facts.length + 1);
      return (smooth * (1 - smooth)) / facts.length;
    };
    const half =
      Z * Math.sqrt(sum(strata.map((s) => s.weight ** 2 * (spread(s.before) + spread(s.now)))));
    return judged(value, value - half, value + half);
  }
  const value = share(now) - share(before);
  if (before.length < 5 || now.length < 5) return { ...NOT_ENOUGH, value };
  const counts: Counts = {
    ...{ before: before.filter(has).length, before_total: before.length },
    ...{ now: now.filter(has).length, now_total: now.length },
  };
  const found = newcombe(counts);
  return found && judged(value, found.low, found.high);
}

/** The change of the share of all mentions that the answers which `has` something make up, deviation by deviation. */
export function naiveVoiceChange(periods: Periods, has: (fact: Fact) => boolean) {
  const part: Part = (fact) => ({
    part: has(fact) ? 1 : 0,
    whole: fact.mentions?.length ?? 0,
  });
  const found = ratioChange(strataOf(periods), part);
  if (found) return found;
  const { before, now } = periods;
  const ratio = (facts: Fact[]) =>
    sum(facts.map((fact) => part(fact).part)) / sum(facts.map((fact) => part(fact).whole));
  const value = ratio(now) - ratio(before);
  const coarse =
    before.length < 5 || now.length < 5
      ? undefined
      : ratioChange([{ ...periods, weight: 1 }], part);
  return coarse ?? { ...NOT_ENOUGH, value: Number.isNaN(value) ? null : value };
}

function ratioChange(strata: ReturnType<typeof strataOf>, part: Part) {
  const [before, now] = (["before", "now"] as const).map((when) => {
    const cells = (strata ?? []).map((one) => ({ ...one, answers: one[when].map(part) }));
    const mean = (name: "part" | "whole") =>
      sum(cells.map((c) => c.weight * (sum(c.answers.map((a) => a[name])) / c.answers.length)));
    const ratio = mean("part") / mean("whole");
    const variances = cells.map(({ answers, weight }) => {
      const off = (answer: { part: number; whole: number }) => answer.part - ratio * answer.whole;
      // Half an answer that names the brand alone, half of one that names another alone.
      const all = [
        ...answers.map((answer) => ({ off: off(answer), times: 1 })),
        { off: off({ part: 1, whole: 1 }), times: 0.5 },
        { off: off({ part: 0, whole: 1 }), times: 0.5 },
      ];
      const times = answers.length + 1;
      const middle = sum(all.map((one) => one.times * one.off)) / times;
      const spread = sum(all.map((one) => one.times * (one.off - middle) ** 2)) / times;
      return weight ** 2 * (spread / answers.length);
    });
    return { ratio, variance: sum(variances) / mean("whole") ** 2 };
  });
  if (!before || !now || Number.isNaN(before.ratio) || Number.isNaN(now.ratio)) return undefined;
  const value = now.ratio - before.ratio;
  const half = Z * Math.sqrt(before.variance + now.variance);
  return judged(value, Math.max(-1, value - half), Math.min(1, value + half));
}
