import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import { type Database, isTransient, rowsOf } from "#core/database.ts";
import { limitsOf, type Plan } from "#core/plans.ts";
import { estimateAnswer, isNew } from "../budget/answer-price.ts";
import { reserveOf } from "../budget/budget.ts";
import { findRoom, lockCaps, readCosts, sayFull } from "../budget/room.ts";
import { LEASE_SECONDS } from "../capture-task.ts";
import { claimSubmission, openSubmission, type Submission } from "../later/submission-queries.ts";
import { countCaptures } from "../runs/run-queries.ts";
import { mayBeAnswered } from "../task-queries.ts";
import { ASKED_COLUMNS, type ClaimedTask } from "./claimed-task.ts";
import { putBackLost } from "./put-back-lost.ts";
import {
  atOnce,
  countRunning,
  firstQueuedOf,
  isDue,
  mayBeAsked,
  oldestDay,
  putOff,
  restProject,
  type Turn,
  takeTurn,
} from "./turn-queries.ts";

// First half of the advisory lock's key; the project is the second.
const LOCK = 0x6c696d73;

/**
 * Nothing is due before `next`, or another worker was quicker, or one task was settled without asking, or one is to be
 * asked, or one and perhaps more of its model are to be handed over, or a request's answers are to be looked for.
 */
export type Claim =
  | { kind: "idle"; next: Date | null }
  | { kind: "missed" }
  | { kind: "settled"; task: { project_id: number; run_id: number } }
  | { kind: "ask"; task: ClaimedTask }
  | { kind: "hand_over"; task: { project_id: number; run_id: number }; submission: Submission }
  | { kind: "look"; submission: Submission };

type Candidate = Omit<ClaimedTask, "lease" | "submission_id"> & {
  costliest_micros: number;
  plan: Plan;
};

/**
 * Takes what is due of the project whose turn it is: a request to be looked at, or its next task. Projects in which
 * nothing can be done now are passed, and rest.
 */
export async function claimTask(
  context: AccountContext,
  process_id: number | null = null,
): Promise<Claim> {
  for (;;) {
    const now = context.now();
    const turn = await takeTurn(context.db, now);
    if (turn.project_id === null) {
      const { next } = turn;
      return next && next <= now ? { kind: "missed" } : { kind: "idle", next };
    }
    if (context.placement?.away.has(turn.project_id)) {
      await putOff(context.db, turn, now);
      continue;
    }
    const claim = await claimOf(context, turn, process_id);
    if (claim) return claim;
    await restProject(context.db, turn, now);
  }
}

type OwnTurn = Extract<Turn, { project_id: number }>;

/**
 * Takes the next due task of a project, in one transaction: reserves its estimated cost under the project's caps, and
 * leases it for LEASE_SECONDS to a process, if one is named. Null when there is nothing to do.
 */
async function claimOf(
  context: AccountContext,
  turn: OwnTurn,
  process_id: number | null,
): Promise<Claim | null> {
  const asked = { ...turn, now: context.now(), process_id };
  const submission = turn.has_looks && (await claimSubmission(context.db, asked));
  if (submission) return { kind: "look", submission };
  try {
    const failed = turn.has_lost && (await putBackLost(context, turn));
    if (failed) return { kind: "settled", task: failed };
    return await context.db
      .transaction()
      .execute((db) => claimNext({ ...context, db }, turn, process_id));
  } catch (error) {
    if (error instanceof ModelBusy || isTransient(error)) return { kind: "missed" };
    throw error;
  }
}

/** Others claimed questions to the same model at the same time, and it may not be asked more now. */
class ModelBusy extends Error {}

// Locks are taken in one order by all who claim and settle: task, plan, caps, ledger, model.
async function claimNext(
  context: AccountContext,
  turn: OwnTurn,
  process_id: number | null,
): Promise<Claim | null> {
  const { providers, db } = context;
  const now = context.now();
  const candidate = await findCandidate(db, turn, now);
  if (!candidate) return null;
  const skip = async (kind: string, message: string) => {
    await skipTask(db, candidate, { kind, message, now });
    return { kind: "settled", task: candidate } as const;
  };
  const left = await countLeft(db, candidate, now);
  if (left <= 0) {
    const { captures_per_month } = limitsOf(candidate.plan);
    const message = `The plan ${candidate.plan} has room for ${captures_per_month} captures a month.`;
    return skip("plan", message);
  }
  const provider = providers.get(candidate.provider);
  const is_capped = await lockCaps(db, candidate);
  const known = is_capped ? await readCosts(db, candidate) : candidate;
  const typical = estimateAnswer(providers, known)?.usd ?? null;
  const estimate = reserveOf(typical, known.costliest_micros);
  const is_new = isNew(known);
  const wanted = { ...candidate, held_micros: estimate, is_new };
  const room = is_capped ? await findRoom(context, wanted) : "room";
  if (room === "wait") return { kind: "missed" };
  if (room !== "room") return skip("budget", await sayFull(db, room, wanted));
  const lease = await leaseTask(db, candidate, { estimate, now, process_id });
  const later = provider?.engine.later(candidate.parameters);
  const base_url = candidate.base_url ?? provider?.default_base_url;
  if (later && base_url) {
    const opening = { ...known, lease, estimate, base_url, process_id, captures_left: left };
    const submission = await openSubmission(context, opening, later);
    return { kind: "hand_over", task: candidate, submission };
  }
  const task = { ...candidate, attempts: candidate.attempts + 1, lease, submission_id: null };
  return { kind: "ask", task };
}

