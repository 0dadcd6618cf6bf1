import type { ProjectScope } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId, encodeModelId } from "#core/id.ts";
import { addDays, type Days } from "#core/period.ts";
import { readActions, showActions } from "#domain/actions/read-actions.ts";
import { readRecalculation } from "#domain/answers/facts/recalculation-queries.ts";
import { findOrOwn, listBeingRead } from "#domain/brands/brand-queries.ts";
import { readProblems } from "#domain/capture/health/read-problems.ts";
import { listRunsOf } from "#domain/capture/runs/run-queries.ts";
import { hasInventedAnswers } from "#domain/models/model-queries.ts";
import { GAP_DAYS } from "#domain/opportunities/gap-scope.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { nameKnown } from "#domain/prompts/known-ids.ts";
import { daysBefore } from "#domain/reports/cell-periods.ts";
import { type Part, readChangeParts } from "#domain/reports/change-parts.ts";
import { plainChange } from "#domain/reports/compare.ts";
import { type BrandReport, readBrandReport } from "#domain/reports/complete-brands.ts";
import { readSlugs } from "#domain/reports/population.ts";
import type { ReportQuery } from "#domain/reports/report-query.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { readMovedSources, SOURCE_ANSWERS_MAX } from "./moved-sources.ts";
import {
  READING,
  sayAction,
  sayChanged,
  sayFew,
  sayPart,
  sayRun,
  sayStanding,
} from "./say-week.ts";
import { WEEK_DAYS, type Week } from "./week.ts";

const BRANDS_MAX = 1000;
const ACTIONS = 3;
const PARTS_MAX = 8;
const CHANGES_MAX = 12;
const SOURCES_MAX = 10;
const MEASURES = ["visibility", "share_of_voice", "position", "sentiment"] as const;

type Asked = {
  query: Pick<ReportQuery, "date_from" | "date_to" | "branded" | "filters" | "rows">;
  now: Date;
};
type Project = Tenant & Pick<ProjectScope, "timezone">;

/**
 * A week of a project against the one before: where the own brand stands, what changed by more than chance, what to do next,
 * and what went wrong with asking.
 */
export async function readWeek(
  db: Database,
  project: Project,
  { query: asked, now }: Asked,
): Promise<Week> {
  const { id } = await findOrOwn(db, project, undefined);
  const query: ReportQuery = {
    ...{ ...asked, dimensions: [], having: [], order_by: [], limit: BRANDS_MAX, offset: 0 },
    compare: "previous_period",
  };
  const { rows, population } = await readBrandReport(db, project, {
    ...query,
    ...(id > 0 && { over: id }),
  });
  const unread = await listBeingRead(db, project);
  // A brand that answers are read for the first time has no rank yet, and is none of those that are ranked.
  const complete = rows.filter(({ row }) => row.mention_count > 0 || !unread.has(row.brand_id));
  const found = ownOf(complete);
  // While answers are read again, those of one week may have been, and those of the other not.
  const isReading = (await readRecalculation(db, project)) !== null;
  const own =
    found && isReading ? { ...found, change: plainChange(found.visibility, null) } : found;
  const previous_total = own?.previous_total ?? 0;
  // All changes of a report are judged together.
  const tested = rows.flatMap(({ change }) => Object.values(change ?? {}));
  const compared = tested.filter(({ p }) => p !== null).length;
  const isCompared = population.answers > 0 && previous_total > 0;
  const isTold = isCompared && !isReading;
  const changes = isTold ? changesOf(complete) : [];
  const brand = complete.find(({ row }) => row.is_own)?.row;
  const parts = isTold && brand ? await readParts(db, project, { query, brand }) : NO_PARTS;
  const isLarge = population.answers + previous_total > SOURCE_ANSWERS_MAX;
  const kept = { name: "sources of a week", scope: bothWeeks(query), also: query };
  const readSources = () => readMovedSources(db, project, query);
  const sources = isCompared && !isLarge ? await keepCounted(db, project, kept, readSources) : [];
  const { date_from, date_to } = query;
  const actions_since = addDays(date_to, 1 - GAP_DAYS);
  return {
    ...{ date_from, date_to, previous: daysBefore(query), actions_since },
    summary: sayStanding(own, population.answers, compared),
    note: isReading ? READING : sayFew(own, population.answers, compared),
    is_quiet: !isReading && changes.length + parts.part_count + sources.length === 0,
    is_simulated: await hasInventedAnswers(db, project),
    ...{ population, own, ...parts },
    ...{ changes: changes.slice(0, CHANGES_MAX), change_count: changes.length },
    ...{ sources: sources.slice(0, SOURCES_MAX), source_count: sources.length },
    actions: own
      ? await nextActions(db, project, { ...asked, date_from: actions_since }, own.brand.name)
      : [],
    runs: await readRuns(db, project, { date_from, date_to }),
    health: await readProblems(db, project, now),
  };
}

/** The days of a week and of the one before. */
const bothWeeks = (query: ReportQuery) => ({ ...query, date_from: daysBefore(query).date_from });

type Complete = BrandReport["rows"];
type BrandRow = Complete[number]["row"];

const showBrand = ({ brand_id, brand_name, is_own }: BrandRow) => ({
  ...{ id: encodeId("brd", brand_id), name: brand_name, is_own },
});

/** How many of some brands are named more often, and one. */
function rankOf(visibility: number | null, rows: readonly { visibility: number | null }[]): number {
  return 1 + rows.filter((row) => (row.visibility ?? 0) > (visibility ?? 0)).length;
}

