import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { giveTurn } from "#core/one-moment.ts";
import { differenceAgain } from "#domain/statistics/brand-difference.ts";
import {
  type CellSums,
  type RatioSpread,
  ratioSpread,
  type SharedVariance,
  sharedVariance,
} from "#domain/statistics/cell-sums.ts";
import {
  type CommonCells,
  changeVerdict,
  commonCells,
  DAYS_MIN,
  type Verdict,
} from "#domain/statistics/change-verdict.ts";
import { correlationOfMeans } from "#domain/statistics/dependence.ts";
import {
  independentAnswers,
  type Spread,
  spreadAgain,
  spreadOfQuestions,
} from "#domain/statistics/row-intervals.ts";
import type { Cell } from "#domain/sums/cell-table.ts";
import { type Dimension, TIMES } from "#domain/sums/dimensions.ts";
import type { BrandCells, LoadedCells } from "./brand-cells.ts";
import { Leads, type Said, saidOf } from "./lead-sums.ts";
import {
  baseOf,
  type CellGroup,
  type GroupBase,
  groupOf,
  RATIOS,
  type Ratio,
  type RatioSums,
  Room,
  sumsOf,
} from "./row-sums.ts";

/** How a ratio spreads in a period, and what of the period it is of. */
export type PeriodSpread = {
  /** If the same prompts were asked again; null: too few days to tell. */
  again: Spread | null;
  /** Over other prompts like these; null: too few prompts. */
  questions: Spread | null;
  ratio: number;
  whole: number;
  /** As many independent answers as the whole is of. */
  worth: number;
  /** Units of a cell, and how much a mean over them is worth less for their dependence. */
  units: number;
  dependence: number;
  /** Cells and prompts with answers, and what each answer adds to the whole. */
  cells: number;
  prompts: number;
  each: number;
  /** What days that all prompts share add to the variance. */
  shared: SharedVariance;
};
export type Spreads = Record<Ratio, PeriodSpread | null>;
/** Why nothing is said of a change. */
export const REASONS = [
  "too few prompts",
  "too few days",
  "not enough data",
  "too many answers",
] as const;
export type Reason = (typeof REASONS)[number];
export type Verdicts = Record<Ratio, Verdict | Reason>;

type Period = "now" | "before";
const PERIODS = ["now", "before"] as const;
type Group = CellGroup & {
  base: Record<Period, GroupBase>;
  common: CommonCells;
  dependence: Record<Period, number | null>;
  room: Record<Period, Room>;
  /** Over the brand that rows are held against, once one is. */
  leads: Partial<Record<Period, Leads>>;
};
/** A ratio's sums in a period, how they spread, and what days add to its variance. */
type Part = { cells: CellSums; spread: RatioSpread | null; shared: SharedVariance };
type Row = { brand_id: number } & Record<string, unknown>;
/** What the cells of a row of a report say of its numbers: their spreads in both periods, and what changed. */
export type Statistics = Record<Period, Spreads> & { verdicts: Verdicts };

/** What was found last, by the key of its cells and its row: equal counts say the same again. */
const FOUND = new LRUCache<string, Statistics>({ max: 10_000 });

type Wanted = { ratios?: readonly Ratio[]; over?: number | undefined };

/**
 * The statistics of some rows of a report, each by what it is about but for its time; `ratios`: those that are wanted,
 * nothing is told of the others. `over`: of how much larger they are than those of this brand in the same answers.
 * Equal keys of cells are asked for the same ones.
 */
