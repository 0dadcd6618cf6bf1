import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type * as z from "zod";
import { type Database, didChange, rowsOf, type StoredRow } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Delivery } from "./event-queries.ts";
import { WAS_OFF, type Webhook } from "./webhook.ts";

/** Where webhooks keep what is sealed. */
export const SEALED_SECRET = { table: "webhooks", column: "secret" };

type WebhookRow = z.input<typeof Webhook>;

/** The webhooks of a project with their last delivery, oldest first; or one of them. */
export async function listWebhookRows(
  db: Database,
  { project_id }: Tenant,
  webhook_id: number | null = null,
): Promise<WebhookRow[]> {
  return rowsOf<WebhookRow>(db)`
    select w.webhook_id as id, w.url, w.events, w.is_active, w.failing_since,
      w.disabled_reason, w.created_at,
      (select count(*) from webhook_deliveries d where d.project_id = w.project_id and d.webhook_id = w.webhook_id
        and d.status = 'failed' and d.last_error = ${WAS_OFF}) as missed_count,
      (select jsonb_build_object('event', d.event, 'status', d.status, 'attempts', d.attempts,
          'last_status', d.last_status, 'last_error', d.last_error, 'created_at', d.created_at)
        from webhook_deliveries d
        where d.project_id = w.project_id and d.webhook_id = w.webhook_id
        order by d.delivery_id desc limit 1) as last_delivery
    from webhooks w
    where w.project_id = ${project_id}
      and (${webhook_id}::integer is null or w.webhook_id = ${webhook_id}::integer)
    order by w.webhook_id`;
}

/** The webhook of a public id; NOT_FOUND when the project has none. */
export async function requireWebhook(
  db: Database,
  tenant: Tenant,
  id: string,
): Promise<WebhookRow> {
  const [webhook] = await listWebhookRows(db, tenant, decodeId("whk", id));
  if (!webhook) throw new Failure("NOT_FOUND", `There is no webhook ${id}.`);
  return webhook;
}

/** Makes a webhook and returns its number. */
export async function insertWebhook(
  db: Database,
  { project_id }: Tenant,
  { url, events, secret }: { url: string; events: readonly string[]; secret: Buffer },
): Promise<number> {
  const rows = await rowsOf<{ webhook_id: number }>(db)`
    insert into webhooks (project_id, url, events, secret)
    values (${project_id}, ${url}, ${events}::text[], ${secret}) returning webhook_id`;
  return rows[0]?.webhook_id ?? 0;
}

/**
 * Changes a webhook; a change makes it count as well again, and gives what waits all its tries. Why it was switched off
 * is told until it is switched on.
 */
export async function updateWebhookRow(
  db: Database,
  { project_id }: Tenant,
  change: {
    webhook_id: number;
    url?: string | undefined;
    events?: readonly string[] | undefined;
    is_active?: boolean | undefined;
  },
): Promise<void> {
  await sql`
    update webhooks set url = coalesce(${change.url ?? null}::text, url),
      events = coalesce(${change.events ?? null}::text[], events),
      is_active = coalesce(${change.is_active ?? null}::boolean, is_active), failing_since = null,
      disabled_reason = case when not coalesce(${change.is_active ?? null}::boolean, is_active) then disabled_reason end
    where project_id = ${project_id} and webhook_id = ${change.webhook_id}`.execute(db);
  await sql`
    update webhook_deliveries set attempts = 0
    where project_id = ${project_id} and webhook_id = ${change.webhook_id}
      and status = 'pending'`.execute(db);
}

/** Removes a webhook and its deliveries; false when there is none. */
export async function deleteWebhookRow(
  db: Database,
  { project_id }: Tenant,
  webhook_id: number,
): Promise<boolean> {
  return didChange(db.deleteFrom("webhooks").where((row) => row.and({ project_id, webhook_id })));
}

export type PendingDelivery = Delivery &
  Pick<StoredRow<"webhooks">, "url" | "secret" | "is_active"> &
  Pick<StoredRow<"webhook_deliveries">, "webhook_id" | "payload"> & {
    is_wanted: boolean;
    project_name: string;
    timezone: string;
  };

/** A delivery that is still to be made, or undefined. */
export async function findPendingDelivery(
  db: Database,
  { project_id }: Tenant,
  delivery_id: number,
): Promise<PendingDelivery | undefined> {
  const rows = await rowsOf<PendingDelivery>(db)`
    select d.project_id, d.delivery_id, d.webhook_id, w.url, w.secret, d.payload, w.is_active,
      d.event = any(w.events) or d.event = 'webhook.test' as is_wanted, w.failing_since is not null as is_failing,
      p.name as project_name, p.timezone
    from webhook_deliveries d join webhooks w using (project_id, webhook_id) join projects p using (project_id)
    where d.project_id = ${project_id} and d.delivery_id = ${delivery_id}
      and d.status = 'pending'`;
  return rows[0];
}

