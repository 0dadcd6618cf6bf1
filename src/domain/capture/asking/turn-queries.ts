import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

// A project whose due questions are all locked by others is looked at again so soon.
const REST_MS = 50;
// One whose provider is being looked at for as many requests as may be; whoever ends a look wakes it.
const LOOKS_REST_MS = 1_000;
// One whose server of a cluster does not answer, so soon.
const AWAY_MS = 5_000;

/** Whose turn it is, or, where nobody's has come that others do not take just now, when the next one comes. */
export type Turn =
  | { project_id: number; has_looks: boolean; has_lost: boolean }
  | { project_id: null; next: Date | null };

/**
 * Takes the turn of the project that waited longest, in one short statement that no disk is waited for: a turn that is
 * forgotten is taken again. The project goes behind all others that wait.
 * `has_looks`: answers may be there to be fetched; `has_lost`: a lease ran out.
 */
export async function takeTurn(db: Database, now: Date): Promise<Turn> {
  const rows = await rowsOf<{
    project_id: number | null;
    next: string | null;
    has_looks: boolean;
    has_lost: boolean;
  }>(db)`
    with due as (
      select project_id from capture_turns where turn_at <= ${now} order by turn_at limit 1
      for update skip locked
    ), taken as (
      update capture_turns w set turn_at = ${now} from due
      where w.project_id = due.project_id and set_config('synchronous_commit', 'off', true) = 'off'
      returning w.project_id
    )
    select t.project_id, case when t.project_id is null then
        (select nullif(min(turn_at), 'infinity') from capture_turns) end as next,
      exists (select from capture_submissions s where s.project_id = t.project_id
        and s.look_at <= ${now}) as has_looks,
      exists (select from capture_tasks k where k.project_id = t.project_id and k.status = 'running'
        and k.lease_until <= ${now} and k.submission_id is null) as has_lost
    from (select) nobody left join taken t on true`;
  const { project_id = null, next, has_looks = false, has_lost = false } = rows[0] ?? {};
  if (project_id !== null) return { project_id, has_looks, has_lost };
  return { project_id, next: next ? new Date(next) : null };
}

/**
 * Lets a project in which nothing can be done now rest until something can: a question is due, its model may be asked
 * again, a lease runs out, an answer may be there. Whoever changes any of that afterwards calls `wakeProject`.
 */
export async function restProject(db: Database, { project_id }: Tenant, now: Date): Promise<void> {
  await db.transaction().execute(async (inner) => {
    // Before it is read: who ends a question now waits for this, who ended one before is seen.
    await sql`select from capture_turns where project_id = ${project_id} for update`.execute(inner);
    const soonest = new Date(now.getTime() + REST_MS);
    const later = new Date(now.getTime() + LOOKS_REST_MS);
    await sql`
      with target as materialized (
        select g.project_id, g.model_id, ${atOnce(now)} > ${countRunning(now)} as has_room,
          greatest(g.paused_until, g.next_free_at) as free_at, ${oldestDay(now)} as oldest_day
        from capture_targets g
        join models m on m.project_id = g.project_id and m.model_id = g.model_id and m.is_active
        join projects r on r.project_id = g.project_id and r.status = 'active'
        where g.project_id = ${project_id}
      ), coming (at) as (
        select greatest(w.at, f.free_at) from target f
        cross join lateral (${firstQueuedOf(sql`t.run_after as at`, isQueued)}) w where f.has_room
        union all select min(lease_until) from capture_tasks where project_id = ${project_id}
          and status = 'running' and (lease_until > ${now} or submission_id is null)
        union all select min(case when look_at > ${now} then look_at else ${later}::timestamptz end)
          from capture_submissions where project_id = ${project_id}
      )
      update capture_turns set turn_at = greatest(${soonest}::timestamptz,
        coalesce((select min(at) from coming), 'infinity'))
      where project_id = ${project_id}`.execute(inner);
  });
}

/** Asks nothing for a project for some seconds: its server does not answer, and what is answered could not be stored. */
export async function putOff(db: Database, { project_id }: Tenant, now: Date): Promise<void> {
  const turn_at = new Date(now.getTime() + AWAY_MS);
  await sql`update capture_turns set turn_at = ${turn_at} where project_id = ${project_id}`.execute(
    db,
  );
}

/**
 * Has a project looked at by `at` at the latest, because something became due, or a model free, by then. Last in its
 * transaction: who waits for this row holds what others wait for.
 */
export async function wakeProject(
  db: Database,
  { project_id }: Tenant,
  at: Date | RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into capture_turns as w (project_id, turn_at)
    select project_id, ${at}::timestamptz from projects where project_id = ${project_id}
    on conflict (project_id) do update set turn_at = least(w.turn_at, excluded.turn_at)`.execute(
    db,
  );
}

/** When the first queued question of a project is due, for `wakeProject`. */
export const firstQueued = ({ project_id }: Tenant) =>
  sql`coalesce((select min(run_after) from capture_tasks
    where project_id = ${project_id} and status = 'queued'), 'infinity')`;

/** Has every project looked at in which a question or an answer is due, whoever forgot to: a row lost or changed by hand. */
export async function wakeWaiting(db: Database): Promise<void> {
  await sql`
    insert into capture_turns as w (project_id, turn_at)
    select project_id, min(at) from (
      select project_id, min(run_after) as at from capture_tasks where status = 'queued' group by 1
      union all select project_id, min(lease_until) from capture_tasks
        where status = 'running' and submission_id is null group by 1
      union all select project_id, min(look_at) from capture_submissions group by 1
    ) waiting
    where not exists (select from capture_turns c
      where c.project_id = waiting.project_id and c.turn_at <= waiting.at)
    group by 1 order by 1
    on conflict (project_id) do update set turn_at = least(w.turn_at, excluded.turn_at)`.execute(
    db,
  );
}

/** A model g that is neither paused nor over its rate. */
export const mayBeAsked = (now: Date) =>
  sql`(g.paused_until is null or g.paused_until <= ${now}) and g.next_free_at <= ${now}`;
/** The oldest day of a project r of which questions are still asked; the plan ends those of days before. */
export const oldestDay = (now: Date) =>
  sql`((${now}::timestamptz at time zone r.timezone)::date - 1)`;
/** How many questions a model g may be asked at once: half as many after it asked us to go slower. */
export const atOnce = (now: Date) =>
  sql`(case when g.slowed_until > ${now} then (g.concurrency + 1) / 2 else g.concurrency end)`;
/** How many questions a model g is being asked. */
export const countRunning = (now: Date) => sql`(
  select count(*) from capture_tasks k where k.project_id = g.project_id
    and k.model_id = g.model_id and k.status = 'running' and k.lease_until > ${now})`;

const isQueued = sql`t.status = 'queued'`;
/** A question t that is to be asked now. */
export const isDue = (now: Date) => sql`t.status = 'queued' and t.run_after <= ${now}`;

/**
 * The queued question t of a model f that waits longest, of an active prompt and a day that is not over by a day: one step into an
 * index, however many wait.
 */
export const firstQueuedOf = (columns: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
  select ${columns} from capture_tasks t
  join prompts p on p.project_id = t.project_id and p.prompt_id = t.prompt_id and p.status = 'active'
  where t.project_id = f.project_id and t.model_id = f.model_id and t.day >= f.oldest_day and ${which}
  order by t.run_after limit 1`;