export async function readStatistics<Of extends Row>(
  cells: BrandCells,
  {
    rows,
    dimensions,
    ratios = RATIOS,
    over,
  }: Wanted & { rows: readonly Of[]; dimensions: readonly Dimension[] },
): Promise<(row: Of) => Statistics> {
  const names = dimensions.filter((name) => !TIMES.includes(name));
  const keyOf = (row: Of) => JSON.stringify([row.brand_id, ...names.map((name) => row[name])]);
  const known = new Map<string, Statistics>();
  // Short: each row looks its own up.
  const prefix = cells.key && hash("sha256", `${cells.key} ${ratios} ${over}`, "base64");
  let computer: Computer | null = null;
  // Brand after brand: what is said of one is read once for all its rows.
  for (const row of rows.toSorted((left, right) => left.brand_id - right.brand_id)) {
    const key = keyOf(row);
    if (known.has(key)) continue;
    const place = prefix && `${prefix} ${key}`;
    let found = place ? FOUND.get(place) : undefined;
    if (!found) {
      computer ??= new Computer(await cells.load(), { ratios, over });
      found = computer.statistics(row);
      if (place) FOUND.set(place, found);
      // A row may be made of thousands of cells: other requests get their turn in between.
      await giveTurn(cells.db);
    }
    known.set(key, found);
  }
  return (row) => known.get(keyOf(row)) as Statistics;
}

class Computer {
  readonly #cells: LoadedCells;
  readonly #ratios: readonly Ratio[];
  readonly #over: number | undefined;
  readonly #said = byPeriod(() => new Map<number, Said>());
  readonly #groups = new Map<readonly Cell[], Group>();

  constructor(cells: LoadedCells, { ratios = RATIOS, over }: Wanted) {
    this.#cells = cells;
    this.#ratios = ratios;
    this.#over = over;
  }

