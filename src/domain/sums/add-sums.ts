import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { daySums, type Facts, factsOfAnswers } from "./day-sums.ts";
import { columnsOf, SUMS, type SumsTable } from "./measures.ts";
import { isOfSources } from "./source-days.ts";
import { CELL_SPANS, SPANS, spanStart, spanStartOf } from "./spans.ts";
import { insertCells, placeBrands, sumCells, TABLES } from "./sum-days.ts";
import { insertInto, keyOfSums, list } from "./sums-columns.ts";

/** Packed rows of one model and start; with more, one is made of all. */
const PARTS_MAX = 8;

/** Answers that were added to a day, by the run of their numbers; other answers of the run are of other days. */
export type Added = { day: string; first_answer: number; last_answer: number };

/**
 * Adds what some answers sum to to the sums of their days, in every span. Exact: sums of whole numbers grow, and bits of
 * brands are set. The days must have sums, which these answers are not in yet; `withSources`: those that have sums of these.
 */
export async function addAnswers(
  db: Database,
  tenant: Tenant,
  added: readonly Added[],
  withSources: readonly string[],
): Promise<void> {
  const { project_id } = tenant;
  const bits = await placeBrands(db, tenant);
  const facts = factsOfAnswers(project_id, added);
  const ofSources = added.filter(({ day }) => withSources.includes(day));
  for (const table of TABLES) {
    if (!isOfSources(table)) await addSums(db, table, { facts, bits, sign: 1 });
    else if (ofSources.length > 0)
      await addSums(db, table, { facts: factsOfAnswers(project_id, ofSources), bits, sign: 1 });
  }
  for (const span of CELL_SPANS) {
    await insertCells(db, facts, span);
    const starts = [...new Set(added.map(({ day }) => spanStart(day, span)))];
    await sumCells(db, tenant, { span, starts: await listSplit(db, tenant, { span, starts }) });
  }
}

type OfSpan = { span: (typeof CELL_SPANS)[number]; starts: readonly string[] };

/** Of some starts those whose packed cells are in too many parts. */
async function listSplit(
  db: Database,
  { project_id }: Tenant,
  { span, starts }: OfSpan,
): Promise<string[]> {
  const rows = await rowsOf<{ start: string }>(db)`
    select distinct start from cell_rollup
    where project_id = ${project_id} and span = ${span} and start = any(${starts}::date[])
    group by start, model_id having count(*) > ${PARTS_MAX}`;
  return rows.map(({ start }) => start);
}

/** Adds what facts sum to to the rows of a table, or takes it off, in every span. */
export async function addSums(
  db: Database,
  table: SumsTable,
  { facts, bits, sign }: { facts: Facts; bits: number; sign: 1 | -1 },
): Promise<void> {
  const columns = columnsOf(table);
  const key = keyOfSums(table);
  const [, , , ...own] = key;
  const sums: string[] = columns.map((name) => `${sign} * sum(${name})`);
  const grown: string[] = columns.map((name) => `${name} = kept.${name} + excluded.${name}`);
  const named: string[] = ["project_id", "one", "start", ...own, ...columns];
  if ("hasBrands" in SUMS[table]) {
    named.push("brands");
    sums.push("bit_or(brands)");
    grown.push(`brands = kept.brands::bit(${bits}) | excluded.brands::bit(${bits})`);
  }
  await sql`
    ${insertInto(table, "kept")}
    select project_id, span, ${spanStartOf("start", "span")}, ${list(own)}, ${list(sums)}
    from (${daySums(table, facts, bits)}) d (${list(named)})
    cross join unnest(${SPANS}::smallint[]) s (span)
    group by 1, 2, 3, ${list(own)} order by 1, 2, 3, ${list(own)}
    on conflict (${list(key)}) do update set ${list(grown)}`.execute(db);
}
