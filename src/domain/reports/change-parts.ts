import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { CellSums } from "#domain/statistics/cell-sums.ts";
import { changeAgain } from "#domain/statistics/change-again.ts";
import type { Untold, Verdict } from "#domain/statistics/change-verdict.ts";
import { standing } from "#domain/statistics/false-discoveries.ts";
import { groupedBy, type LoadedCells, readBrandCells } from "./brand-cells.ts";
import { readPrompts } from "./cell-groups.ts";
import type { ReportQuery } from "./report-query.ts";
import { type Reason, readStatistics } from "./row-statistics.ts";
import { baseOf, type CellGroup, groupOf, Room, sumsOf } from "./row-sums.ts";

/** What a change is split by; the parts of each add up to it. */
export const SPLITS = ["model_id", "country_code", "topic_id", "prompt_id"] as const;
export type Split = (typeof SPLITS)[number];
type Both<Of> = { before: Of; now: Of };

/** A part of a change: of the answers of one model, country, topic or prompt; shares as asked in both periods. */
export type Part = {
  split: Split;
  key: number | string;
  contribution: number;
  low: number | null;
  high: number | null;
  p: number | null;
  significant: boolean | null;
  reason?: Reason | undefined;
  /** What chance was judged by: how prompts differ, or how answers to the same prompts vary. */
  basis: "prompts" | "answers" | null;
  share: Both<number>;
  answers: Both<number>;
};
/** What was asked in one period only. */
type Asked = Record<
  "prompts_added" | "prompts_dropped" | "models_added" | "models_dropped",
  number
>;
export type Parts = {
  /** The shares of all answers of each period; null: there are none. */
  share: Both<number | null>;
  answers: Both<number>;
  /** The change within what was asked in both periods. */
  same: Verdict | Reason;
  asked: Asked;
  parts: Part[];
};

type Cells = Both<CellSums>;

/** How the share of answers that name a brand changed, and in which parts; `query` compares. */
export async function readChangeParts(
  db: Database,
  tenant: Tenant,
  { query: given, brand_id }: { query: ReportQuery; brand_id: number },
): Promise<Parts> {
  const query = { ...given, dimensions: [] };
  const { key, load } = await readBrandCells(db, tenant, query);
  const loaded = await load();
  const whole = await readStatistics(
    { key, db, load: async () => loaded },
    { rows: [{ brand_id }], dimensions: [], ratios: ["visibility"] as const },
  );
  const { table, apart, dependence: dependenceIn } = loaded;
  const group = groupOf(table.cells, table.cells.length);
  const of = (when: "before" | "now") => {
    const base = baseOf(table[when], group);
    const room = new Room(group.cells.length, base.model.length);
    return sumsOf(table[when], group, { base, brand_id, room }).visibility.cells;
  };
  const cells = { before: of("before"), now: of("now") };
  const dependence = { before: dependenceIn("before"), now: dependenceIn("now") };
  const both = Array.from(group.cells.keys()).filter(
    (at) => cells.before.answers[at] && cells.now.answers[at],
  );
  const keys = await keysOf(db, tenant, { query, group });
  const same = whole({ brand_id }).verdicts.visibility;
  const parts: Part[] = [];
  for (const split of SPLITS) {
    const groups = Map.groupBy(both, (at) => keys(split, at));
    // One part is the whole; but of the only prompt its answers may tell what prompts cannot.
    if (groups.size < (split === "prompt_id" ? 1 : 2)) continue;
    const tested = await testParts(db, tenant, {
      query,
      brand_id,
      split,
      keys: [...groups.keys()],
      loaded,
    });
    const weight = weightOf(cells, both);
    const ofSplit = [...groups].map(([key, chosen]): Part => {
      const part = weightOf(cells, chosen) / weight;
      const verdict = same === "too few days" ? same : tested(key);
      const again = isUntold(verdict) && changeAgain(cells, chosen, { dependence, apart });
      const basis = again ? "answers" : "prompts";
      return describe({ cells, chosen, part }, { split, key, basis, verdict: again || verdict });
    });
    const stands = standing(ofSplit.map(({ p }) => p));
    parts.push(...ofSplit.map((one, at) => ({ ...one, significant: stands[at] ?? null })));
  }
  const counted = { before: sumOf(cells.before), now: sumOf(cells.now) };
  return {
    share: { before: counted.before.share, now: counted.now.share },
    answers: { before: counted.before.answers, now: counted.now.answers },
    ...{ same, asked: askedOnce(cells, group), parts },
  };
}

