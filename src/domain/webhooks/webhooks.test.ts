import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { test } from "node:test";
import { Webhook as Verifier } from "standardwebhooks";
import { startWorker } from "#adapters/queue.ts";
import { makeVault } from "#adapters/vault.ts";
import type { AccountContext } from "#core/context.ts";
import { run } from "#core/run.ts";
import { testLog } from "../../../test/kit/secret-trail.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";
import { startReceiver } from "../../../test/kit/webhook-receiver.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { deliverWebhook, sweepWebhooks } from "./deliver-webhook.ts";
import { emitEvent } from "./event-queries.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { tryWebhook } from "./try-webhook.ts";
import { updateWebhook } from "./update-webhook.ts";
import { WEBHOOKS_MAX } from "./webhook.ts";

const jobContext = (world: World): AccountContext => ({
  ...world.base,
  actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
});

/** A world with a clock to move, and one webhook to a receiver that answers with `statuses` in turn. */
async function listen(statuses: number[]) {
  let time = Date.parse("2026-03-02T09:00:00.000Z");
  const clock = { now: () => new Date(time), set: (to: number) => (time = to) };
  const world = await makeWorld({ now: clock.now });
  const receiver = await startReceiver(statuses);
  const { webhook, secret } = await run(createWebhook, world.context(), {
    url: receiver.url,
    events: ["webhook.test", "run.completed"],
  });
  const read = async () => {
    const { data } = await run(listWebhooks, world.context(), {});
    const [found] = data;
    assert(found);
    return found;
  };
  return { world, clock, receiver, webhook, secret, read };
}

