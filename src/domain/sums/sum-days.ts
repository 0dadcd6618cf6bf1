import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { daySums, type Facts, factsOf, keyOfSums } from "./day-sums.ts";
import { columnsOf, SUMS, type SumsTable } from "./measures.ts";
import { packCells } from "./packed-cells.ts";
import { CELL_SPANS, SPANS, spanStartOf, spansAround, startsOf } from "./spans.ts";

type Sql = RawBuilder<unknown>;
/** Whose sums to make, of which days, and how many bits the brands take. */
type Work = { project_id: number; days: readonly string[]; bits: number };

export const TABLES = Object.keys(SUMS) as SumsTable[];

/** Rebuilds the sums of some days, for every span; days of a few spans at once are cheapest. */
export async function sumDays(db: Database, tenant: Tenant, days: readonly string[]) {
  const bits = await placeBrands(db, tenant);
  const work = { project_id: tenant.project_id, days, bits };
  for (const table of TABLES) {
    await sql`
      delete from ${sql.table(`${table}_rollup`)}
      where project_id = ${work.project_id} and span = 1
        and start = any(${days}::date[])`.execute(db);
  }
  const facts = factsOf(work);
  for (const table of TABLES) {
    await sql`${insertInto(table)} ${daySums(table, facts, bits)}`.execute(db);
  }
  for (const [index, span] of SPANS.slice(1).entries()) {
    await sumSpans(db, work, { span, part: SPANS[index] ?? 1 });
  }
  for (const span of CELL_SPANS) {
    await sumCells(db, tenant, { span, starts: spansAround(days, { span, part: 1 }).starts });
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

/** `insert into` a table of sums all its columns: project, span, start, the key, the sums, the brands. */
export function insertInto(table: SumsTable, as: string = table): Sql {
  const columns = [...keyOfSums(table), ...columnsOf(table)];
  if ("hasBrands" in SUMS[table]) columns.push("brands");
  return sql.raw(`insert into ${table}_rollup as ${as} (${columns.join(", ")})`);
}

/** Rebuilds the rows of `span` days around some days from the rows of the next shorter span, `part`. */
async function sumSpans(
  db: Database,
  work: Work,
  { span, part }: { span: number; part: number },
): Promise<void> {
  const { project_id, days, bits } = work;
  const { starts, parts } = spansAround(days, { span, part });
  const bucket = spanStartOf("start", span);
  for (const name of TABLES) {
    const table = sql.table(`${name}_rollup`);
    const key = sql.raw(SUMS[name].key.join(", "));
    const sums = columnsOf(name).map((column) => `sum(${column})`);
    if ("hasBrands" in SUMS[name]) sums.push(`bit_or(brands::bit(${bits}))`);
    await sql`
      delete from ${table}
      where project_id = ${project_id} and span = ${span}
        and start = any(${starts}::date[])`.execute(db);
    await sql`
      ${insertInto(name)}
      select ${project_id}::integer, ${span}::smallint, ${bucket}, ${key}, ${sql.raw(sums.join(", "))}
      from ${table}
      where project_id = ${project_id} and span = ${part} and start = any(${parts}::date[])
      group by 3, ${key} order by 3, ${key}`.execute(db);
  }
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
