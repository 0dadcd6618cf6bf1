import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { SumsTable } from "./measures.ts";
import { areBehind } from "./sums-behind.ts";

/** Whether a table sums uses of sources: only days of projects with many answers have such sums. */
export const isOfSources = (table: SumsTable): table is "domain" | "url" =>
  table === "domain" || table === "url";

/** Days that are summed with their sources: `had`, whether all of them were before. */
export type SourceDays = { days: readonly string[]; had: boolean };

/**
 * Of some days that are being summed, `whole` or by what was added to them, those that are with their sources: what has
 * such sums keeps them, and of a project with many answers all days that are summed whole get them.
 */
export async function chooseSources(
  db: Database,
  tenant: Tenant,
  { whole, added }: { whole: readonly string[]; added: readonly string[] },
): Promise<{ whole: SourceDays; added: readonly string[] }> {
  const rows = await rowsOf<{ day: string }>(db)`
    select day from rollup_days where project_id = ${tenant.project_id}
      and day = any(${[...whole, ...added]}::date[]) and has_sources`;
  const having = new Set(rows.map(({ day }) => day));
  const had = whole.filter((day) => having.has(day));
  // Nobody counts the answers of a project whose days all have them.
  const days = had.length < whole.length && (await hasMany(db, tenant)) ? whole : had;
  return {
    whole: { days, had: had.length === days.length },
    added: added.filter((day) => having.has(day)),
  };
}

/**
 * The days of a project with many answers that were summed without their sources, when these were few, and do not wait to
 * be summed whole. To be true it is asked while nobody sums.
 */
export async function listWithoutSources(db: Database, tenant: Tenant): Promise<string[]> {
  const rows = await rowsOf<{ day: string }>(db)`
    select s.day from rollup_days s where s.project_id = ${tenant.project_id} and not s.has_sources
      and not exists (select from rollup_dirty d
        where d.project_id = ${tenant.project_id} and d.day = s.day and d.answers is null)`;
  return rows.length > 0 && (await hasMany(db, tenant)) ? rows.map(({ day }) => day) : [];
}

async function hasMany(db: Database, { project_id }: Tenant): Promise<boolean> {
  const from = sql<{ least: number }>`select source_sums_from() as least`;
  const [{ least } = { least: 0 }] = (await from.execute(db)).rows;
  const rows = await rowsOf<{ answers: number }>(db)`
    select count(*) as answers from (
      select from answers where project_id = ${project_id} order by day limit ${least + 1}) few`;
  return (rows[0]?.answers ?? 0) > least;
}

/** What keeps reports over a range of days from sums of sources: days that are summed without them, or are to be summed yet. */
export type SourceSums = "lacking" | "behind" | null;

export async function readSourceSums(
  db: Database,
  tenant: Tenant,
  range: { date_from: string; date_to: string },
): Promise<SourceSums> {
  const rows = await rowsOf<{ sums: SourceSums }>(db)`
    select case when exists (select from rollup_days where project_id = ${tenant.project_id}
      and day between ${range.date_from}::date and ${range.date_to}::date and not has_sources) then 'lacking'
      when ${areBehind(tenant, [range])} then 'behind' end as sums`;
  return rows[0]?.sums ?? null;
}
