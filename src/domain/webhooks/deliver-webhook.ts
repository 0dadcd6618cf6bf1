import { Webhook as Signer } from "standardwebhooks";
import * as z from "zod";
import { job } from "#core/job.ts";
import { RETRY_SECONDS } from "./webhook.ts";
import {
  DELIVER_WEBHOOK,
  findPendingDelivery,
  settleDelivery,
  sweepDeliveries,
} from "./webhook-queries.ts";

/**
 * Makes one try of a delivery, signed after Standard Webhooks; any answer but 2xx is tried again, ten times in all,
 * then given up. The id stays the same, so that a receiver can tell a repeat.
 */
export const deliverWebhook = job({
  ...DELIVER_WEBHOOK,
  timeout_seconds: 60,
  input: z.strictObject({ project_id: z.int(), delivery_id: z.int() }),
  async handler({ db, now, post, vault, queueOn }, { project_id, delivery_id }) {
    const delivery = await findPendingDelivery(db, { project_id }, delivery_id);
    if (!delivery) return;
    const id = `msg_${project_id}_${delivery_id}`;
    const time = now();
    const signature = new Signer(vault.open(delivery.secret)).sign(id, time, delivery.payload);
    const { status, error } = await post({
      url: delivery.url,
      body: delivery.payload,
      headers: {
        "content-type": "application/json",
        "user-agent": "Earshot-Webhooks/1",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
        "webhook-signature": signature,
      },
    });
    const wait_seconds = RETRY_SECONDS[delivery.attempts];
    const failed =
      error ?? (status !== null && status >= 200 && status < 300 ? null : `HTTP ${status}`);
    const again = failed !== null && status !== 410 && wait_seconds !== undefined;
    await db.transaction().execute(async (trx) => {
      await settleDelivery(trx, delivery, { status, error: failed, again, now: time });
      if (!again) return;
      const run_at = new Date(time.getTime() + (wait_seconds ?? 0) * 1000);
      await queueOn(trx).add(DELIVER_WEBHOOK, { project_id, delivery_id }, { run_at });
    });
  },
});

export const sweepWebhooks = job({
  name: "sweep_webhooks",
  input: z.strictObject({}),
  attempts: 1,
  timeout_seconds: 60,
  cron: "17 3 * * *",
  async handler({ db, now }) {
    await sweepDeliveries(db, now());
  },
});
