import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { listChanged, putChanged, sumsOfSums, type Work } from "./changed-sums.ts";
import { daySums, type Facts, factsOf } from "./day-sums.ts";
import { SUMS, type SumsTable } from "./measures.ts";
import { packCells } from "./packed-cells.ts";
import { isOfSources, type SourceDays } from "./source-days.ts";
import { CELL_SPANS, SPANS, spanStartOf, spansAround, startsOf } from "./spans.ts";
import { insertInto, ofStarts } from "./sums-columns.ts";

export const TABLES = Object.keys(SUMS) as SumsTable[];

/** Tells the planner how large the tables of sums became. */
export async function refreshSums(db: Database): Promise<void> {
  const names = [...TABLES, "cell"].map((name) => sql.table(`${name}_rollup`));
  await sql`analyze ${sql.join(names)}`.execute(db);
}

/**
 * Rebuilds the sums of some days, for every span; days of a few spans at once are cheapest. Where days have sums and few
 * of these change, no others are written. `sources`: those of the days that are summed with their sources.
 */
export async function sumDays(
  db: Database,
  tenant: Tenant,
  days: readonly string[],
  sources: SourceDays,
) {
  const bits = await placeBrands(db, tenant);
  const models = await listModels(db, tenant);
  const all = { project_id: tenant.project_id, days, models, bits };
  const areSummed = await haveSums(db, all);
  for (const table of TABLES) {
    const work = isOfSources(table) ? { ...all, days: sources.days } : all;
    if (work.days.length === 0) continue;
    const had = areSummed && (!isOfSources(table) || sources.had);
    const rows = had ? await listChanged(db, table, work) : null;
    if (rows) await putChanged(db, table, { work, rows });
    else await sumWhole(db, table, work);
  }
  for (const span of CELL_SPANS) {
    await sumCells(db, tenant, { span, starts: spansAround(days, { span, part: 1 }).starts });
  }
}

/** The numbers of a project's models, and that of all of them. */
async function listModels(db: Database, { project_id }: Tenant): Promise<number[]> {
  const rows = await rowsOf<{ model_id: number }>(db)`
    select model_id from models where project_id = ${project_id}`;
  return [0, ...rows.map(({ model_id }) => model_id)];
}

/** Whether all days had sums before. */
async function haveSums(db: Database, { project_id, days }: Work): Promise<boolean> {
  const rows = await rowsOf<{ days: number }>(db)`
    select count(distinct start) as days from answer_rollup
    where project_id = ${project_id} and span = 1 and start = any(${days}::date[])`;
  return rows[0]?.days === days.length;
}

/** Rebuilds all rows of some days in a table, and those of longer spans that they are part of. */
async function sumWhole(db: Database, table: SumsTable, work: Work): Promise<void> {
  const { days, bits } = work;
  await sql`
    delete from ${sql.table(`${table}_rollup`)}
    where ${ofStarts(table, work, { span: 1, starts: days })}`.execute(db);
  await sql`${insertInto(table)} ${daySums(table, factsOf(work), bits)}`.execute(db);
  for (const [index, span] of SPANS.slice(1).entries()) {
    await sumSpans(db, table, { work, span, part: SPANS[index] ?? 1 });
  }
}

/** Gives every brand of a project its bit; returns how many bits there are. */
export async function placeBrands(db: Database, { project_id }: Tenant): Promise<number> {
  // A statement that reads one table and writes the other needs all servers of a cluster, and waits for any that is away.
  const [{ rows: brands }, { rows: placed }] = await Promise.all([
    sql<{ brand_id: number }>`
      select brand_id from brands where project_id = ${project_id} order by brand_id`.execute(db),
    sql<{ brand_id: number; place: number }>`
      select brand_id, place from rollup_brands where project_id = ${project_id}`.execute(db),
  ]);
  const known = new Set(placed.map(({ brand_id }) => brand_id));
  const used = placed.reduce((most, { place }) => Math.max(most, place + 1), 0);
  const added = brands
    .filter(({ brand_id }) => !known.has(brand_id))
    .map(({ brand_id }, n) => ({ project_id, brand_id, place: used + n }));
  if (added.length > 0) {
    // One that another snapshot has just given its place cannot be seen here: this then fails, and is tried again.
    const insert = db.insertInto("rollup_brands").values(added);
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  }
  return Math.max(1, used + added.length);
}

/** Rebuilds the rows of `span` days around some days from the rows of the next shorter span, `part`. */
async function sumSpans(
  db: Database,
  name: SumsTable,
  { work, span, part }: { work: Work; span: number; part: number },
): Promise<void> {
  const { project_id, days, bits } = work;
  const { starts, parts } = spansAround(days, { span, part });
  const table = sql.table(`${name}_rollup`);
  const key = sql.raw(SUMS[name].key.join(", "));
  await sql`delete from ${table} where ${ofStarts(name, work, { span, starts })}`.execute(db);
  await sql`
    ${insertInto(name)}
    select ${project_id}::integer, ${span}::smallint, ${spanStartOf("start", span)}, ${key}, ${sumsOfSums(name, bits)}
    from ${table}
    where ${ofStarts(name, work, { span: part, starts: parts })}
    group by 3, ${key} order by 3, ${key}`.execute(db);
}

/** Rebuilds the cells of some spans from the facts of all their days. */
export async function sumCells(
  db: Database,
  { project_id }: Tenant,
  { span, starts }: { span: CellSpan; starts: readonly string[] },
): Promise<void> {
  if (starts.length === 0) return;
  await sql`
    delete from cell_rollup where project_id = ${project_id} and span = ${span}
      and start = any(${starts}::date[])`.execute(db);
  const days = starts.flatMap((start) => startsOf(start, addDays(start, span - 1), 1));
  await insertCells(db, factsOf({ project_id, days }), span);
}

type CellSpan = (typeof CELL_SPANS)[number];

/** Adds the packed cells of some facts to what there is of their spans. */
export async function insertCells(db: Database, facts: Facts, span: CellSpan): Promise<void> {
  const { project_id, made, answers, mentions } = facts;
  const key = sql`${spanStartOf("day", span)} as start, day, model_id, prompt_id, sample`;
  const packed = packCells({
    answers: sql`(select ${key} from ${answers} a where status = 'answered')`,
    mentions: sql`(select ${key}, brand_id, position, mention_count, sentiment from ${mentions} m
      where (day, model_id, prompt_id, sample) not in (
        select day, model_id, prompt_id, sample from ${answers} a where status <> 'answered'))`,
    by: ["start"],
  });
  await sql`
    insert into cell_rollup (project_id, span, start, model_id, cells)
    ${made ? sql`with ${made}` : sql``}
    select ${project_id}::integer, ${span}::smallint, start, model_id, cells
    from (${packed}) packed`.execute(db);
}
