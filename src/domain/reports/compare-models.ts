import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { cellsOfCounts } from "#domain/statistics/cell-sums.ts";
import { changeVerdict } from "#domain/statistics/change-verdict.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { type ChangeValue, judgeTogether, plainChange, testedChange } from "./compare.ts";
import { mean, meanInterval } from "./mean-interval.ts";
import {
  type CitingAnswer,
  type Named,
  type NamedByBoth,
  type Pair,
  type PairedPrompt,
  readCitingAnswers,
  readPairedCiting,
  readPairedMentions,
  readPairedPrompts,
} from "./paired-rows.ts";

type Asked = { scope: DatedScope; pair: Pair };
type Brand = { brand_id: number; name: string; is_own: boolean };
const NOWHERE: Named = { answers: 0, position_sum: 0 };

/** What two models say of each brand to the same prompts on the same days, the own brand first. */
export async function readBrandsOfBoth(db: Database, tenant: Tenant, asked: Asked) {
  const prompts = await readPairedPrompts(db, tenant, asked);
  const mentions = await readPairedMentions(db, tenant, asked);
  const brands = await rowsOf<Brand>(db)`
    select brand_id, name, is_own from brands where project_id = ${tenant.project_id}
    order by is_own desc, name_key, brand_id`;
  const ones = prompts.filter(({ model_id }) => model_id === asked.pair.one);
  const compared = brands.map((brand) => ({
    ...brand,
    numbers: compareBrand(prompts, mentions.get(brand.brand_id) ?? new Map(), asked.pair),
  }));
  judgeTogether(compared.flatMap(({ numbers }) => [numbers.visibility, numbers.position]));
  return {
    prompts: ones.length,
    cells: ones.reduce((sum, { cells }) => sum + cells, 0),
    brands: compared,
  };
}

function compareBrand(prompts: readonly PairedPrompt[], named: NamedByBoth, pair: Pair) {
  const sideOf = (model_id: number) => (model_id === pair.one ? "one" : "other");
  const saidOf = ({ prompt_id, model_id }: PairedPrompt) =>
    named.get(prompt_id)?.[sideOf(model_id)] ?? NOWHERE;
  const cells = cellsOf(prompts, pair, (row) => saidOf(row).answers);
  const places = cellsOf(prompts, pair, (row) => saidOf(row).position_sum);
  const total = sumUp(cells);
  // In the order of prompts, so that equal answers give equal numbers to the last digit.
  const found = prompts.flatMap(({ prompt_id, model_id }) =>
    model_id === pair.one ? (named.get(prompt_id) ?? []) : [],
  );
  const side = (of: keyof Pair, count: number, all: number) => {
    const answers = found.map((both) => both[of]);
    return {
      visibility: all > 0 ? count / all : null,
      visibility_count: count,
      visibility_total: all,
      position: answers.some((some) => some.answers) ? placeOf(answers) : null,
    };
  };
  return {
    one: side("one", total.before, total.before_total),
    other: side("other", total.now, total.now_total),
    visibility: shareChange(cells),
    position: placeChange(places, cells),
    position_prompts: found.filter(({ one, other }) => one.answers && other.answers).length,
  };
}

/** The mean place of a brand where some answers mention it. */
function placeOf(answers: readonly Named[]): number {
  const sum = (name: keyof Named) => answers.reduce((total, some) => total + some[name], 0);
  return sum("position_sum") / sum("answers");
}

/** How often something happened in the answers to a prompt, of the one model and of the other. */
type Counts = { before: number; before_total: number; now: number; now_total: number };

/** How a share differs, each cell of which is a prompt. */
function shareChange(cells: readonly Counts[]): ChangeValue {
  const { before, before_total, now, now_total } = sumUp(cells);
  if (before_total === 0 || now_total === 0) return plainChange(null, null, "not enough data");
  const ratio = { before: before / before_total, now: now / now_total };
  return testedChange(verdictOf(cells, cells), ratio);
}

/** How the mean place differs, of these sums of places in the answers that name it. */
function placeChange(places: readonly Counts[], named: readonly Counts[]): ChangeValue {
  const [sum, count] = [sumUp(places), sumUp(named)];
  if (count.before === 0 || count.now === 0) return plainChange(null, null, "not enough data");
  const ratio = { before: sum.before / count.before, now: sum.now / count.now };
  return testedChange(verdictOf(places, named), ratio);
}

/** What is certain of a difference of ratios: of parts to all answers or, where these are other cells, to what they count. */
function verdictOf(parts: readonly Counts[], wholes: readonly Counts[]) {
  const sums = (name: "before" | "now") => {
    const cells = parts.map((cell) => ({ part: cell[name], answers: cell[`${name}_total`] }));
    const found = cellsOfCounts(cells);
    return wholes === parts
      ? found
      : { ...found, whole: Float64Array.from(wholes, (cell) => cell[name]) };
  };
  return changeVerdict({
    ...{ prompt: Int32Array.from(parts.keys()), prompts: parts.length },
    ...{ before: sums("before"), now: sums("now") },
  });
}

