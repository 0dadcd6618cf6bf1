import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, isTransient } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Added, addAnswers } from "./add-sums.ts";
import { SPAN_MAX, spanStart } from "./spans.ts";
import { sumDays } from "./sum-days.ts";

const DAYS_PER_STEP = 64;
/**
 * Answers of a step; a day is summed whole, however many it has. What takes some seconds where others wait for their
 * turn; else more, because each step sums the longest spans of its days again.
 */
const STEP = { short: 12_000, long: 60_000 } as const;
type Step = keyof typeof STEP;
/** To add an answer to sums costs about as much as to sum so many of a whole day. */
const ADDED_COST = 4;
const ADDED_PER_STEP = 4_000;
const TRIES_MAX = 5;
/** How long who wants to sum a project waits before looking again whether someone else still does. */
export const BUSY_MS = 100;
const STEP_WAIT_MS = 5_000;
// First half of the advisory lock's key; the project is the second.
const LOCK = 0x726f6c6c;

/** The projects that have days to sum, at most 1,000: those with the fewest first. */
export async function listDirtyProjects(db: Database): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select project_id from rollup_dirty group by project_id
    order by count(distinct day), min(dirty_id) limit 1000`.execute(db);
  return rows;
}

/** Has the sums of some days rebuilt; call it in the transaction that changes their facts. */
export async function markDirty(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into rollup_dirty (project_id, day)
    select distinct ${project_id}::integer, day from unnest(${days}::date[]) as day`.execute(db);
}

/** Has answers added to the sums of their days that were stored in one statement; the same otherwise. */
export async function markAdded(
  db: Database,
  { project_id }: Tenant,
  answers: readonly { day: string; answer_id: number }[],
): Promise<void> {
  await sql`
    insert into rollup_dirty (project_id, day, first_answer, last_answer, answers)
    select ${project_id}::integer, day, min(answer_id), max(answer_id), count(*)
    from unnest(${answers.map(({ day }) => day)}::date[],
      ${answers.map(({ answer_id }) => answer_id)}::bigint[]) a (day, answer_id)
    group by day`.execute(db);
}

/**
 * Rebuilds the sums of a project's dirty days and returns how many days that were; reports include every change
 * committed before the call when it returns. Call it after the transaction of a change, never in it.
 */
export async function rebuildDirtyRollups(db: Database, project: Tenant): Promise<number> {
  let total = 0;
  for (;;) {
    const days = await rebuildStep(db, project, "long");
    if (days === 0) return total;
    total += days ?? 0;
    if (days === null) await sleep(BUSY_MS);
  }
}

/** The same until a turn is over; then "later", and days may be left. */
export async function rebuildInTurn(
  db: Database,
  project: Tenant,
  isOver: () => boolean,
): Promise<"done" | "later"> {
  for (;;) {
    const days = await rebuildStep(db, project);
    if (days === 0) return "done";
    if (isOver()) return "later";
    if (days === null) await sleep(BUSY_MS);
  }
}

/** Waits until no one else rebuilds the sums of a project; held to the end of the transaction. */
export async function lockRollups(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer)`.execute(db);
}

/** The same if that takes a step's time at most, else false. */
export async function tryLockRollups(db: Database, { project_id }: Tenant): Promise<boolean> {
  for (let waited = 0; waited <= STEP_WAIT_MS; waited += BUSY_MS) {
    const { rows } = await sql<{ is_locked: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer) as is_locked`.execute(
      db,
    );
    if (rows[0]?.is_locked) return true;
    await sleep(BUSY_MS);
  }
  return false;
}

/**
 * Sums some dirty days of a project in one short transaction and returns how many, null while someone else does. Who
 * comes in between waits without a connection. The lock is the session's and comes first, because a transaction's
 * snapshot begins with its first statement.
 */
export async function rebuildStep(
  db: Database,
  project: Tenant,
  step: Step = "short",
): Promise<number | null> {
  assert(!db.isTransaction, "Sums are rebuilt after the transaction of a change, not in it.");
  const key = sql`${LOCK}::integer, ${project.project_id}::integer`;
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_locked: boolean }>`
      select pg_try_advisory_lock(${key}) as is_locked`.execute(connection);
    if (!rows[0]?.is_locked) return null;
    try {
      return await rebuildOnce(connection, project, step);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(async () => {
        // Back in the pool, this connection would keep everyone from rebuilding.
        await sql`select pg_terminate_backend(pg_backend_pid())`
          .execute(connection)
          .catch(() => {});
      });
    }
  });
}

