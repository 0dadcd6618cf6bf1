import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { toUsd } from "../capture-task.ts";
import { MAY_COST } from "../health/problem.ts";
import { mayBeAnswered } from "../task-queries.ts";
import { type BudgetPeriod, type BudgetUse, emitBudget, readBudgetUse } from "./budget-queries.ts";

/** A question that is to be asked, and what is set aside for it; `is_new`: of an assistant whose costs nobody knows yet. */
type Wanted = {
  project_id: number;
  model_id: number;
  day: string;
  held_micros: number;
  is_new: boolean;
};

/** What is in the way: what may come back soon, or with what was handed over, for which a provider may take hours; or the cap that leaves no room. */
export type InTheWay = "wait" | "batch" | BudgetPeriod;
export type Room = "room" | InTheWay;

const REST_SECONDS = 1;

/** Holds a project's caps to the end of the transaction; false without any. Who books a cost holds them, too. */
export async function lockCaps(db: Database, { project_id }: Tenant): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from capture_budgets where project_id = ${project_id} for update`;
  return rows.length > 0;
}

/** What is known of an assistant's costs now that the caps are held: what was read before may be old. */
export async function readCosts<Known extends Pick<Wanted, "project_id" | "model_id">>(
  db: Database,
  known: Known,
): Promise<Known> {
  const rows = await rowsOf<Partial<Known>>(db)`
    select costliest_micros, measured from capture_targets
    where project_id = ${known.project_id} and model_id = ${known.model_id}`;
  return { ...known, ...rows[0] };
}

/**
 * Whether the caps, which are held, leave room for a question now. "wait": what others have set aside is in the way, of which
 * some may come back, or an assistant's first answer is on its way, which tells what the next ones cost. A cap that
 * leaves no room is told to who listens.
 */
export async function findRoom(
  context: AccountContext,
  wanted: Wanted,
): Promise<Exclude<Room, "batch">> {
  const { db } = context;
  const use = await readBudgetUse(db, wanted, wanted);
  if (!use) return "room";
  const now = context.now();
  const isFirst = async () =>
    wanted.is_new && wanted.held_micros > 0 && (await countOpen(db, wanted, now)).same > 0;
  const left = await findLeft(context, wanted, use);
  const room = left === "batch" || (left === "room" && (await isFirst())) ? "wait" : left;
  if (room === "wait") await restModel(db, wanted, now);
  return room;
}

/** The same for a question outside the schedule, which waits for nobody's first answer; holds the caps. */
export async function findRoomBeside(
  context: AccountContext,
  wanted: Omit<Wanted, "is_new">,
): Promise<Room> {
  if (!(await lockCaps(context.db, wanted))) return "room";
  const use = await readBudgetUse(context.db, wanted, wanted);
  return use ? findLeft(context, wanted, use) : "room";
}

/** What the caps leave: money that is set aside uses a cap up only where none of it may come back. */
async function findLeft(
  context: AccountContext,
  wanted: Omit<Wanted, "is_new">,
  use: BudgetUse,
): Promise<Room> {
  const { day, held_micros } = wanted;
  const periods = ["daily", "monthly"] as const;
  const isOver = ({ cap, spent }: BudgetUse[BudgetPeriod], more: number) => spent + more > cap;
  const over = periods.find((period) => isOver(use[period], held_micros));
  const full = periods.find((period) => isOver(use[period], use[period].reserved + held_micros));
  if (!full) return "room";
  const open = over ? null : await countOpen(context.db, wanted, context.now());
  if (open && open.all > 0) return open.soon > 0 ? "wait" : "batch";
  const blocked = over ?? full;
  await emitBudget(context, wanted, { day, use, blocked });
  return blocked;
}

/** Why a cap leaves no room for a question. */
export async function sayFull(
  db: Database,
  period: BudgetPeriod,
  wanted: Pick<Wanted, "project_id" | "day" | "held_micros">,
): Promise<string> {
  const { held_micros } = wanted;
  const cap = (await readBudgetUse(db, wanted, wanted))?.[period].cap ?? 0;
  return cap > 0 && held_micros > cap
    ? `The ${period} budget is ${toUsd(cap)} USD, ${MAY_COST} ${toUsd(held_micros)} USD.`
    : `The ${period} budget leaves no room for it.`;
}

/** Questions of a project that are or may be under way, and those of the schedule to the same assistant. */
async function countOpen(
  db: Database,
  { project_id, model_id }: Pick<Wanted, "project_id" | "model_id">,
  now: Date,
) {
  const rows = await rowsOf<{ all: number; soon: number; same: number }>(db)`
    select count(t.status) + held as all, count(*) filter (where lease_until > ${now}) + held as soon,
      count(*) filter (where model_id = ${model_id}) as same
    from (select count(*) as held from capture_ledger where project_id = ${project_id}
      and reserved_micros > 0 and held_until > ${now}) l
    left join capture_tasks t on t.project_id = ${project_id}
      and ${mayBeAnswered(now)}
    group by held`;
  return rows[0] ?? { all: 0, soon: 0, same: 0 };
}

/** Leaves an assistant alone for a moment, so that its questions are not looked at again and again. */
async function restModel(db: Database, { project_id, model_id }: Wanted, now: Date): Promise<void> {
  const until = new Date(now.getTime() + REST_SECONDS * 1_000);
  await sql`
    update capture_targets set next_free_at = greatest(next_free_at, ${until}::timestamptz)
    where project_id = ${project_id} and model_id = ${model_id}`.execute(db);
}
