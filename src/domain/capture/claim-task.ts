import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Providers } from "#core/ports.ts";
import { ATTEMPTS_MAX, LEASE_SECONDS, toMicros } from "./capture-task.ts";

/** One task that this worker alone may ask now, with all that asking needs. */
export type ClaimedTask = {
  project_id: number;
  task_id: number;
  run_id: number;
  day: string;
  model_id: number;
  prompt_id: number;
  attempts: number;
  lease: string;
  prompt: string;
  country_code: string;
  language_code: string;
  provider: string;
  requested_model: string;
  base_url: string | null;
  parameters: Record<string, unknown>;
  api_key: Buffer | null;
};
/** Nothing is due, or one task was settled without asking, or one is to be asked. */
export type Claim = { kind: "idle" } | { kind: "settled" } | { kind: "ask"; task: ClaimedTask };

// A cap holds as long as no answer costs more than twice its estimate and more than every one before it.
const RESERVE_FACTOR = 2;

type Candidate = Omit<ClaimedTask, "lease"> & {
  status: "queued" | "running";
  reserved_micros: number;
  costliest_micros: number;
};

/**
 * Takes the next due task, in one transaction: reserves its estimated cost under the project's caps, and leases it
 * for LEASE_SECONDS. A task whose lease ran out is taken again, its reservation counted as spent, because the
 * provider may have answered and billed it.
 */
export async function claimTask(db: Database, providers: Providers, now: Date): Promise<Claim> {
  return db.transaction().execute(async (trx) => {
    const candidate = await findCandidate(trx, now);
    if (!candidate) return { kind: "idle" };
    if (candidate.status === "running") await chargeLostLease(trx, candidate);
    if (candidate.attempts >= ATTEMPTS_MAX) {
      await endTask(trx, candidate, {
        status: "failed",
        kind: "lost",
        message: "Asked too often without an answer.",
        now,
      });
      return { kind: "settled" };
    }
    const typical = providers.get(candidate.provider)?.typicalCost(candidate.requested_model);
    const estimate = Math.max(toMicros(typical ?? 0) * RESERVE_FACTOR, candidate.costliest_micros);
    if (!(await fitsBudget(trx, candidate, estimate))) {
      await endTask(trx, candidate, {
        status: "skipped_budget",
        kind: "budget",
        message: "The budget of this project is used up.",
        now,
      });
      return { kind: "settled" };
    }
    const lease = await leaseTask(trx, candidate, { estimate, now });
    return { kind: "ask", task: { ...candidate, attempts: candidate.attempts + 1, lease } };
  });
}

/** The due task that waited longest, of a model that is neither paused, saturated nor over its rate; locked. */
async function findCandidate(db: Database, now: Date): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    with free as materialized (
      select g.project_id, g.model_id, g.base_url, g.parameters, g.api_key, g.costliest_micros, m.provider, m.requested_model
      from capture_targets g
      join models m on m.project_id = g.project_id and m.model_id = g.model_id and m.is_active
      join projects r on r.project_id = g.project_id and r.status = 'active'
      where (g.paused_until is null or g.paused_until <= ${now}) and g.next_free_at <= ${now}
        and g.concurrency > (select count(*) from capture_tasks k where k.project_id = g.project_id
          and k.model_id = g.model_id and k.status = 'running' and k.lease_until > ${now})
    )
    select t.project_id, t.task_id, t.run_id, t.day, t.model_id, t.prompt_id, t.attempts, t.status,
      t.reserved_micros, p.text as prompt, p.country_code, p.language_code,
      f.provider, f.requested_model, f.base_url, f.parameters, f.api_key,
      f.costliest_micros
    from capture_tasks t
    join free f on f.project_id = t.project_id and f.model_id = t.model_id
    join prompts p on p.project_id = t.project_id and p.prompt_id = t.prompt_id
    where (t.status = 'queued' and t.run_after <= ${now} and p.status = 'active')
      or (t.status = 'running' and t.lease_until <= ${now})
    order by t.run_after, t.task_id
    limit 1 for update of t skip locked`.execute(db);
  return rows[0];
}

async function chargeLostLease(db: Database, task: Candidate): Promise<void> {
  await sql`
    update capture_ledger set reserved_micros = reserved_micros - ${task.reserved_micros},
      spent_micros = spent_micros + ${task.reserved_micros}
    where project_id = ${task.project_id} and day = ${task.day} and model_id = ${task.model_id}`.execute(
    db,
  );
  await sql`
    update capture_tasks set cost_micros = cost_micros + reserved_micros, reserved_micros = 0
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(db);
}

/** True when what is spent and reserved leaves room for `estimate` today and this month; locks the budget. */
async function fitsBudget(db: Database, task: Candidate, estimate: number): Promise<boolean> {
  const { rows } = await sql<{ daily: number | null; monthly: number | null }>`
    select daily_cap_micros as daily, monthly_cap_micros as monthly from capture_budgets
    where project_id = ${task.project_id} for update`.execute(db);
  const caps = rows[0];
  if (!caps || (caps.daily === null && caps.monthly === null)) return true;
  const used = await sql<{ today: number; month: number }>`
    select coalesce(sum(reserved_micros + spent_micros) filter (where day = ${task.day}), 0)::bigint as today,
      coalesce(sum(reserved_micros + spent_micros), 0)::bigint as month
    from capture_ledger where project_id = ${task.project_id}
      and day >= date_trunc('month', ${task.day}::date)::date
      and day < (date_trunc('month', ${task.day}::date) + interval '1 month')::date`.execute(db);
  const { today, month } = used.rows[0] ?? { today: 0, month: 0 };
  return (
    (caps.daily === null || today + estimate <= caps.daily) &&
    (caps.monthly === null || month + estimate <= caps.monthly)
  );
}

async function leaseTask(
  db: Database,
  task: Candidate,
  { estimate, now }: { estimate: number; now: Date },
): Promise<string> {
  const lease = randomUUID();
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  await sql`
    update capture_tasks set status = 'running', attempts = attempts + 1, worker = ${lease}::uuid,
      lease_until = ${until}, reserved_micros = ${estimate}
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(db);
  await sql`
    insert into capture_ledger (project_id, day, model_id, asked, reserved_micros)
    values (${task.project_id}, ${task.day}, ${task.model_id}, 1, ${estimate})
    on conflict (project_id, day, model_id) do update set asked = capture_ledger.asked + 1,
      reserved_micros = capture_ledger.reserved_micros + excluded.reserved_micros`.execute(db);
  await sql`
    update capture_targets
    set next_free_at = greatest(next_free_at, ${now}::timestamptz) + make_interval(secs => 60.0 / requests_per_minute)
    where project_id = ${task.project_id} and model_id = ${task.model_id}
      and requests_per_minute is not null`.execute(db);
  return lease;
}

/** Ends a task without asking it, for a stated reason. */
async function endTask(
  db: Database,
  task: Candidate,
  end: { status: "failed" | "skipped_budget"; kind: string; message: string; now: Date },
): Promise<void> {
  await sql`
    update capture_tasks set status = ${end.status}, error_kind = ${end.kind},
      error = coalesce(error, ${end.message}), finished_at = ${end.now}, worker = null, lease_until = null
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(db);
}
