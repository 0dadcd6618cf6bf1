import { type Asked, type Captured, EngineFailure } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { toMicros } from "../capture-task.ts";
import { keepTrying } from "../keep-trying.ts";
import { reserveOf } from "./budget.ts";
import { emitBudget, holdMoney, readBudgetUse, settleHeld } from "./budget-queries.ts";
import { findRoomBeside, type InTheWay, lockCaps } from "./room.ts";

/** What a question outside the schedule is paid from; `typical_usd` is its estimate, null when unknown. */
type Payment = Tenant & {
  day: string;
  model_id: number;
  typical_usd: number | null;
  costliest_micros: number;
};
/** The answer, or what left no room for the question. */
export type Paid = { captured: Asked } | { blocked: InTheWay };

/**
 * Asks a question that is no capture within the project's budget, and counts what it cost in the ledger; an
 * `EngineFailure` of `ask` is passed on.
 */
export async function askPaid(
  context: AccountContext,
  payment: Payment,
  ask: () => Promise<Asked>,
): Promise<Paid> {
  const { typical_usd } = payment;
  const held = heldFor(payment);
  const room = await context.db.transaction().execute(async (db) => {
    const found = await findRoomBeside({ ...context, db }, held);
    if (found === "room") await holdMoney(db, payment, { ...held, now: context.now() });
    return found;
  });
  if (room !== "room") return { blocked: room };
  const typical_micros = toMicros(typical_usd ?? 0);
  let spent_micros = 0;
  try {
    const captured = await ask();
    spent_micros = costOf(captured, typical_micros);
    return { captured };
  } catch (error) {
    if (error instanceof EngineFailure) spent_micros = costOf(error, typical_micros);
    throw error;
  } finally {
    await settle(context, payment, { ...held, spent_micros });
  }
}

/** A payment with what is set aside for its question. */
export const heldFor = <One extends Payment>(payment: One) => ({
  ...payment,
  held_micros: reserveOf(payment.typical_usd, payment.costliest_micros),
});

/**
 * Counts what was spent and tells of a budget that it comes near to, however long the database is away meanwhile. Once:
 * where nobody knows whether that was stored, it stays set aside at the least.
 */
async function settle(
  context: AccountContext,
  project: Tenant,
  held: Parameters<typeof settleHeld>[2],
): Promise<void> {
  let isSent = false;
  await keepTrying(context, async (inner) => {
    if (isSent) return;
    const { db } = inner;
    const is_capped = await lockCaps(db, project);
    await settleHeld(db, project, held);
    const use = is_capped && held.spent_micros > 0 && (await readBudgetUse(db, project, held));
    if (use) await emitBudget(inner, project, { day: held.day, use, blocked: null });
    isSent = true;
  });
}

/** Whether a failed question was billed, or may have been. */
export function isBilled({ kind, raw, cost_usd }: EngineFailure): boolean {
  return kind === "timeout_after_send" || raw !== undefined || cost_usd !== undefined;
}

/**
 * What a question is counted at in millionths of a USD: what its provider reports or its tokens say, else its estimate;
 * a failure at nothing, unless it was billed or may have been.
 */
export function costOf(outcome: Captured | EngineFailure, typical_micros: number): number {
  const isFailure = outcome instanceof EngineFailure;
  if (isFailure && !isBilled(outcome)) return 0;
  const { cost_usd = null } = isFailure ? outcome : outcome.usage;
  return cost_usd === null ? typical_micros : toMicros(cost_usd);
}
