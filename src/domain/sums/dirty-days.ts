import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, isTransient, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Added, addAnswers } from "./add-sums.ts";
import { markSummed } from "./kept-facts.ts";
import { chooseSources, listWithoutSources } from "./source-days.ts";
import { cellStart, SPAN_MAX, spanStart } from "./spans.ts";
import { placeBrands, sumDays } from "./sum-days.ts";
import { allSums, BUSY_MS, someSums, sumsOfSpan, tryHolding } from "./sum-locks.ts";

/**
 * Answers of a step; the days of one packed row are summed together, however many they have. What takes some seconds where others wait for their
 * turn; else more, because each step sums the longest spans of its days again.
 */
const STEP = { short: 12_000, long: 60_000 } as const;
type Step = keyof typeof STEP;
/** To add an answer to sums costs about as much as to sum so many of a whole day. */
const ADDED_COST = 4;
const ADDED_PER_STEP = 4_000;
const TRIES_MAX = 5;
/** How many steps of a project's long work are done at once: each keeps one processor of the database busy. */
const AT_ONCE = 2;

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
 * committed before the call when it returns, and it waits for none of those that others make meanwhile. Call it after
 * the transaction of a change, never in it.
 */
export async function rebuildDirtyRollups(db: Database, project: Tenant): Promise<number> {
  let last: number | undefined;
  for (let total = 0; ; ) {
    const days = await rebuildRound(db, project);
    total += days ?? 0;
    const dirty = await readDirty(db, project);
    // After a round: it makes days dirty itself that lack sums of sources.
    last ??= Math.max(0, ...dirty.map((day) => day.last));
    const until = last;
    if (!dirty.some(({ since }) => since <= until)) return total;
    if (days === null) await sleep(BUSY_MS);
  }
}

/**
 * A round of a project's long work: steps of some of its spans that have dirty days, at once. Returns how many
 * days were summed, null where someone else is at them.
 */
export async function rebuildRound(db: Database, project: Tenant): Promise<number | null> {
  const days = await listDirtyDays(db, project);
  const spans = new Set(days.map((day) => spanStart(day, SPAN_MAX))).size;
  const steps = Array.from({ length: Math.min(AT_ONCE, spans) }, () =>
    rebuildStep(db, project, "long"),
  );
  const done = (await Promise.all(steps)).filter((step) => step !== null);
  if (done.length === 0 && spans > 0) return null;
  return done.reduce((total, step) => total + step, 0);
}

/** Rebuilds them step by step until a turn is over; then "later", and days may be left. */
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

/**
 * Sums some dirty days of a project in one short transaction and returns how many, null while someone else does. Who
 * comes in between waits without a connection. Days of another span may be summed at the same time.
 */
export async function rebuildStep(
  db: Database,
  project: Tenant,
  step: Step = "short",
): Promise<number | null> {
  assert(!db.isTransaction, "Sums are rebuilt after the transaction of a change, not in it.");
  return db.connection().execute(async (connection) => {
    const rebuild = (work: Parameters<typeof rebuildOnce>[1]) => rebuildOnce(connection, work);
    const done = await tryHolding(connection, someSums(project), async () => {
      const { whole, isAddedFirst } = await readWork(connection, project);
      // Both change days of many spans.
      if (isAddedFirst) return "many";
      if ((await listWithoutSources(connection, project)).length > 0) return "many";
      if (whole.length === 0) return 0;
      // Here and at once: in its snapshot, a step beside would wait for this one to end.
      await placeBrands(connection, project);
      for (const start of new Set(whole.map((day) => spanStart(day, SPAN_MAX)))) {
        const days = await tryHolding(connection, sumsOfSpan(project, start), () =>
          rebuild((trx) => rebuildSome(trx, project, { step, start })),
        );
        if (days) return days;
      }
      return null;
    });
    if (done !== "many") return done;
    return tryHolding(connection, allSums(project), () =>
      rebuild((trx) => rebuildSome(trx, project, { step })),
    );
  });
}

async function rebuildOnce(
  db: Database,
  work: (trx: Database) => Promise<number>,
): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().setIsolationLevel("repeatable read").execute(work);
    } catch (error) {
      if (!isTransient(error) || tries >= TRIES_MAX) throw error;
    }
  }
}

type Part = { step: Step; start?: string };

/**
 * Sums some dirty days, of the longest span from `start` where it is given, as one snapshot shows them; a change that
 * commits meanwhile leaves its days dirty. Where it sums all by itself, days that lack sums of sources become dirty first.
 */
async function rebuildSome(db: Database, project: Tenant, part: Part): Promise<number> {
  if (!part.start) {
    const lacking = await listWithoutSources(db, project);
    await markDirty(db, project, lacking);
    if (lacking.length > 0) return lacking.length;
  }
  const { whole, added } = await chooseWork(db, project, part);
  const grown = [...new Set(added.map(({ day }) => day))];
  const days = [...whole, ...grown];
  if (days.length === 0) return 0;
  await sql`delete from rollup_dirty
    where project_id = ${project.project_id} and day = any(${days}::date[])`.execute(db);
  const sources = await chooseSources(db, project, { whole, added: grown });
  await markSummed(db, project, days, sources.whole.days);
  // Fresh days have no statistics yet; the planner takes them for empty and would loop over all pairs of rows.
  await sql`set local enable_nestloop = off`.execute(db);
  if (added.length > 0) await addAnswers(db, project, added, sources.added);
  if (whole.length > 0) await sumDays(db, project, whole, sources.whole);
  await sql`set local enable_nestloop = on`.execute(db);
  return days.length;
}

