import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { addSums } from "./add-sums.ts";
import { factsOf } from "./day-sums.ts";
import { listDirtyDays, listSummed, markDirty } from "./dirty-days.ts";
import { markSummed } from "./kept-facts.ts";
import { SPANS, spanStart } from "./spans.ts";
import { tryLockRollups } from "./sum-locks.ts";

/** What one call moves at once; more is summed again, day by day. */
const ANSWERS_MAX = 50_000;
/** The sums that tell topics apart, and the answers behind each of their rows. */
const TABLES = [
  ["answer", "answers + no_answer + refused + error"],
  ["brand", "answers"],
] as const;

export type Move = {
  prompt_ids: readonly number[];
  change: () => Promise<void>;
};

/**
 * Makes a change of some prompts' topics and moves what their answers add to sums to where it belongs now; false, with
 * nothing done, where there are too many or the project is being summed. Exact: sums of whole numbers are taken off and
 * added. Days that are dirty are left to be summed whole. Call it while no answers are stored.
 */
export async function moveSums(db: Database, tenant: Tenant, move: Move): Promise<boolean> {
  const { project_id } = tenant;
  const prompts = sql`project_id = ${project_id}
    and prompt_id = any(${move.prompt_ids}::integer[])`;
  const rows = await rowsOf<{ day: string; answers: number }>(db)`
    select day, count(*) as answers from (
      select day from answers where ${prompts} limit ${ANSWERS_MAX + 1}) theirs
    group by day`;
  const answers = rows.reduce((sum, day) => sum + day.answers, 0);
  if (answers > ANSWERS_MAX || !(await tryLockRollups(db, tenant))) return false;
  const dirty = new Set(await listDirtyDays(db, tenant));
  const clean = rows.map(({ day }) => day).filter((day) => !dirty.has(day));
  const summed = await listSummed(db, tenant, clean);
  // A day that waits for single answers to be added has others that move now: it is summed whole.
  const left = rows.map(({ day }) => day).filter((day) => !summed.has(day));
  await markDirty(db, tenant, left);
  const days = [...summed.keys()];
  const work = { project_id, days, prompt_ids: move.prompt_ids };
  const cells = await rowsOf(db)`
    select distinct country_code, coalesce(topic_id, 0) as topic_id, is_branded from prompts where ${prompts}`;
  const add = async (sign: 1 | -1) => {
    for (const [table] of TABLES) await addSums(db, table, { facts: factsOf(work), bits: 1, sign });
  };
  await add(-1);
  await move.change();
  await add(1);
  await markSummed(db, tenant, days);
  await dropEmpty(db, work, cells);
  return true;
}

type Work = { project_id: number; days: readonly string[]; prompt_ids: readonly number[] };

/** Rows that no answer stands behind any more would not be there had their days been summed again. */
async function dropEmpty(
  db: Database,
  { project_id, days }: Work,
  cells: readonly unknown[],
): Promise<void> {
  const starts = [...new Set(SPANS.flatMap((span) => days.map((day) => spanStart(day, span))))];
  for (const [table, counts] of TABLES) {
    await sql`
      delete from ${sql.table(`${table}_rollup`)} r
      using json_to_recordset(${JSON.stringify(cells)}::json)
        as c (country_code text, topic_id integer, is_branded boolean)
      where r.project_id = ${project_id} and r.span = any(${SPANS}::smallint[])
        and r.start = any(${starts}::date[])
        and r.country_code = c.country_code and r.topic_id = c.topic_id
        and r.is_branded = c.is_branded and ${sql.raw(counts)} = 0`.execute(db);
  }
}
