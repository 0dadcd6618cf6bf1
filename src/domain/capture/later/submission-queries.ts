import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { LaterEngine } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { ASKED_COLUMNS, type ClaimedTask } from "../asking/claimed-task.ts";
import { wakeProject, wakeWaiting } from "../asking/turn-queries.ts";
import { isNew } from "../budget/answer-price.ts";
import { readBudgetUse } from "../budget/budget-queries.ts";
import { LEASE_SECONDS } from "../capture-task.ts";

/** How long a provider may take to show a request that it has accepted. */
export const SETTLE_SECONDS = 30;

/** A request whose answers are fetched later; `ticket` null: it is not known whether it was accepted. */
export type Submission = {
  project_id: number;
  submission_id: number;
  submission_key: string;
  base_url: string;
  ticket: string | null;
  sent_at: string;
  give_up_at: string;
  /** What went wrong when it was looked for last; null: nothing. */
  error: string | null;
};
/** A task that was handed over; not `is_same`: its prompt is no longer the question that was asked. */
export type HandedTask = ClaimedTask & { submission_id: number; is_same: boolean };

type Opening = Omit<ClaimedTask, "submission_id" | "base_url"> & {
  base_url: string;
  estimate: number;
  process_id: number | null;
  captures_left: number;
};

const COLUMNS = sql.raw(
  "s.project_id, s.submission_id, s.submission_key, s.base_url, s.ticket, s.sent_at, s.give_up_at, s.error",
);
/** A hash of how a model m is asked, by its target g. */
const SET_UP = sql.raw("md5(row(m.requested_model, g.base_url, g.parameters, g.api_key)::text)");
const QUESTION = sql.raw("md5(p.text || ':' || p.country_code || ':' || p.language_code)");

/**
 * Writes down that a leased task is going to be handed over, in the transaction of its claim, together with as many more
 * of its model and day as the engine takes in one request and the budget and the plan have room for.
 */
export async function openSubmission(
  context: AccountContext,
  task: Opening,
  { questions_max, give_up_seconds }: LaterEngine,
): Promise<Submission> {
  const { db } = context;
  const now = context.now();
  const { project_id, day, lease, base_url } = task;
  const { room, each_micros } = await roomFor(db, task);
  const more = Math.min(questions_max, task.captures_left, 1 + room) - 1;
  if (more > 0) await leaseMore(db, task, { more, each_micros, now });
  const give_up_at = new Date(now.getTime() + give_up_seconds * 1000);
  const look_at = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const rows = await rowsOf<Submission>(db)`
    insert into capture_submissions as s (project_id, model_id, submission_key, base_url, asked, set_up, sent_at,
      look_at, give_up_at, process_id)
    select t.project_id, t.model_id, ${randomUUID()}::uuid, ${base_url}, jsonb_object_agg(t.task_id, ${QUESTION}),
      (select ${SET_UP} from models m join capture_targets g using (project_id, model_id)
        where m.project_id = ${project_id} and m.model_id = ${task.model_id}), ${now}, ${look_at}, ${give_up_at}, ${task.process_id}::integer
    from capture_tasks t join prompts p using (project_id, prompt_id)
    where t.project_id = ${project_id} and t.model_id = ${task.model_id} and t.day = ${day}
      and t.status = 'running' and t.worker = ${lease}::uuid
    group by t.project_id, t.model_id
    returning ${COLUMNS}`;
  const [submission] = rows;
  if (!submission) throw new Error("A leased task was not found.");
  await sql`
    update capture_tasks set submission_id = ${submission.submission_id}
    where project_id = ${project_id} and model_id = ${task.model_id} and day = ${day}
      and status = 'running' and worker = ${lease}::uuid`.execute(db);
  return submission;
}

// What is set aside for each further question of an assistant that never answered: its price may be wrong by ten times.
const NEW_FACTOR = 5;

/** How many more questions the caps leave room for, and what is set aside for each; the claim has locked them. */
async function roomFor(db: Database, { day, estimate, ...task }: Opening) {
  const use = await readBudgetUse(db, task, { day });
  if (!use || estimate === 0) return { room: Number.POSITIVE_INFINITY, each_micros: estimate };
  const each_micros = isNew(task) ? estimate * NEW_FACTOR : estimate;
  const lefts = [use.daily, use.monthly].map(({ cap, spent, reserved }) => cap - spent - reserved);
  return { room: Math.floor(Math.max(0, Math.min(...lefts)) / each_micros), each_micros };
}

