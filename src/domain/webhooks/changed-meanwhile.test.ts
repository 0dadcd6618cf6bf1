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
async function listen(status: number | number[], meanwhile: () => unknown) {
  const world = await makeWorld();
  const receiver = await startReceiver([status].flat(), meanwhile);
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

test("a webhook that is changed while its last try fails is given all of them again", async () => {
  let change = () => {};
  const { world, webhook_id, receiver, read } = await listen([500, 204], () => change());
  await world.pool.query("update webhook_deliveries set attempts = 9");
  const events = ["run.completed" as const, "budget.reached" as const];
  change = () => run(updateWebhook, world.context(), { webhook_id, events });
  await world.runJobs();
  const found = await read();
  assert.deepEqual([receiver.got.length, found?.is_active], [2, true]);
  assert.deepEqual(
    [found?.last_delivery?.status, found?.last_delivery?.attempts],
    ["delivered", 1],
  );
});

test("an event that a webhook does not ask for any more is not sent", async () => {
  const { world, webhook_id, receiver, read } = await listen(204, () => {});
  const data = { period: "daily", starts_on: "2026-03-09", threshold_percent: 80 } as const;
  const told = { event: "budget.reached", data: { ...data, cap_usd: 10, spent_usd: 8 } } as const;
  const choose = (events: ("run.completed" | "budget.reached")[]) =>
    run(updateWebhook, world.context(), { webhook_id, events });
  await choose(["budget.reached"]);
  await emitEvent(world.base, world.project, told);
  await choose(["run.completed"]);
  await world.runJobs();
  assert.equal(receiver.got.length, 1, "the test alone");
  const { status, last_error } = (await read())?.last_delivery ?? {};
  assert.deepEqual([status, last_error], ["failed", "It is not asked for any more."]);
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

test("a test of a webhook that fails takes the place of the one that waits", async () => {
  const { world, receiver, webhook_id, read } = await listen([500, 500, 204], () => {});
  const send = () => run(tryWebhook, world.context(), { webhook_id });
  await send();
  const pending = async () => {
    const { rows } = await world.pool.query(
      "select delivery_id, last_error from webhook_deliveries where project_id = $1 and status = 'pending'",
      [world.project.project_id],
    );
    return rows.length;
  };
  assert.equal(await pending(), 2, "both are sent: nothing failed yet");
  await world.pool.query("update webhooks set failing_since = now() where project_id = $1", [
    world.project.project_id,
  ]);
  for (let count = 0; count < 5; count++) await send();
  assert.equal(await pending(), 1);
  await world.runJobs();
  assert.equal(receiver.got.length, 3, "one test, tried until it is taken");
  assert.equal((await read())?.last_delivery?.status, "delivered");
});

test("why a webhook was switched off is told until it is switched on", async () => {
  const { world, webhook_id, read } = await listen(410, () => {});
  await world.runJobs();
  const change = (changed: object) =>
    run(updateWebhook, world.context(), { webhook_id, ...changed });
  for (const changed of [
    { events: ["run.completed"] },
    { url: "https://new.example/hook" },
    { is_active: false },
  ]) {
    await change(changed);
    const found = await read();
    assert.deepEqual([found?.is_active, found?.disabled_reason], [false, "It answered 410 Gone."]);
  }
  await change({ is_active: true });
  assert.equal((await read())?.disabled_reason, null);
});

test("a test that is being tried while another takes its place is not tried again", async () => {
  let count = 0;
  const { world, receiver, webhook_id } = await listen([500, 204], async () => {
    if (count++ === 0) await run(tryWebhook, world.context(), { webhook_id });
  });
  await world.pool.query("update webhooks set failing_since = now() where project_id = $1", [
    world.project.project_id,
  ]);
  await world.runJobs();
  const { rows } = await world.pool.query(
    "select status from webhook_deliveries where project_id = $1 order by delivery_id",
    [world.project.project_id],
  );
  assert.equal(receiver.got.length, 2);
  assert.deepEqual(
    rows.map(({ status }) => status),
    ["failed", "delivered"],
  );
});
