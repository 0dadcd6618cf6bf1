import { Webhook as Signer } from "standardwebhooks";
import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { job, upkeep } from "#core/job.ts";
import type { Vault } from "#core/ports.ts";
import { mailLater, plainLine, plainName } from "#domain/accounts/mail.ts";
import { listManagers } from "#domain/accounts/member-queries.ts";
import { sweepTime } from "#domain/accounts/seen-clock.ts";
import { findProject } from "#domain/projects/project-queries.ts";
import { bodyFor } from "./chat-message.ts";
import { addTry } from "./event-queries.ts";
import { DELIVER_WEBHOOK, RETRY_SECONDS, WAS_OFF } from "./webhook.ts";
import {
  countTries,
  disableWebhook,
  dropDelivery,
  findPendingDelivery,
  holdAddress,
  listOverdueDeliveries,
  type PendingDelivery,
  settleDelivery,
  sweepDeliveries,
  type Try,
} from "./webhook-queries.ts";

const GONE = 410;
const OVERDUE_SECONDS = 900;
const TODO =
  ": create the webhook again, or have the operator set that ENCRYPTION_KEY again; it is tried again until then.";

/**
 * Makes one try of a delivery, signed after Standard Webhooks; any answer but 2xx is tried again, ten times in all,
 * then given up. The id stays the same, so that a receiver can tell a repeat. A webhook that took nothing while a
 * delivery was tried to its end, or says that it is gone, is switched off.
 */
export const deliverWebhook = job({
  ...DELIVER_WEBHOOK,
  input: z.strictObject({
    ...{ project_id: z.int(), delivery_id: z.int() },
    aside: z.boolean().default(false),
  }),
  async handler(context, { project_id, delivery_id, aside }) {
    const { db, now, queueOn } = context;
    const delivery = await findPendingDelivery(db, { project_id }, delivery_id);
    if (!delivery) return;
    if (!delivery.is_active || !delivery.is_wanted) {
      const reason = delivery.is_active ? "It is not asked for any more." : WAS_OFF;
      return dropDelivery(db, delivery, { reason, now: now() });
    }
    // It began to fail after this was put in line.
    if (delivery.is_failing && !aside) return addTry(queueOn(db), delivery);
    const time = now();
    const { status, error } = await send(context, delivery, time);
    const failed =
      error ?? (status !== null && status >= 200 && status < 300 ? null : `HTTP ${status}`);
    await settle(context, delivery, { status, error: failed, now: time });
  },
});

async function send(
  { post, vault, server }: AccountContext,
  { project_id, delivery_id, secret, url, payload, project_name, timezone }: PendingDelivery,
  time: Date,
): ReturnType<AccountContext["post"]> {
  const id = `msg_${project_id}_${delivery_id}`;
  const signer = openSigner(vault, secret);
  if (signer instanceof Failure) return { status: null, error: `${signer.message}${TODO}` };
  const body = bodyFor(url, payload, { project_name, timezone, base_url: server.base_url });
  return post({
    url,
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "Earshot-Webhooks/1",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
      "webhook-signature": signer.sign(id, time, body),
    },
  });
}

function openSigner(vault: Vault, secret: Buffer): Signer | Failure {
  try {
    return new Signer(vault.open(secret));
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/**
 * What follows from a try, all or nothing: the next one, or that it is given up and the webhook switched off. One that
 * failed where the webhook is not any more counts for nothing, and is made at its new address.
 */
async function settle(
  context: AccountContext,
  delivery: PendingDelivery,
  { status, error, now }: Omit<Try, "again">,
): Promise<void> {
  const { db, queueOn } = context;
  await db.transaction().execute(async (trx) => {
    const isStill = await holdAddress(trx, delivery);
    if (error !== null && !isStill) {
      return addTry(queueOn(trx), { ...delivery, is_failing: false });
    }
    // Who changed the webhook meanwhile gave it all its tries again.
    const attempts = await countTries(trx, delivery);
    // It was ended while it was tried.
    if (error !== null && attempts === undefined) return;
    const wait_seconds = RETRY_SECONDS[attempts ?? 0];
    const again =
      error !== null && status !== GONE && wait_seconds !== undefined
        ? new Date(now.getTime() + wait_seconds * 1000)
        : null;
    await settleDelivery(trx, delivery, { status, error, again, now });
    if (again) {
      await addTry(queueOn(trx), { ...delivery, is_failing: true }, again);
    } else if (error !== null) {
      const always = status === GONE;
      const reason = always
        ? "It answered 410 Gone."
        : `It took nothing in ${(attempts ?? 0) + 1} tries: ${error}`;
      const isOff = await disableWebhook(trx, delivery, { reason, always });
      if (isOff) await tellSwitchedOff({ ...context, db: trx }, { ...delivery, reason });
    }
  });
}

/** Takes up tries that nobody carries any more, and forgets old deliveries. */
export const sweepWebhooks = upkeep({
  name: "sweep_webhooks",
  cron: "*/10 * * * *",
  async handler({ db, now, queueOn }) {
    await sweepDeliveries(db, (await sweepTime({ db, now })).time);
    const before = new Date(now().getTime() - OVERDUE_SECONDS * 1000);
    for (const delivery of await listOverdueDeliveries(db, before)) {
      await addTry(queueOn(db), delivery);
    }
  },
});

const NAME_MAX = 60;
const REASON_MAX = 300;
type Off = { project_id: number; webhook_id: number; url: string; reason: string };

/**
 * Notes in the audit log that a webhook was switched off because it failed, and mails it to the owners and admins of its
 * organisation, who alone may switch it on, when the transaction of `db` commits.
 */
async function tellSwitchedOff(context: AccountContext, off: Off): Promise<void> {
  const { db, log, server } = context;
  const { project_id, webhook_id, reason } = off;
  log.warn({ project_id, webhook_id, reason }, "a webhook was switched off");
  const project = encodeId("prj", project_id);
  const target = { project_id: project, webhook_id: encodeId("whk", webhook_id) };
  await recordAudit(context, { operation: "switch_webhook_off", target });
  const name = plainName((await findProject(db, off))?.name ?? "", NAME_MAX);
  // Who has the whole address may post to it.
  const { host } = new URL(off.url);
  const text = `Earshot switched off the webhook of ${name} to ${host}.

Why: ${plainLine(reason, REASON_MAX)}

What happens from now on is not sent to it, and is not sent later; the page below counts it. See that its address answers, then switch it on again, or delete it:
${server.base_url}/projects/${project}/settings?tab=webhooks
`;
  for (const to of await listManagers(db, off)) {
    await mailLater(context, { to, subject: `${name}: a webhook was switched off`, text });
  }
}
