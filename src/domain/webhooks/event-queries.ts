import { sql } from "kysely";
import type { AccountContext, Queue } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { noteAlert } from "#domain/mailings/alert-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Event } from "./events.ts";
import { DELIVER_WEBHOOK, WAS_OFF } from "./webhook.ts";

type Teller = Pick<AccountContext, "db" | "queueOn" | "now">;

/**
 * Tells every active webhook of a project that wants `event`, or the one `webhook_id` whatever it wants, and by mail who asked for it; those that
 * are off are noted not to have been sent it. In a
 * transaction, only once it commits, until which it is not removed. `data` is what happened, in the words of the API; the project's id is put before it.
 */
export async function emitEvent(
  { db, queueOn, now }: Teller,
  { project_id }: Tenant,
  { event, data, webhook_id }: Event & { webhook_id?: number },
): Promise<void> {
  const payload = JSON.stringify({
    type: event,
    timestamp: now().toISOString(),
    data: { project_id: encodeId("prj", project_id), ...data },
  });
  const rows = await rowsOf<Delivery>(db)`
    with wanted as (
      select webhook_id, failing_since is not null as is_failing, is_active from webhooks
      where project_id = ${project_id}
        and ${webhook_id ? sql`webhook_id = ${webhook_id} and is_active` : sql`${event} = any(events)`}
      for key share
    ), made as (
      insert into webhook_deliveries (project_id, webhook_id, event, payload, created_at, next_try_at, status, finished_at, last_error)
      select ${project_id}::integer, webhook_id, ${event}, ${payload}, ${now()}, case when is_active then ${now()}::timestamptz end,
        case when is_active then 'pending' else 'failed' end, case when not is_active then ${now()}::timestamptz end,
        case when not is_active then ${WAS_OFF} end
      from wanted
      returning project_id, webhook_id, delivery_id)
    select project_id, delivery_id, is_failing from made join wanted using (webhook_id)
    where is_active order by delivery_id`;
  for (const delivery of rows) await addTry(queueOn(db), delivery);
  await noteAlert({ db, queueOn, now }, { project_id }, { event, payload });
}

/** A delivery, and whether the last try of its webhook failed. */
export type Delivery = { project_id: number; delivery_id: number; is_failing: boolean };

/**
 * Has the next try of a delivery made, one at most. Receivers that fail, which may take 15 s to say nothing, wait for
 * each other in a line aside, so that they hold up no other one of the project; nor does a project take more places. All
 * that answer go before them, or as many projects as there are places would hold up everybody.
 */
export async function addTry(
  queue: Queue,
  { project_id, delivery_id, is_failing: aside }: Delivery,
  run_at?: Date,
): Promise<void> {
  const { name } = DELIVER_WEBHOOK;
  await queue.add(
    DELIVER_WEBHOOK,
    { project_id, delivery_id, aside },
    {
      key: `${name}:${project_id}:${delivery_id}`,
      ...(run_at && { run_at }),
      ...(aside && { line: `${name}:aside`, priority: 1 }),
    },
  );
}

/** Emits a fact the first time it is noticed, however often that is; false when it was emitted before. */
export async function emitOnce(
  teller: Teller,
  tenant: Tenant,
  { fact, ...event }: Event & { fact: string },
): Promise<boolean> {
  const { db, now } = teller;
  if (!db.isTransaction) {
    return db.transaction().execute((trx) => {
      return emitOnce({ ...teller, db: trx }, tenant, { fact, ...event });
    });
  }
  const fresh = await noteFacts(db, tenant, { facts: [fact], now: now() });
  if (fresh.size > 0) await emitEvent(teller, tenant, event);
  return fresh.size > 0;
}

/** Those of some facts that were never noted before; from now on they are. */
export async function noteFacts(
  db: Database,
  { project_id }: Tenant,
  { facts, now }: { facts: readonly string[]; now: Date },
): Promise<Set<string>> {
  const rows = await rowsOf<{ fact: string }>(db)`
    insert into events_told (project_id, fact, told_at)
    select ${project_id}::integer, fact, ${now}::timestamptz from unnest(${facts}::text[]) fact
    on conflict do nothing returning fact`;
  return new Set(rows.map((row) => row.fact));
}