async function rebuildOnce(db: Database, project: Tenant, step: Step): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute((trx) => rebuildSome(trx, project, step));
    } catch (error) {
      if (!isTransient(error) || tries >= TRIES_MAX) throw error;
    }
  }
}

/** Sums some dirty days as one snapshot shows them; a change that commits meanwhile leaves its days dirty. */
async function rebuildSome(db: Database, project: Tenant, step: Step): Promise<number> {
  const { whole, added } = await chooseWork(db, project, step);
  const days = [...whole, ...new Set(added.map(({ day }) => day))];
  if (days.length === 0) return 0;
  await sql`delete from rollup_dirty
    where project_id = ${project.project_id} and day = any(${days}::date[])`.execute(db);
  // Fresh days have no statistics yet; the planner takes them for empty and would loop over all pairs of rows.
  await sql`set local enable_nestloop = off`.execute(db);
  if (added.length > 0) await addAnswers(db, project, added);
  if (whole.length > 0) await sumDays(db, project, whole);
  await sql`set local enable_nestloop = on`.execute(db);
  return days.length;
}

/** Of some days of a project those that have sums, and how many answers are in them. */
export async function listSummed(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; answers: number }>`
    select start as day, sum(answers + no_answer + refused + error) as answers from answer_rollup
    where project_id = ${project_id} and span = 1 and start = any(${days}::date[])
    group by start`.execute(db);
  return new Map(rows.map(({ day, answers }) => [day, answers]));
}

/** A dirty day: `answers` were added, in runs of their numbers; null: it is to be summed whole. */
type DirtyDay = { day: string; answers: number | null; runs: [first: number, last: number][] };

async function readDirty(db: Database, { project_id }: Tenant): Promise<DirtyDay[]> {
  const { rows } = await sql<DirtyDay>`
    select day, case when bool_and(answers is not null) then sum(answers) end as answers,
      json_agg(json_build_array(first_answer, last_answer)) as runs
    from rollup_dirty where project_id = ${project_id} group by day order by day`.execute(db);
  return rows;
}

/**
 * The work of a step: days to sum whole, those that were never summed first, of one longest span, so that it is summed
 * once for all; or, where all that is left is few answers of days with sums, as many of these as are added in a moment.
 */
async function chooseWork(
  db: Database,
  project: Tenant,
  step: Step,
): Promise<{ whole: string[]; added: Added[] }> {
  const dirty = await readDirty(db, project);
  if (dirty.length === 0) return { whole: [], added: [] };
  const days = dirty.map(({ day }) => day);
  const summed = await listSummed(db, project, days);
  const isFew = ({ day, answers }: DirtyDay) =>
    answers !== null && answers * ADDED_COST <= (summed.get(day) ?? 0);
  const whole = dirty.filter((one) => !isFew(one)).map(({ day }) => day);
  if (whole.length === 0) return { whole, added: chooseAdded(dirty) };
  const first = whole.find((day) => !summed.has(day)) ?? whole[0] ?? "";
  const near = whole.filter((day) => spanStart(day, SPAN_MAX) === spanStart(first, SPAN_MAX));
  const ordered = [
    ...near.filter((day) => !summed.has(day)),
    ...near.filter((day) => summed.has(day)),
  ];
  const answersOf = await countAnswers(db, project, ordered);
  let answers = 0;
  const chosen = ordered.slice(0, DAYS_PER_STEP).filter((day) => {
    answers += answersOf.get(day) ?? 0;
    return day === first || answers <= STEP[step];
  });
  return { whole: chosen, added: [] };
}

function chooseAdded(dirty: readonly DirtyDay[]): Added[] {
  const added: Added[] = [];
  let chosen = 0;
  for (const { day, answers, runs } of dirty) {
    chosen += answers ?? 0;
    if (added.length > 0 && chosen > ADDED_PER_STEP) break;
    added.push(...runs.map(([first_answer, last_answer]) => ({ day, first_answer, last_answer })));
  }
  return added;
}

async function countAnswers(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; answers: number }>`
    select day, count(*) as answers from answers
    where project_id = ${project_id} and day = any(${days}::date[]) group by day`.execute(db);
  return new Map(rows.map(({ day, answers }) => [day, answers]));
}

/** The days of a project whose sums do not match their facts. */
export async function listDirtyDays(db: Database, { project_id }: Tenant): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from rollup_dirty where project_id = ${project_id} order by day`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}