/** Each prompt as a cell: the one model before, the other now. */
function cellsOf(
  prompts: readonly PairedPrompt[],
  { one, other }: Pair,
  countOf: (row: PairedPrompt) => number,
): Counts[] {
  return [...Map.groupBy(prompts, ({ prompt_id }) => prompt_id).values()].flatMap((rows) => {
    const [before, now] = [one, other].map((model) =>
      rows.find(({ model_id }) => model_id === model),
    );
    if (!before || !now) return [];
    const totals = { before_total: before.answers, now_total: now.answers };
    return [{ ...totals, before: countOf(before), now: countOf(now) }];
  });
}

function sumUp(cells: readonly Counts[]): Counts {
  const add = (name: keyof Counts) => cells.reduce((sum, cell) => sum + cell[name], 0);
  return {
    ...{ before: add("before"), before_total: add("before_total") },
    ...{ now: add("now"), now_total: add("now_total") },
  };
}

/** What both cite; null shares where one of them cannot report it. */
export async function readCitedByBoth(db: Database, tenant: Tenant, asked: Asked) {
  const { pair } = asked;
  const rows = await rowsOf<{ model_id: number; supports_cited: boolean }>(db)`
    select model_id, supports_cited from models
    where project_id = ${tenant.project_id} and model_id in (${pair.one}, ${pair.other})`;
  const prompts = await readPairedPrompts(db, tenant, asked);
  const cells = cellsOf(prompts, pair, await readPairedCiting(db, tenant, asked));
  const total = sumUp(cells);
  const canCite = (model: number) =>
    rows.some(({ model_id, supports_cited }) => model_id === model && supports_cited);
  const [isOne, isOther] = [canCite(pair.one), canCite(pair.other)];
  const shareOf = (is: boolean, count: number, all: number) => (is && all > 0 ? count / all : null);
  const citing = isOne && isOther ? shareChange(cells) : plainChange(null, null);
  judgeTogether([citing]);
  return {
    one: {
      answers: total.before_total,
      citing_share: shareOf(isOne, total.before, total.before_total),
    },
    other: { answers: total.now_total, citing_share: shareOf(isOther, total.now, total.now_total) },
    citing,
    overlap: describeOverlap(
      isOne && isOther ? await readCitingAnswers(db, tenant, asked) : [],
      pair,
    ),
  };
}

function describeOverlap(answers: readonly CitingAnswer[], pair: Pair) {
  const { between, within, other_within, pairs } = overlapOf(answers, pair);
  const meanOf = (values: readonly number[]) => (values.length > 0 ? mean(values) : null);
  const found = meanInterval(between);
  return {
    value: meanOf(between),
    low: found ? Math.max(0, found.low) : null,
    high: found ? Math.min(1, found.high) : null,
    pairs,
    one_with_itself: meanOf(within),
    other_with_itself: meanOf(other_within),
  };
}

/**
 * By prompt, how much the cited domains of two answers have in common (Jaccard: shared ones / all of both), on average
 * over pairs of answers: `between` of the two models on the same day, `within` of one model on days that follow each
 * other, which is how far its own answers differ. Pairs in which neither cites count nowhere.
 */
type Overlap = {
  between: number[];
  within: number[];
  other_within: number[];
  pairs: number;
};

function overlapOf(answers: readonly CitingAnswer[], { one, other }: Pair): Overlap {
  const found: Overlap = { between: [], within: [], other_within: [], pairs: 0 };
  for (const asked of Map.groupBy(answers, ({ prompt_id }) => prompt_id).values()) {
    const days = [...Map.groupBy(asked, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
    const of = (model: number) =>
      days.map(([, some]) => some.filter(({ model_id }) => model_id === model));
    const [ones, others] = [of(one), of(other)];
    const next = (list: CitingAnswer[][]) =>
      list.slice(1).flatMap((some, index) => compare(list[index] ?? [], some));
    const between = ones.flatMap((some, index) => compare(some, others[index] ?? []));
    found.pairs += between.length;
    if (between.length > 0) found.between.push(mean(between));
    for (const [list, values] of [
      [found.within, next(ones)],
      [found.other_within, next(others)],
    ] as const) {
      if (values.length > 0) list.push(mean(values));
    }
  }
  return found;
}

/** Each answer of the one list with each of the other. */
function compare(some: readonly CitingAnswer[], more: readonly CitingAnswer[]): number[] {
  return some.flatMap((one) =>
    more.flatMap((other) => {
      const all = new Set([...one.domains, ...other.domains]).size;
      return all === 0 ? [] : [(one.domains.length + other.domains.length - all) / all];
    }),
  );
}