/** Whether a webhook still has the address that was tried; who changes it waits for the end of the transaction. */
export async function holdAddress(
  db: Database,
  { project_id, webhook_id, url }: PendingDelivery,
): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from webhooks where project_id = ${project_id} and webhook_id = ${webhook_id}
      and url = ${url} for no key update`;
  return rows.length > 0;
}

/** How often a delivery was tried, which is held; undefined: it waits for no more tries. */
export async function countTries(
  db: Database,
  { project_id, delivery_id }: PendingDelivery,
): Promise<number | undefined> {
  const rows = await rowsOf<{ attempts: number }>(db)`
    select attempts from webhook_deliveries
    where project_id = ${project_id} and delivery_id = ${delivery_id} and status = 'pending'
    for update`;
  return rows[0]?.attempts;
}

export type Try = {
  status: number | null;
  error: string | null;
  /** When another try follows. */
  again: Date | null;
  now: Date;
};

/** Writes how a try ended. */
export async function settleDelivery(
  db: Database,
  delivery: PendingDelivery,
  result: Try,
): Promise<void> {
  const delivered = result.error === null;
  const status = delivered ? "delivered" : result.again ? "pending" : "failed";
  await sql`
    update webhook_deliveries set attempts = attempts + 1, status = ${status},
      last_status = ${result.status}::integer, last_error = ${result.error},
      next_try_at = ${result.again}::timestamptz,
      finished_at = ${status === "pending" ? null : result.now}::timestamptz
    where project_id = ${delivery.project_id}
      and delivery_id = ${delivery.delivery_id}`.execute(db);
  await sql`
    update webhooks set failing_since = ${delivered ? null : result.now}::timestamptz
    where project_id = ${delivery.project_id} and webhook_id = ${delivery.webhook_id}
      and (failing_since is null) <> ${delivered}`.execute(db);
}

/** Ends a delivery without a try. */
export async function dropDelivery(
  db: Database,
  { project_id, delivery_id }: Pick<PendingDelivery, "project_id" | "delivery_id">,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await sql`update webhook_deliveries set status = 'failed', last_error = ${reason},
    next_try_at = null, finished_at = ${now}
    where project_id = ${project_id} and delivery_id = ${delivery_id}`.execute(db);
}

/** Ends the tests that a failing webhook has waiting: another one is sent. */
export async function dropTests(
  db: Database,
  { project_id }: Tenant,
  { webhook_id, now }: { webhook_id: number; now: Date },
): Promise<void> {
  await sql`update webhook_deliveries d set status = 'failed', last_error = 'Another test was sent.',
    next_try_at = null, finished_at = ${now}
    from webhooks w where w.project_id = ${project_id} and w.webhook_id = ${webhook_id}
      and w.failing_since is not null and d.project_id = w.project_id and d.webhook_id = w.webhook_id
      and d.event = 'webhook.test' and d.status = 'pending'`.execute(db);
}

/**
 * Switches a webhook off after a delivery was given up, unless it took another one since that was made; `always`:
 * whatever it took. True where it was on.
 */
export async function disableWebhook(
  db: Database,
  { project_id, webhook_id, delivery_id }: PendingDelivery,
  { reason, always }: { reason: string; always: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks w set is_active = false, disabled_reason = ${reason}
    where w.project_id = ${project_id} and w.webhook_id = ${webhook_id} and w.is_active
      and (${always}::boolean or not exists (
        select from webhook_deliveries given
        join webhook_deliveries taken using (project_id, webhook_id)
        where given.project_id = w.project_id and given.delivery_id = ${delivery_id}
          and taken.status = 'delivered' and taken.finished_at >= given.created_at))`.execute(db);
  return Number(numAffectedRows) > 0;
}

/** Deliveries whose try is overdue, as when the process that carried it has died; at most 1,000. */
export async function listOverdueDeliveries(db: Database, before: Date): Promise<Delivery[]> {
  return rowsOf<Delivery>(db)`
    select d.project_id, d.delivery_id, w.failing_since is not null as is_failing
    from webhook_deliveries d join webhooks w using (project_id, webhook_id)
    where d.status = 'pending' and coalesce(d.next_try_at, d.created_at) < ${before}
    order by d.next_try_at limit 1000`;
}

/** Removes deliveries that ended over a month ago. */
export async function sweepDeliveries(db: Database, now: Date): Promise<void> {
  await sql`delete from webhook_deliveries
    where finished_at < ${now}::timestamptz - interval '30 days'`.execute(db);
}

// Standard Webhooks asks for 24 to 64 bytes.
const SECRET_BYTES = 32;

/** A secret in the form that Standard Webhooks libraries read. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}
