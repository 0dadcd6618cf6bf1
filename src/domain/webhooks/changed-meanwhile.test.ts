import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { waitForLock } from "../../../test/kit/wait-for.ts";
import { startReceiver } from "../../../test/kit/webhook-receiver.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { emitEvent } from "./event-queries.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { tryWebhook } from "./try-webhook.ts";
import { updateWebhook } from "./update-webhook.ts";

/** A world with a webhook whose first receiver answers so, `meanwhile` having happened. */
async function listen(status: number, meanwhile: () => unknown) {
  const world = await makeWorld();
  const receiver = await startReceiver([status], meanwhile);
  const input = { url: receiver.url, events: ["run.completed" as const] };
  const { webhook } = await run(createWebhook, world.context(), input);
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  const read = async () => (await run(listWebhooks, world.context(), {})).data[0];
  return { world, receiver, webhook_id: webhook.id, read };
}

for (const status of [410, 500]) {
  test(`${status} of an address that was changed meanwhile is no word of the new one, which gets what was sent`, async () => {
    const next = await startReceiver([204]);
    const { world, webhook_id, receiver, read } = await listen(status, () =>
      run(updateWebhook, world.context(), { webhook_id, url: next.url }),
    );
    await world.runJobs();
    assert.deepEqual([receiver.got.length, next.got.length], [1, 1]);
    const id = (one: typeof next) => one.got[0]?.headers["webhook-id"];
    assert.equal(id(next), id(receiver));
    const found = await read();
    assert.deepEqual(
      [found?.is_active, found?.failing_since, found?.disabled_reason],
      [true, null, null],
    );
    assert.deepEqual(
      [found?.last_delivery?.status, found?.last_delivery?.attempts],
      ["delivered", 1],
    );
  });
}

test("what waits for a webhook that is changed is given all its tries again", async () => {
  const { world, webhook_id, read } = await listen(500, () => {});
  await world.pool.query("update webhook_deliveries set attempts = 9");
  const next = await startReceiver([500]);
  await run(updateWebhook, world.context(), { webhook_id, url: next.url });
  await world.runJobs();
  assert.deepEqual([next.got.length, (await read())?.last_delivery?.attempts], [10, 10]);
});

test("a webhook that is removed meanwhile is forgotten with what was sent", async () => {
  const { world, webhook_id, receiver, read } = await listen(500, () =>
    run(deleteWebhook, world.context(), { webhook_id }),
  );
  await world.runJobs();
  assert.deepEqual([receiver.got.length, await read()], [1, undefined]);
});

test("an event that is told while a webhook is removed fails nobody", async () => {
  const { world, webhook_id } = await listen(204, () => {});
  const client = await world.pool.connect();
  await client.query("begin");
  await client.query("delete from webhooks where project_id = $1", [world.project.project_id]);
  const told = emitEvent(world.base, world.project, {
    event: "webhook.test",
    data: { webhook_id },
    webhook_id: decodeId("whk", webhook_id),
  });
  await waitForLock(world.pool);
  await client.query("commit");
  client.release();
  await told;
});