/** Carries waiting tries out, each at its time, and returns the seconds between them. */
async function carryOut({ world, clock }: Pick<Listening, "world" | "clock">): Promise<number[]> {
  const waits: number[] = [];
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await world.pool.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'deliver_webhook' and (j.payload ->> 'project_id')::int = $1
       returning j.payload, j.run_at`,
      [world.project.project_id],
    );
    const [next] = rows;
    if (!next) return waits;
    assert.equal(rows.length, 1, "one waiting try of a delivery at most");
    // The first try is due by the database's clock: at once.
    const wait = tries === 0 ? 0 : Date.parse(next.run_at) - clock.now().getTime();
    waits.push(Math.round(wait / 1000));
    clock.set(clock.now().getTime() + wait);
    await deliverWebhook.handler(jobContext(world), next.payload);
  }
  return assert.fail("tries never end");
}
type Listening = Awaited<ReturnType<typeof listen>>;

const headersOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

test("a receiver verifies what it gets with the public library, and by hand; anything changed is refused", async () => {
  const world = await makeWorld();
  const receiver = await startReceiver([204]);
  const events = ["webhook.test" as const];
  const input = { url: receiver.url, events };
  const { webhook, secret } = await run(createWebhook, world.context(), input);
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  await world.runJobs();
  const [got] = receiver.got;
  assert(got);
  assert.equal(got.headers["content-type"], "application/json");
  const verifier = new Verifier(secret);
  const event = verifier.verify(got.body, headersOf(got.headers)) as Record<string, unknown>;
  assert.deepEqual(event["type"], "webhook.test");
  assert.deepEqual(event["data"], { project_id: world.project.id, webhook_id: webhook.id });
  const signed = `${got.headers["webhook-id"]}.${got.headers["webhook-timestamp"]}.${got.body}`;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  assert.ok(key.length >= 24 && key.length <= 64, "as long as Standard Webhooks asks for");
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  assert.equal(got.headers["webhook-signature"], `v1,${signature}`);
  assert.throws(() => verifier.verify(`${got.body} `, headersOf(got.headers)));
  const later = { ...headersOf(got.headers), "webhook-id": "msg_other" };
  assert.throws(() => verifier.verify(got.body, later));
  const other = await run(createWebhook, world.context(), input);
  assert.throws(() => new Verifier(other.secret).verify(got.body, headersOf(got.headers)));
});

test("a receiver that fails is tried ten times on the documented schedule, then given up and switched off", async () => {
  const listening = await listen([500]);
  const { world, receiver, webhook, read } = listening;
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  const hours = (count: number) => count * 3600;
  assert.deepEqual(await carryOut(listening), [
    ...[0, 5, 300, 1800],
    ...[hours(2), hours(5), hours(10), hours(14), hours(20), hours(24)],
  ]);
  assert.equal(receiver.got.length, 10);
  assert.equal(new Set(receiver.got.map(({ headers }) => headers["webhook-id"])).size, 1);
  const given = await read();
  assert.deepEqual([given.is_active, given.last_delivery?.status], [false, "failed"]);
  assert.equal(given.disabled_reason, "It took nothing in 10 tries: HTTP 500");
  assert.equal(given.failing_since, "2026-03-02T09:00:00Z");
  await emitEvent(world.base, world.project, {
    event: "webhook.test",
    data: { webhook_id: webhook.id },
  });
  assert.deepEqual(await carryOut(listening), [], "what is switched off is sent nothing");
  await run(updateWebhook, world.context(), { webhook_id: webhook.id, is_active: true });
  const again = await read();
  assert.deepEqual(
    [again.is_active, again.disabled_reason, again.failing_since],
    [true, null, null],
  );
});

test("a webhook whose secret was sealed with another ENCRYPTION_KEY says so, and is tried again once that is back", async () => {
  const listening = await listen([200]);
  const { world, receiver, webhook, read } = listening;
  const { vault } = world.base;
  const tryIt = async (tries_until_back: number) => {
    let tries = 0;
    const open = (sealed: Buffer) =>
      (tries++ < tries_until_back ? makeVault(["another"]) : vault).open(sealed);
    world.base.vault = { ...vault, open };
    await run(tryWebhook, world.context(), { webhook_id: webhook.id });
    return (await carryOut(listening)).length;
  };
  assert.equal(await tryIt(2), 3);
  assert.deepEqual([receiver.got.length, (await read()).last_delivery?.status], [1, "delivered"]);
  assert.equal(await tryIt(100), 10);
  const { last_delivery } = await read();
  const todo = /sealed with another ENCRYPTION_KEY: create the webhook again, or have the operator/;
  assert.match(last_delivery?.last_error ?? "", todo);
});

test("a test goes to its webhook alone, whatever events that asks for, and to none that is switched off", async () => {
  const world = await makeWorld();
  const [receiver, other] = [await startReceiver([204]), await startReceiver([204])];
  const events = ["visibility.dropped" as const];
  const { webhook } = await run(createWebhook, world.context(), { url: receiver.url, events });
  const asksForTests = { url: other.url, events: ["webhook.test" as const] };
  await run(createWebhook, world.context(), asksForTests);
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  await world.runJobs();
  assert.deepEqual([receiver.got.length, other.got.length], [1, 0]);
  assert.equal(JSON.parse(receiver.got[0]?.body ?? "").type, "webhook.test");
  await run(updateWebhook, world.context(), { webhook_id: webhook.id, is_active: false });
  const again = run(tryWebhook, world.context(), { webhook_id: webhook.id });
  await assert.rejects(again, /switched off: switch it on first/);
});

test("a receiver that recovers gets the event once and counts as well", async () => {
  const listening = await listen([503, 302, 200]);
  const { world, receiver, webhook, read } = listening;
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  assert.deepEqual(await carryOut(listening), [0, 5, 300]);
  assert.equal(receiver.got.length, 3);
  const { last_delivery, failing_since, is_active } = await read();
  assert.deepEqual([last_delivery?.status, last_delivery?.attempts], ["delivered", 3]);
  assert.deepEqual([failing_since, is_active], [null, true]);
});

test("a webhook that took something while another event was given up stays on", async () => {
  const listening = await listen([...Array<number>(9).fill(500), 200, 500]);
  const { world, webhook, read } = listening;
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  const jobs = () =>
    world.pool.query("select payload from graphile_worker._private_jobs order by id");
  const first = { ...(await jobs()).rows.at(-1)?.payload, aside: true };
  for (let tries = 0; tries < 9; tries++) await deliverWebhook.handler(jobContext(world), first);
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  const second = (await jobs()).rows.at(-1)?.payload;
  await deliverWebhook.handler(jobContext(world), second);
  await deliverWebhook.handler(jobContext(world), first);
  const { rows } = await world.pool.query(
    "select status from webhook_deliveries where project_id = $1 order by delivery_id",
    [world.project.project_id],
  );
  assert.deepEqual(
    rows.map(({ status }) => status),
    ["failed", "delivered"],
  );
  assert.equal((await read()).is_active, true);
  await world.pool.query("delete from graphile_worker._private_jobs");
});

test("a receiver that says it is gone is switched off at once", async () => {
  const listening = await listen([410]);
  const { world, webhook, read } = listening;
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  assert.deepEqual(await carryOut(listening), [0]);
  const { is_active, disabled_reason } = await read();
  assert.deepEqual([is_active, disabled_reason], [false, "It answered 410 Gone."]);
});

test("what waits for a webhook is dropped when its user switches it off", async () => {
  const listening = await listen([500, 200]);
  const { world, receiver, webhook, read } = listening;
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  await run(updateWebhook, world.context(), { webhook_id: webhook.id, is_active: false });
  assert.deepEqual(await carryOut(listening), [0]);
  assert.equal(receiver.got.length, 0);
  const { last_delivery, disabled_reason } = await read();
  assert.deepEqual(last_delivery?.last_error, "The webhook was switched off.");
  assert.equal(disabled_reason, null);
});

test("a try that nobody carries any more is taken up again", async () => {
  const listening = await listen([200]);
  const { world, clock, receiver, webhook } = listening;
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  await world.pool.query("delete from graphile_worker._private_jobs");
  await sweepWebhooks.handler(jobContext(world), {});
  assert.deepEqual(await carryOut(listening), [], "not while it is only a little late");
  clock.set(clock.now().getTime() + 16 * 60_000);
  await sweepWebhooks.handler(jobContext(world), {});
  await sweepWebhooks.handler(jobContext(world), {});
  assert.deepEqual(await carryOut(listening), [0]);
  assert.equal(receiver.got.length, 1);
});

test("a webhook takes only the events it asked for, of its own project, and none once it is removed", async () => {
  const { world, receiver, webhook } = await listen([200]);
  const neighbour = await world.neighbour();
  const wanted = { event: "webhook.test", data: { webhook_id: webhook.id } } as const;
  const spending = { period: "daily", starts_on: "2026-03-02", cap_usd: 5, spent_usd: 4 } as const;
  const data = { ...spending, threshold_percent: 80 } as const;
  await emitEvent(neighbour.base, neighbour.project, wanted);
  await emitEvent(world.base, world.project, { event: "budget.reached", data });
  await world.runJobs();
  assert.equal(receiver.got.length, 0);
  await emitEvent(world.base, world.project, wanted);
  await run(deleteWebhook, world.context(), { webhook_id: webhook.id });
  await world.runJobs();
  assert.equal(receiver.got.length, 0);
});

test("a receiver that fails and says nothing holds up no other one of its project", async () => {
  const world = await makeWorld();
  const reached = Promise.withResolvers<void>();
  const dead = await startReceiver([500, 204], (count) => count > 1 && reached.promise);
  const sound = await startReceiver([204], (count) => count === 2 && reached.resolve());
  const events = ["webhook.test" as const];
  const { webhook } = await run(createWebhook, world.context(), { url: dead.url, events });
  await run(createWebhook, world.context(), { url: sound.url, events });
  const wanted = { event: "webhook.test", data: { webhook_id: webhook.id } } as const;
  for (const _ of [1, 2]) await emitEvent(world.base, world.project, wanted);
  const context = { ...jobContext(world), log: testLog };
  const worker = await startWorker(world.pool, [deliverWebhook], { context, onWorkers() {} });
  const lastOf = async () => {
    const { data } = await run(listWebhooks, world.context(), {});
    return data.find(({ id }) => id === webhook.id)?.last_delivery;
  };
  await waitFor("the second event", async () => ((await lastOf())?.attempts ?? 0) > 0);
  await worker.stop();
  const last = await lastOf();
  assert.deepEqual([last?.status, last?.attempts, last?.last_error], ["delivered", 1, null]);
});

test("webhooks that are added at once do not pass what a project may have", async () => {
  const world = await makeWorld();
  const add = (url: string) =>
    run(createWebhook, world.context(), { url, events: ["run.completed"] });
  for (let n = 1; n < WEBHOOKS_MAX; n++) await add(`https://hooks.example/${n}`);
  const ends = await Promise.allSettled(
    ["a", "b", "c", "d"].map((n) => add(`https://x.example/${n}`)),
  );
  assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await run(listWebhooks, world.context(), {})).data.length, WEBHOOKS_MAX);
});