type Tested = (key: number | string) => Verdict | Reason;
const isUntold = (verdict: Verdict | Reason): verdict is Untold =>
  verdict === "too few prompts" || verdict === "not enough data";

type Tests = {
  query: ReportQuery;
  brand_id: number;
  split: Split;
  keys: (number | string)[];
  /** The cells of the whole, in which those of the parts are. */
  loaded: LoadedCells;
};

/** The verdicts of the parts that may have prompts enough, as reports split alike tell them. */
async function testParts(
  db: Database,
  tenant: Tenant,
  { query: given, brand_id, split, keys, loaded }: Tests,
): Promise<Tested> {
  if (split === "prompt_id") return () => "too few prompts";
  const dimensions = [split];
  const query = { ...given, dimensions };
  const rowOf = (key: number | string) => ({ brand_id, [split]: key });
  const { key } = await readBrandCells(db, tenant, query);
  const statisticsOf = await readStatistics(
    { key, db, load: () => groupedBy(db, tenant, query, loaded) },
    { rows: keys.map(rowOf), dimensions, ratios: ["visibility"] as const },
  );
  return (key) => statisticsOf(rowOf(key)).verdicts.visibility;
}

/** By split and number of a cell: which part it is of. */
async function keysOf(
  db: Database,
  tenant: Tenant,
  { query, group }: { query: ReportQuery; group: CellGroup },
): Promise<(split: Split, at: number) => number | string> {
  const prompts = await readPrompts(db, tenant, { ...query, dimensions: [...SPLITS] });
  return (split, at) => {
    const cell = group.cells[at];
    if (split === "model_id" || split === "prompt_id") return cell?.[split] ?? 0;
    return (prompts?.get(cell?.prompt_id ?? 0)?.[split] ?? 0) as number | string;
  };
}

type Chosen = { cells: Cells; chosen: readonly number[]; part: number };
type Told = Pick<Part, "split" | "key"> & { basis: Part["basis"]; verdict: Verdict | Reason };

/** `part`: of the weight of all cells. A verdict that there is not is no certainty, but what was counted is. */
function describe({ cells, chosen, part }: Chosen, { verdict, basis, ...of }: Told): Part {
  const share = { before: 0, now: 0 };
  const answers = { before: 0, now: 0 };
  const all = weightOf(cells, chosen);
  for (const at of chosen) {
    for (const when of ["before", "now"] as const) {
      const { answers: asked, part: named } = cells[when];
      answers[when] += asked[at] ?? 0;
      share[when] += (weightOf(cells, [at]) / all) * ((named[at] ?? 0) / (asked[at] ?? 1));
    }
  }
  const counted = { ...of, share, answers, contribution: part * (share.now - share.before) };
  const unknown = { low: null, high: null, p: null, significant: null };
  if (typeof verdict === "string") return { ...counted, ...unknown, reason: verdict, basis: null };
  const { low, high, p } = verdict;
  return { ...counted, low: part * low, high: part * high, p, significant: null, basis };
}

function weightOf({ before, now }: Cells, chosen: readonly number[]): number {
  return chosen.reduce((sum, at) => sum + (before.answers[at] ?? 0) + (now.answers[at] ?? 0), 0);
}

function sumOf(cells: CellSums): { share: number | null; answers: number } {
  const [answers, part] = [cells.answers, cells.part].map((all) => all.reduce((a, b) => a + b, 0));
  return { share: answers ? (part ?? 0) / answers : null, answers: answers ?? 0 };
}

/** How many prompts and models have answers in one period alone. */
function askedOnce({ before, now }: Cells, { cells }: CellGroup): Asked {
  const idsIn = (period: CellSums, of: "prompt_id" | "model_id") =>
    new Set(cells.flatMap((cell, at) => (period.answers[at] ? [cell[of]] : [])));
  const count = (of: "prompt_id" | "model_id") => {
    const [old, fresh] = [idsIn(before, of), idsIn(now, of)];
    const only = (one: Set<number>, other: Set<number>) => [...one].filter((id) => !other.has(id));
    return { added: only(fresh, old).length, dropped: only(old, fresh).length };
  };
  const [prompts, models] = [count("prompt_id"), count("model_id")];
  return {
    ...{ prompts_added: prompts.added, prompts_dropped: prompts.dropped },
    ...{ models_added: models.added, models_dropped: models.dropped },
  };
}