/** Leases what else a model is to be asked on the day, also what is planned for later: one request takes all. */
async function leaseMore(
  db: Database,
  { project_id, model_id, day, lease, process_id }: Opening,
  { more, each_micros, now }: { more: number; each_micros: number; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const { numAffectedRows } = await sql`
    with more as (
      select t.task_id from capture_tasks t join prompts p using (project_id, prompt_id)
      where t.project_id = ${project_id} and t.model_id = ${model_id} and t.day = ${day}
        and t.status = 'queued' and (t.attempts = 0 or t.run_after <= ${now}) and p.status = 'active'
      order by t.run_after limit ${more} for update of t skip locked
    )
    update capture_tasks t set status = 'running', attempts = attempts + 1, worker = ${lease}::uuid,
      lease_until = ${until}, process_id = ${process_id}::integer, reserved_micros = ${each_micros}
    from more where t.project_id = ${project_id} and t.task_id = more.task_id`.execute(db);
  const leased = Number(numAffectedRows ?? 0);
  await sql`
    update capture_ledger set asked = asked + ${leased}::integer,
      reserved_micros = reserved_micros + ${leased * each_micros}
    where project_id = ${project_id} and day = ${day} and model_id = ${model_id}`.execute(db);
}

/** So many requests of a model are looked for at once: where its provider says nothing, others are asked all the same. */
const LOOKS_MAX = 2;

/** Takes the request of a project that is to be looked at first, for LEASE_SECONDS; undefined when none may be. */
export async function claimSubmission(
  db: Database,
  { project_id, now, process_id }: Tenant & { now: Date; process_id: number | null },
): Promise<Submission | undefined> {
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const rows = await rowsOf<Submission>(db)`
    update capture_submissions s set look_at = ${until}, process_id = ${process_id}::integer, looks = looks + 1
    from (select d.project_id, d.submission_id from capture_submissions d
      where d.project_id = ${project_id} and d.look_at <= ${now} and d.model_id <> all(array(
        select w.model_id from capture_submissions w where w.project_id = ${project_id}
          and w.looks > 0 and w.process_id is not null and w.look_at > ${now}
        group by w.model_id having count(*) >= ${LOOKS_MAX}))
      order by d.look_at limit 1 for update of d skip locked) due
    where s.project_id = due.project_id and s.submission_id = due.submission_id
    returning ${COLUMNS}`;
  return rows[0];
}

/** The tasks of a request that wait for its answers. */
export async function listHanded(
  db: Database,
  { project_id, submission_id }: Submission,
): Promise<HandedTask[]> {
  return rowsOf<HandedTask>(db)`
    select ${ASKED_COLUMNS}, '' as lease, t.submission_id, (s.asked ->> t.task_id::text) = ${QUESTION} as is_same,
      f.set_up <> s.set_up as is_former
    from capture_submissions s
    join capture_tasks t on t.project_id = s.project_id and t.submission_id = s.submission_id
      and t.status in ('running', 'submitted')
    join prompts p on p.project_id = t.project_id and p.prompt_id = t.prompt_id
    join (select m.project_id, m.model_id, m.slug, m.provider, m.requested_model, g.base_url, g.parameters, g.refusals,
      g.api_key, g.price, g.measured, g.listed, ${SET_UP} as set_up from models m join capture_targets g using (project_id, model_id)) f
      on f.project_id = t.project_id and f.model_id = t.model_id
    where s.project_id = ${project_id} and s.submission_id = ${submission_id}
    order by t.task_id`;
}

/** Notes that a request was accepted, and when to look for its answers. */
export async function storeTicket(
  db: Database,
  { project_id, submission_id }: Submission,
  { ticket, look_at, now }: { ticket: string; look_at: Date; now: Date },
): Promise<void> {
  await sql`
    update capture_tasks set status = 'submitted', worker = null, lease_until = null, process_id = null
    where project_id = ${project_id} and submission_id = ${submission_id} and status = 'running'`.execute(
    db,
  );
  await sql`
    update capture_submissions set ticket = ${ticket}, look_at = ${look_at}, process_id = null, error = null
    where project_id = ${project_id} and submission_id = ${submission_id}`.execute(db);
  // Its tasks no longer count among those that its model is asked.
  await wakeProject(db, { project_id }, now);
}

/** Puts a request back until it is looked at again; `error`: what went wrong this time. */
export async function lookAgainAt(
  db: Database,
  { project_id, submission_id }: Submission,
  { look_at, error, now }: { look_at: Date; error: string | null; now: Date },
): Promise<void> {
  await sql`
    update capture_submissions set look_at = ${look_at}, process_id = null, error = ${error}::text
    where project_id = ${project_id} and submission_id = ${submission_id}`.execute(db);
  // Another request of its model may be looked for.
  await wakeProject(db, { project_id }, now);
}

/** Forgets a request that nothing waits for any more. */
export async function closeSubmission(
  db: Database,
  { project_id, submission_id }: Submission,
): Promise<void> {
  await sql`
    delete from capture_submissions s
    where s.project_id = ${project_id} and s.submission_id = ${submission_id}
      and not exists (select from capture_tasks t where t.project_id = s.project_id
        and t.submission_id = s.submission_id)`.execute(db);
}

/** Puts back what a request would have asked that was surely not accepted: nothing was spent on it. */
export async function requeueHanded(
  db: Database,
  { project_id, submission_id }: Submission,
  now: Date,
): Promise<void> {
  await sql`
    with freed as (
      select task_id, day, model_id, reserved_micros from capture_tasks
      where project_id = ${project_id} and submission_id = ${submission_id} for update
    ), queued as (
      update capture_tasks t set status = 'queued', run_after = ${now}, reserved_micros = 0, worker = null,
        lease_until = null, process_id = null, submission_id = null
      from freed where t.project_id = ${project_id} and t.task_id = freed.task_id
    )
    update capture_ledger l set reserved_micros = l.reserved_micros - free.micros
    from (select day, model_id, sum(reserved_micros)::bigint as micros from freed group by 1, 2) free
    where l.project_id = ${project_id} and l.day = free.day and l.model_id = free.model_id`.execute(
    db,
  );
  await wakeProject(db, { project_id }, now);
}

/**
 * Ends the leases of processes that have died, so that their questions are asked again and their requests looked for;
 * returns how many questions.
 */
export async function releaseTasks(
  db: Database,
  process_ids: readonly number[],
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update capture_tasks set lease_until = least(lease_until, ${now})
    where status = 'running' and process_id = any(${process_ids}::integer[])`.execute(db);
  // What was under way when the process died may still arrive.
  const settled = new Date(now.getTime() + SETTLE_SECONDS * 1000);
  await sql`
    update capture_submissions set look_at = least(look_at, ${settled})
    where process_id = any(${process_ids}::integer[])`.execute(db);
  await wakeWaiting(db);
  return Number(numAffectedRows ?? 0);
}