/** Of some days of a project those that have sums, and how many answers are in them. */
export async function listSummed(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ day: string; answers: number }>(db)`
    select start as day, sum(answers + no_answer + refused + error) as answers from answer_rollup
    where project_id = ${project_id} and span = 1 and start = any(${days}::date[])
    group by start`;
  return new Map(rows.map(({ day, answers }) => [day, answers]));
}

/** A dirty day: `answers` were added, in runs of their numbers; null: it is to be summed whole. */
type DirtyDay = {
  day: string;
  answers: number | null;
  runs: [first: number, last: number][];
  /** The numbers of its first change and its last: which waits longest has the smallest. */
  since: number;
  last: number;
};

async function readDirty(db: Database, { project_id }: Tenant): Promise<DirtyDay[]> {
  return rowsOf<DirtyDay>(db)`
    select day, case when bool_and(answers is not null) then sum(answers) end as answers,
      json_agg(json_build_array(first_answer, last_answer)) as runs, min(dirty_id) as since,
      max(dirty_id) as last
    from rollup_dirty where project_id = ${project_id} group by day order by day`;
}

/**
 * What is to be done: days to sum whole, those that were never summed first, then as long as they wait, so that days that
 * change again and again keep no other waiting; days of which few answers are new; and whether these wait longer.
 */
async function readWork(
  db: Database,
  project: Tenant,
): Promise<{ whole: string[]; added: DirtyDay[]; isAddedFirst: boolean }> {
  const dirty = await readDirty(db, project);
  const summed = await listSummed(
    db,
    project,
    dirty.map(({ day }) => day),
  );
  const isFew = ({ day, answers }: DirtyDay) =>
    answers !== null && answers * ADDED_COST <= (summed.get(day) ?? 0);
  const waiting = dirty.filter((one) => !isFew(one)).sort((a, b) => a.since - b.since);
  const whole = [
    ...waiting.filter(({ day }) => !summed.has(day)),
    ...waiting.filter(({ day }) => summed.has(day)),
  ];
  const added = dirty.filter(isFew);
  return {
    whole: whole.map(({ day }) => day),
    added,
    isAddedFirst: added.some(({ since }) => since < (whole[0]?.since ?? Infinity)),
  };
}

/**
 * The work of a step: days to sum whole, of one longest span, so that it is summed once for all; or, where few answers of
 * days with sums wait longer, as many of these as are added in a moment. Packed rows of several days are made
 * from the facts of all of them, so none of these may wait with answers that would be counted again.
 */
async function chooseWork(
  db: Database,
  project: Tenant,
  { step, start }: Part,
): Promise<{ whole: string[]; added: Added[] }> {
  const { whole, added, isAddedFirst } = await readWork(db, project);
  if (isAddedFirst && !start) return { whole: [], added: chooseAdded(added) };
  const spanOf = (day: string) => spanStart(day, SPAN_MAX);
  const of = start ?? whole.map(spanOf)[0];
  const near = whole.filter((day) => spanOf(day) === of);
  if (near.length === 0) return { whole: [], added: [] };
  const wanted = new Set(near.map(cellStart));
  const beside = added.map(({ day }) => day).filter((day) => wanted.has(cellStart(day)));
  const waiting = [...near, ...beside];
  const answersOf = await countAnswers(db, project, waiting);
  let answers = 0;
  const chosen = [...Map.groupBy(waiting, cellStart).values()].filter((days, place) => {
    for (const day of days) answers += answersOf.get(day) ?? 0;
    return place === 0 || answers <= STEP[step];
  });
  return { whole: chosen.flat(), added: [] };
}

function chooseAdded(dirty: readonly DirtyDay[]): Added[] {
  const added: Added[] = [];
  let chosen = 0;
  for (const { day, answers, runs } of dirty) {
    chosen += answers ?? 0;
    const last = added.at(-1)?.day ?? day;
    if (chosen > ADDED_PER_STEP && cellStart(day) !== cellStart(last)) break;
    added.push(...runs.map(([first_answer, last_answer]) => ({ day, first_answer, last_answer })));
  }
  return added;
}

async function countAnswers(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ day: string; answers: number }>(db)`
    select day, count(*) as answers from answers
    where project_id = ${project_id} and day = any(${days}::date[]) group by day`;
  return new Map(rows.map(({ day, answers }) => [day, answers]));
}

/** The days of a project whose sums do not match their facts. */
export async function listDirtyDays(db: Database, { project_id }: Tenant): Promise<string[]> {
  const rows = await rowsOf<{ day: string }>(db)`
    select distinct day from rollup_dirty where project_id = ${project_id} order by day`;
  return rows.map(({ day }) => day);
}