  statistics({ brand_id, ...row }: Row): Statistics {
    const group = this.#groupOf(row);
    const parts = byPeriod((when) => {
      // Nothing is asked of a period that there is not.
      if (group.base[when].units === 0) return null;
      const sums = this.#sumsOf(brand_id, group, when);
      return ofEach((ratio) => {
        if (!this.#ratios.includes(ratio)) return null;
        const { cells, units } = sums[ratio];
        const spread = ratioSpread(cells);
        return { cells, spread, shared: sharedVariance(cells, units, spread) };
      });
    });
    const spreads = byPeriod((when) =>
      ofEach((ratio) => {
        const part = parts[when]?.[ratio];
        return part ? periodSpread(part, group, when) : null;
      }),
    );
    const { apart } = this.#cells;
    const verdicts = verdictsOf(group, { parts, spreads, apart });
    if (this.#over !== undefined && verdicts.visibility === "too few prompts")
      verdicts.visibility = leadAgain(group, parts, apart);
    return { ...spreads, verdicts };
  }

  #sumsOf(brand_id: number, group: Group, when: Period): Record<Ratio, RatioSums> {
    const [period, ratios, over] = [this.#cells.table[when], this.#ratios, this.#over];
    const of = { base: group.base[when], ratios };
    if (over === undefined)
      return sumsOf(period, group, { ...of, brand_id, room: group.room[when] });
    group.leads[when] ??= new Leads(period, group, { ...of, over: this.#saidOf(over, when) });
    return group.leads[when].sumsOf(this.#saidOf(brand_id, when));
  }

  /** What is said of a brand; kept of the one that rows are held against and, as rows come brand after brand, of the last. */
  #saidOf(brand_id: number, when: Period): Said {
    const kept = this.#said[when];
    const known = kept.get(brand_id);
    if (known) return known;
    const last = [...kept.keys()].find((id) => id !== this.#over);
    const said = saidOf(this.#cells.table[when], brand_id, kept.get(last ?? 0));
    if (last !== undefined) kept.delete(last);
    kept.set(brand_id, said);
    return said;
  }

  #groupOf(row: Omit<Row, "brand_id">): Group {
    const cells = this.#cells.cellsOf(row);
    const known = this.#groups.get(cells);
    if (known) return known;
    const { table } = this.#cells;
    const group = groupOf(cells, table.cells.length);
    const base = byPeriod((when) => baseOf(table[when], group));
    const made = {
      ...{ ...group, base },
      common: commonCells(group, [base.before.answers.sum, base.now.answers.sum]),
      dependence: byPeriod((when) => this.#cells.dependence(when, group)),
      room: byPeriod((when) => new Room(cells.length, base[when].model.length, table[when])),
      leads: {},
    };
    this.#groups.set(cells, made);
    return made;
  }
}

type Parts = Record<Period, Record<Ratio, Part | null> | null>;
type Compared = {
  parts: Parts;
  spreads: Record<Period, Spreads>;
  /** Units between the periods. */
  apart: number;
};

function verdictsOf(group: Group, { parts, spreads, apart }: Compared): Verdicts {
  const { now, before } = parts;
  if (!now || !before || Math.min(group.base.now.units, group.base.before.units) < DAYS_MIN) {
    return ofEach(() => "too few days");
  }
  const isSame = haveSameCells(group);
  const [units, dependence] = [byPeriod(unitsOf(group.base)), group.dependence];
  const least = Math.min(dependence.before ?? 0, dependence.now ?? 0);
  const correlation = correlationOfMeans(least, { ...units, apart });
  return ofEach((ratio) => {
    const [fresh, old] = [now[ratio], before[ratio]];
    if (!fresh || !old) return "not enough data";
    const days = { before: old.shared, now: fresh.shared };
    const own = (when: Period, { shared }: Part) => {
      const again = spreads[when][ratio]?.again;
      return again && { ...again, variance: again.variance - shared.variance };
    };
    const [first, second] = [own("before", old), own("now", fresh)];
    const again = isSame && first && second ? { before: first, now: second, correlation } : null;
    return changeVerdict({ ...group, before: old.cells, now: fresh.cells, days, again });
  });
}

/** How a lead of a few prompts changed, by how answers to the same prompts vary. */
function leadAgain(group: Group, { before, now }: Parts, apart: number): Verdict | Reason {
  if (!before?.visibility || !now?.visibility) return "not enough data";
  const cells = { before: before.visibility.cells, now: now.visibility.cells };
  const { dependence } = group;
  return differenceAgain(cells, [...group.common.cells], { dependence, apart });
}

/** Units of a cell, on average. */
const unitsOf = (base: Record<Period, GroupBase>) => (when: Period) =>
  base[when].unitsAsked / base[when].cellsAsked;

/** So much of what was asked must be the same in both periods for one to say how the other spreads. */
const SAME_MIN = 0.9;

function haveSameCells({ base, common }: Group): boolean {
  return PERIODS.every((when) => {
    const { answers, answersAsked } = base[when];
    let same = 0;
    for (const at of common.cells) same += answers.sum[at] ?? 0;
    return same >= SAME_MIN * answersAsked;
  });
}

function byPeriod<Value>(of: (when: Period) => Value): Record<Period, Value> {
  const [now, before] = PERIODS.map(of) as [Value, Value];
  return { now, before };
}

function ofEach<Value>(of: (ratio: Ratio) => Value): Record<Ratio, Value> {
  return Object.fromEntries(RATIOS.map((ratio) => [ratio, of(ratio)])) as Record<Ratio, Value>;
}

function periodSpread(
  { cells, spread, shared }: Part,
  group: Group,
  when: Period,
): PeriodSpread | null {
  if (!spread) return null;
  const { cellsAsked, promptsAsked, answersAsked } = group.base[when];
  const known = group.dependence[when];
  const dependence = known ?? 0;
  const again =
    known === null
      ? null
      : spreadAgain(cells, { dependence, shared: shared.variance, known: spread });
  const { ratio, all: whole } = spread;
  return {
    ...{ again, questions: spreadOfQuestions(cells, group, spread) },
    worth: independentAnswers(spread, dependence),
    ...{ ratio, whole, units: unitsOf(group.base)(when), dependence, shared },
    ...{ cells: cellsAsked, prompts: promptsAsked, each: whole / answersAsked },
  };
}