/**
 * The due task of a project that waited longest, of a day that is not over by a day and a model that is neither paused, saturated nor over its rate; locked.
 * The model is chosen first, so that each is a step into an index, whatever waits for models that may not be asked.
 */
async function findCandidate(
  db: Database,
  { project_id }: OwnTurn,
  now: Date,
): Promise<Candidate | undefined> {
  const rows = await rowsOf<Candidate>(db)`
    with free as materialized (
      select g.project_id, g.model_id, g.base_url, g.parameters, g.refusals, g.api_key, g.costliest_micros, g.price, g.measured, g.listed, m.slug, m.provider, m.requested_model, o.plan,
        ${oldestDay(now)} as oldest_day
      from capture_targets g
      join models m on m.project_id = g.project_id and m.model_id = g.model_id and m.is_active
      join projects r on r.project_id = g.project_id and r.status = 'active'
      join organisations o on o.organisation_id = r.organisation_id
      where g.project_id = ${project_id} and ${mayBeAsked(now)} and ${atOnce(now)} > ${countRunning(now)}
    ), chosen as materialized (
      select f.* from free f
      cross join lateral (${firstQueuedOf(sql`t.run_after`, isDue(now))}) t
      order by t.run_after limit 1
    )
    select ${ASKED_COLUMNS}, f.costliest_micros, f.plan
    from chosen f
    cross join lateral (${firstQueuedOf(sql`t.*`, isDue(now))} for update of t skip locked) t
    join prompts p on p.project_id = t.project_id and p.prompt_id = t.prompt_id`;
  return rows[0];
}

/** How many captures the plan leaves in this month; who claims for the same project waits until this one has. */
async function countLeft(db: Database, task: Candidate, now: Date): Promise<number> {
  const { captures_per_month } = limitsOf(task.plan);
  if (captures_per_month === null) return Number.POSITIVE_INFINITY;
  await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${task.project_id}::integer)`.execute(
    db,
  );
  // Open ones first: one that is answered meanwhile counts twice, never not at all.
  const open = await countOpen(db, task, now);
  return captures_per_month - open - (await countCaptures(db, task, now));
}

/** Questions of a project that other workers have open. */
async function countOpen(db: Database, task: Candidate, now: Date): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`
    select count(*) as count from capture_tasks where project_id = ${task.project_id}
      and ${mayBeAnswered(now)}`;
  return rows[0]?.count ?? 0;
}

async function leaseTask(
  db: Database,
  task: Candidate,
  { estimate, now, process_id }: { estimate: number; now: Date; process_id: number | null },
): Promise<string> {
  const lease = randomUUID();
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  await sql`
    with leased as (
      update capture_tasks set status = 'running', attempts = attempts + 1, worker = ${lease}::uuid,
        lease_until = ${until}, process_id = ${process_id}::integer, reserved_micros = ${estimate}
      where project_id = ${task.project_id} and task_id = ${task.task_id}
      returning project_id, day, model_id, reserved_micros
    )
    insert into capture_ledger (project_id, day, model_id, asked, reserved_micros)
    select project_id, day, model_id, 1, reserved_micros from leased
    on conflict (project_id, day, model_id) do update set asked = capture_ledger.asked + 1,
      reserved_micros = capture_ledger.reserved_micros + excluded.reserved_micros`.execute(db);
  // Those who claim for the same model wait for each other at the ledger, so this sees what the others took.
  const rows = await rowsOf(db)`
    update capture_targets g set next_free_at = case when requests_per_minute is null then next_free_at
      else greatest(next_free_at, ${now}::timestamptz) 
        + make_interval(secs => case when g.slowed_until > ${now} then 120.0 else 60.0 end / requests_per_minute) end
    where g.project_id = ${task.project_id} and g.model_id = ${task.model_id}
      and ${mayBeAsked(now)} and ${atOnce(now)} >= ${countRunning(now)}
    returning 1`;
  if (rows.length === 0) throw new ModelBusy();
  return lease;
}

/** Ends a task without asking it, for a stated reason. */
async function skipTask(
  db: Database,
  task: Candidate,
  { kind, message, now }: { kind: string; message: string; now: Date },
): Promise<void> {
  await sql`
    update capture_tasks set status = 'skipped_budget', error_kind = ${kind}, error = ${message},
      finished_at = ${now}
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(db);
}