/** Whether chance may decide which of two brands is named more often. */
function mayBeLevel({ lead }: Complete[number]): boolean {
  const { low = null, high = null } = lead?.visibility ?? {};
  return lead !== null && (low === null || high === null || (low <= 0 && high >= 0));
}

function ownOf(complete: Complete): Week["own"] {
  const found = complete.find(({ row }) => row.is_own);
  if (!found) return null;
  const { row, previous, change } = found;
  const before = complete.flatMap((one) => one.previous ?? []);
  const { visibility, visibility_low, visibility_high, visibility_count, visibility_total } = row;
  const wasAsked = previous !== null && previous.visibility !== null;
  return {
    brand: showBrand(row),
    ...{ visibility, visibility_low, visibility_high, visibility_count, visibility_total },
    rank: rankOf(
      visibility,
      complete.map((one) => one.row),
    ),
    brand_count: complete.length,
    level_count: complete.filter(mayBeLevel).length,
    previous_visibility: previous?.visibility ?? null,
    previous_count: previous?.visibility_count ?? 0,
    previous_total: previous?.visibility_total ?? 0,
    previous_rank: wasAsked ? rankOf(previous.visibility, before) : null,
    change: change?.visibility ?? plainChange(visibility, null),
  };
}

/** What changed of brands by more than chance: the own one first, in the order of measures, then what is least likely to be chance. */
function changesOf(complete: Complete): Week["changes"] {
  const found = complete.flatMap(({ row, previous, change }) =>
    MEASURES.flatMap((measure) => {
      const one = change?.[measure];
      if (!one?.significant || !previous) return [];
      const changed = {
        ...{ brand: showBrand(row), measure, change: one },
        ...{ now: row[measure], before: previous[measure] },
      };
      const counts = { now_count: row.visibility_count, before_count: previous.visibility_count };
      return [{ ...changed, ...counts, text: sayChanged(changed) }];
    }),
  );
  return found.toSorted((a, b) => {
    const [mine, other] = [a.brand.is_own, b.brand.is_own];
    return mine || other ? Number(other) - Number(mine) : (a.change.p ?? 1) - (b.change.p ?? 1);
  });
}

const SPLITS = {
  model_id: "model",
  country_code: "country",
  topic_id: "topic",
  prompt_id: "prompt",
} as const;

const NO_PARTS = { parts: [], part_count: 0 };

/** The assistants, topics, prompts and countries in which the own brand's visibility changed by more than chance. */
async function readParts(
  db: Database,
  project: Project,
  { query, brand }: { query: ReportQuery; brand: { brand_id: number; brand_name: string } },
): Promise<Pick<Week, "parts" | "part_count">> {
  const asked = { query, brand_id: brand.brand_id };
  const kept = { name: "parts of a week", scope: bothWeeks(query), also: asked };
  const { parts } = await keepCounted(db, project, kept, () => readChangeParts(db, project, asked));
  const certain = parts
    .filter(({ significant }) => significant)
    .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  const slugs = await readSlugs(db, project, { ...query, dimensions: ["model_id"] });
  const named = certain.slice(0, PARTS_MAX).map((part) => ({ part, ...keyOf(part, slugs) }));
  const ids = named.flatMap(({ id }) => id ?? []);
  const names = await nameKnown(db, project, ids);
  const told = named.map(({ part, id, ...key }) => {
    const name = id === null ? (key.country_code ?? "no topic") : (names.get(id) ?? "");
    const { now, before } = part.share;
    const one = { split: SPLITS[part.split], ...key, name, now, before };
    return { ...one, text: sayPart(one, brand.brand_name) };
  });
  return { parts: told, part_count: certain.length };
}

const NO_KEY = { model_id: null, country_code: null, topic_id: null, prompt_id: null };

/** What a part is of, and the id that it has a name by. */
function keyOf({ split, key }: Part, slugs: ReadonlyMap<number, string>) {
  const number = Number(key);
  switch (split) {
    case "model_id": {
      const slug = slugs.get(number) ?? "gone";
      return { ...NO_KEY, model_id: slug, id: encodeModelId(slug) };
    }
    case "country_code":
      return { ...NO_KEY, country_code: String(key), id: null };
    case "topic_id": {
      const id = number ? encodeId("top", number) : null;
      return { ...NO_KEY, topic_id: id, id };
    }
    case "prompt_id":
      return { ...NO_KEY, prompt_id: number, id: encodeId("prm", number) };
  }
}

/** The open actions that win most answers at least. */
async function nextActions(
  db: Database,
  project: Project,
  scope: Asked["query"],
  own: string,
): Promise<Week["actions"]> {
  const open = (await readActions(db, project, scope)).filter(
    ({ decided, lead }) => decided.status === "open" && lead !== null,
  );
  const shown = await showActions(db, project, open.slice(0, ACTIONS));
  return shown.map((action) => ({
    ...{ action_key: action.action_key, kind: action.kind, prize: action.prize ?? 0 },
    text: sayAction(action, own),
  }));
}

/** How asking went, and which runs did not get every answer. */
async function readRuns(db: Database, project: Project, days: Days): Promise<Week["runs"]> {
  const runs = await listRunsOf(db, project, { ...days, limit: WEEK_DAYS });
  const sum = (of: "planned" | "done" | "failed" | "asked_again" | "skipped_budget") =>
    runs.reduce((total, run) => total + run[of], 0);
  return {
    // What was asked again is another question, which it counts as.
    ...{ planned: sum("planned") - sum("asked_again"), done: sum("done") },
    ...{ failed: sum("failed") - sum("asked_again"), skipped_budget: sum("skipped_budget") },
    troubled: runs.flatMap((run) => {
      const text = sayRun(run);
      return text === null ? [] : [{ run_id: run.id, day: run.day, text }];
    }),
  };
}
