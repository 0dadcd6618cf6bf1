import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { emitEvent, noteFacts } from "#domain/webhooks/event-queries.ts";
import { toUsd } from "../capture-task.ts";

export type BudgetPeriod = "daily" | "monthly";
/** What a day and its month may cost, have cost and may still come to cost, in millionths of a USD. */
export type BudgetUse = Record<BudgetPeriod, { cap: number; spent: number; reserved: number }>;

/** The caps of a project and what is used of them on a day; undefined without any cap. */
export async function readBudgetUse(
  db: Database,
  { project_id }: Tenant,
  { day }: { day: string },
): Promise<BudgetUse | undefined> {
  const rows = await rowsOf<{ daily: number | null; monthly: number | null }>(db)`
    select daily_cap_micros as daily, monthly_cap_micros as monthly from capture_budgets
    where project_id = ${project_id}`;
  const { daily = null, monthly = null } = rows[0] ?? {};
  if (daily === null && monthly === null) return undefined;
  const used = await sql<{
    day_spent: number;
    day_reserved: number;
    month_spent: number;
    month_reserved: number;
  }>`
    select coalesce(sum(spent_micros) filter (where day = ${day}), 0)::bigint as day_spent,
      coalesce(sum(reserved_micros) filter (where day = ${day}), 0)::bigint as day_reserved,
      coalesce(sum(spent_micros), 0)::bigint as month_spent,
      coalesce(sum(reserved_micros), 0)::bigint as month_reserved
    from capture_ledger where project_id = ${project_id}
      and day >= date_trunc('month', ${day}::date)::date
      and day < (date_trunc('month', ${day}::date) + interval '1 month')::date`.execute(db);
  const [row] = used.rows;
  const capOf = (cap: number | null) => cap ?? Number.POSITIVE_INFINITY;
  return {
    daily: { cap: capOf(daily), spent: row?.day_spent ?? 0, reserved: row?.day_reserved ?? 0 },
    monthly: {
      cap: capOf(monthly),
      spent: row?.month_spent ?? 0,
      reserved: row?.month_reserved ?? 0,
    },
  };
}

type Held = { day: string; model_id: number; held_micros: number };

/** Longer than any question outside the schedule takes. */
const HELD_SECONDS = 600;

/** Sets money aside for a question that is no capture; a process that dies leaves it set aside for its day. */
export async function holdMoney(
  db: Database,
  { project_id }: Tenant,
  { day, model_id, held_micros, now }: Held & { now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + HELD_SECONDS * 1_000);
  await sql`
    insert into capture_ledger (project_id, day, model_id, reserved_micros, held_until)
    values (${project_id}, ${day}, ${model_id}, ${held_micros}, ${until})
    on conflict (project_id, day, model_id) do update set
      reserved_micros = capture_ledger.reserved_micros + excluded.reserved_micros,
      held_until = greatest(capture_ledger.held_until, excluded.held_until)`.execute(db);
}

/** Turns what was set aside into what was spent. */
export async function settleHeld(
  db: Database,
  { project_id }: Tenant,
  { day, model_id, held_micros, spent_micros }: Held & { spent_micros: number },
): Promise<void> {
  await sql`
    update capture_ledger set reserved_micros = reserved_micros - ${held_micros},
      spent_micros = spent_micros + ${spent_micros}
    where project_id = ${project_id} and day = ${day} and model_id = ${model_id}`.execute(db);
}

/** Takes a model's next turn under its requests per minute; returns the milliseconds until then. */
export async function takeTurn(
  db: Database,
  { project_id }: Tenant,
  { model_id, now }: { model_id: number; now: Date },
): Promise<number> {
  const rows = await rowsOf<{ turn: string }>(db)`
    update capture_targets
    set next_free_at = greatest(next_free_at, ${now}::timestamptz) + make_interval(secs => 60.0 / requests_per_minute)
    where project_id = ${project_id} and model_id = ${model_id} and requests_per_minute is not null
    returning next_free_at - make_interval(secs => 60.0 / requests_per_minute) as turn`;
  const [row] = rows;
  return row ? Math.max(0, Date.parse(row.turn) - now.getTime()) : 0;
}

const WARNING_PERCENT = 80;

/**
 * Tells budget.reached when a period's spending has come to 80 % of its cap, and when the cap leaves no room for the
 * next question (`blocked`): each once per period and cap. Call it in the transaction that spends or skips.
 */
export async function emitBudget(
  context: AccountContext,
  tenant: Tenant,
  { day, use, blocked }: { day: string; use: BudgetUse; blocked: BudgetPeriod | null },
): Promise<void> {
  for (const period of ["daily", "monthly"] as const) {
    const { cap, spent } = use[period];
    const isFull = period === blocked || (spent > 0 && spent >= cap);
    const isNear = spent > 0 && spent * 100 >= cap * WARNING_PERCENT;
    if (!isFull && !isNear) continue;
    const starts_on = period === "daily" ? day : `${day.slice(0, 7)}-01`;
    const factOf = (percent: number) => `budget:${period}:${starts_on}:${percent}:${cap}`;
    // A full budget is no longer news of a budget that is nearly so.
    const facts = isFull ? [factOf(100), factOf(WARNING_PERCENT)] : [factOf(WARNING_PERCENT)];
    const fresh = await noteFacts(context.db, tenant, { facts, now: context.now() });
    if (!fresh.has(facts[0] ?? "")) continue;
    await emitEvent(context, tenant, {
      event: "budget.reached",
      data: {
        period,
        starts_on,
        threshold_percent: isFull ? 100 : WARNING_PERCENT,
        cap_usd: toUsd(cap),
        spent_usd: toUsd(spent),
      },
    });
  }
}
