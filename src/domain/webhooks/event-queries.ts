import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Event } from "./events.ts";
import { DELIVER_WEBHOOK } from "./webhook.ts";

type Teller = Pick<AccountContext, "db" | "queueOn" | "now">;

/**
 * Tells every active webhook of a project that wants `event`; in a transaction, only once it commits. `data` is
 * what happened, in the words of the API; the project's id is put before it.
 */
export async function emitEvent(
  { db, queueOn, now }: Teller,
  { project_id }: Tenant,
  { event, data }: Event,
): Promise<void> {
  const payload = JSON.stringify({
    type: event,
    timestamp: now().toISOString(),
    data: { project_id: encodeId("prj", project_id), ...data },
  });
  const { rows } = await sql<{ delivery_id: number }>`
    insert into webhook_deliveries (project_id, webhook_id, event, payload, created_at, next_try_at)
    select project_id, webhook_id, ${event}, ${payload}, ${now()}, ${now()} from webhooks
    where project_id = ${project_id} and is_active and ${event} = any(events)
    returning delivery_id`.execute(db);
  const queue = queueOn(db);
  for (const { delivery_id } of rows) {
    const key = deliveryKey(project_id, delivery_id);
    await queue.add(DELIVER_WEBHOOK, { project_id, delivery_id }, { key });
  }
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
  const { rows } = await sql<{ fact: string }>`
    insert into events_told (project_id, fact, told_at)
    select ${project_id}::integer, fact, ${now}::timestamptz from unnest(${facts}::text[]) fact
    on conflict do nothing returning fact`.execute(db);
  return new Set(rows.map((row) => row.fact));
}

/** Names the waiting try of a delivery, so that there is one at most. */
export function deliveryKey(project_id: number, delivery_id: number): string {
  return `${DELIVER_WEBHOOK.name}:${project_id}:${delivery_id}`;
}
