import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { AnyJob } from "#core/job.ts";
import { SEND_MAIL } from "#domain/accounts/mail.ts";
import { SEND_ALERT, SEND_LETTER } from "#domain/mailings/receiver.ts";
import { SEND_RESET } from "#domain/tenancy/reset-password.ts";
import { deliverWebhook } from "#domain/webhooks/deliver-webhook.ts";
import { addTry } from "#domain/webhooks/event-queries.ts";
import { testLog } from "../../test/kit/secret-trail.ts";
import { waitFor } from "../../test/kit/wait-for.ts";
import { makeWorld } from "../../test/kit/world.ts";
import { startWorker } from "./queue.ts";

const IN_LINE = 10;
const POLL_MS = 2_000;

test("a worker that is stopped while its runner is followed by another stops that one, too", async () => {
  const world = await makeWorld();
  let done = 0;
  const job: AnyJob = {
    name: "count",
    attempts: 1,
    work: "upkeep",
    input: z.object({}),
    handler: async () => {
      done += 1;
    },
  };
  const workers: string[] = [];
  const second = Promise.withResolvers<void>();
  const worker = await startWorker(world.pool, [job], {
    context: {
      ...world.base,
      log: testLog,
      actor: { kind: "system", door: "job", access: new Set(["read", "write"]) },
    },
    onWorkers([worker_id = ""]) {
      // Called while the runner is being made: to stop then is to stop half-way.
      if (workers.push(worker_id) === 2) second.resolve(worker.stop());
    },
  });
  const queue = world.base.queueOn(world.db);
  await queue.add(job, {});
  await waitFor("the job", () => done > 0);
  // A runner works before it listens: what is told until then, it never hears.
  await waitFor("the runner listens", async () => {
    const { rows } = await world.pool.query(
      `select from pg_stat_activity where datname = current_database() and state = 'idle' and query like 'LISTEN %'`,
    );
    return rows.length > 0;
  });
  // What ends a runner without being asked to.
  await world.pool.query(`notify "worker:migrate", '{"breaking": true}'`);
  await second.promise;
  process.exitCode = 0;
  await queue.add(job, {});
  await sleep(2 * POLL_MS);
  assert.equal(done, 1);
  assert.equal(workers.length, 2);
});

test("a job that waits and is asked for again keeps its place, and does what was asked last", async () => {
  const world = await makeWorld();
  const queue = world.base.queueOn(world.db);
  const job = { name: "again", attempts: 3, work: "upkeep" } as const;
  const waiting = async () => {
    const { rows } = await world.pool.query(
      `select j.run_at, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'again'`,
    );
    return rows;
  };
  await queue.add(job, { asked: 1 }, { key: "again" });
  const [first] = await waiting();
  await queue.add(job, { asked: 2 }, { key: "again" });
  assert.deepEqual(await waiting(), [{ run_at: first.run_at, payload: { asked: 2 } }]);
  const run_at = new Date("2030-01-01T00:00:00Z");
  await queue.add(job, { asked: 3 }, { key: "again", run_at });
  assert.deepEqual(await waiting(), [{ run_at: "2030-01-01T00:00:00Z", payload: { asked: 3 } }]);
  await queue.add(job, { asked: 4 }, { key: "again" });
  const [soon] = await waiting();
  assert.deepEqual(soon.payload, { asked: 4 });
  assert.ok(Date.parse(soon.run_at) <= Date.now() + 1_000, "asked for now, it is put off no more");
});

test("long work takes no place of what starts at once, and a project takes one place of long work", async () => {
  const world = await makeWorld();
  const started: string[] = [];
  const end = Promise.withResolvers<void>();
  const jobOf = (name: string, work: AnyJob["work"], isSlow: boolean): AnyJob => ({
    ...{ name, work, attempts: 1, input: z.object({ project_id: z.int().optional() }) },
    async handler(_, { project_id = "" }) {
      started.push(`${name} ${project_id}`.trim());
      if (isSlow) await end.promise;
    },
  });
  const detect = jobOf("detect", "project", true);
  const erase = jobOf("erase", "project", true);
  const deliver = jobOf("deliver", "webhooks", true);
  const alert = jobOf("alert", "mail", true);
  const plan = jobOf("plan", "upkeep", false);
  const { add } = world.base.queueOn(world.db);
  for (const job of [detect, erase]) await add(job, { project_id: 1 });
  for (const project_id of [2, 3]) await add(detect, { project_id });
  for (let project_id = 1; project_id <= 6; project_id++) await add(alert, { project_id });
  for (let count = 0; count < 5; count++) await add(deliver, { project_id: 1 });
  const worker = await startWorker(world.pool, [detect, erase, deliver, alert, plan], {
    context: {
      ...world.base,
      log: testLog,
      actor: { kind: "system", door: "job", access: new Set(["read", "write"]) },
    },
    onWorkers() {},
  });
  await waitFor("two long jobs, two alerts and a webhook", () => started.length >= 5);
  await add(deliver, { project_id: 2 });
  await add(plan, {});
  await waitFor("the plan and another's webhook", () => started.length >= 7);
  await sleep(2 * POLL_MS);
  const places = ["alert 1", "alert 2", "deliver 1", "deliver 2", "detect 1", "detect 2", "plan"];
  assert.deepEqual(started.sort(), places);
  end.resolve();
  await waitFor("all the others", () => started.length === 17);
  await worker.stop();
});

test("a mail server that hangs takes no place of webhooks", () => {
  for (const mail of [SEND_ALERT, SEND_LETTER, SEND_MAIL, SEND_RESET])
    assert.equal(mail.work, "mail", mail.name);
});

test("jobs that wait in one line follow each other, and no worker has to look for them", async () => {
  const world = await makeWorld();
  const done: string[] = [];
  const jobOf = (name: string): AnyJob => ({
    ...{ name, attempts: 1, work: "upkeep", input: z.object({}) },
    handler: async () => void done.push(name),
  });
  const [soon, later] = [jobOf("soon"), jobOf("later")];
  const { add } = world.base.queueOn(world.db);
  // Were each found when a worker looks again, they would take twice as long.
  await add(later, {}, { run_at: new Date(Date.now() + IN_LINE * POLL_MS * 0.5) });
  for (let count = 0; count < IN_LINE; count++) await add(soon, {});
  const worker = await startWorker(world.pool, [soon, later], {
    context: {
      ...world.base,
      log: testLog,
      actor: { kind: "system", door: "job", access: new Set(["read", "write"]) },
    },
    onWorkers() {},
  });
  await waitFor("all jobs", () => done.length > IN_LINE);
  await worker.stop();
  assert.equal(done.at(-1), "later");
});

test("a line that is free wakes workers where a job waits in it, and nobody where none does", async () => {
  const world = await makeWorld();
  const heard: string[] = [];
  const client = await world.pool.connect();
  client.on("notification", ({ payload }) => heard.push(payload ?? ""));
  const { add } = world.base.queueOn(world.db);
  const job = { name: "wakes", attempts: 1, work: "upkeep" } as const;
  await add(job, {});
  await client.query('listen "jobs:insert"');
  const turn = (locked_by: string | null) =>
    client.query(
      "update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() where queue_name = 'wakes'",
      [locked_by],
    );
  await turn("a worker");
  assert.equal(heard.length, 0);
  await turn(null);
  await waitFor("the free line", () => heard.length > 0);
  assert.equal(JSON.parse(heard[0] ?? "").count, 1);
  await client.query(
    "update graphile_worker._private_jobs set run_at = now() + interval '1 day' where task_id = (select id from graphile_worker._private_tasks where identifier = 'wakes')",
  );
  await turn("a worker");
  await turn(null);
  await client.query("notify \"jobs:insert\", 'after'");
  await waitFor("what came after", () => heard.includes("after"));
  assert.deepEqual(heard.slice(1), ["after"]);
  client.release(true);
});

test("who sends workers' notifications all the time, as any role of the database can, holds jobs up and loses none", async () => {
  const world = await makeWorld();
  const done: number[] = [];
  const job: AnyJob = {
    name: "note",
    attempts: 1,
    work: "upkeep",
    input: z.object({ number: z.int() }),
    handler: async (_, { number }) => {
      await sleep(20);
      done.push(number);
    },
  };
  const worker = await startWorker(world.pool, [job], {
    context: {
      ...world.base,
      log: testLog,
      actor: { kind: "system", door: "job", access: new Set(["read", "write"]) },
    },
    onWorkers() {},
  });
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  let isOver = false;
  const flood = async () => {
    while (!isOver) {
      await world.pool.query(`notify "worker:migrate", '{"breaking": true}'`);
      await world.pool.query(`notify "jobs:insert", 'none of ours'`);
      await sleep(50);
    }
  };
  const flooding = flood();
  for (const number of numbers) {
    await world.base.queueOn(world.db).add(job, { number });
    await sleep(100);
  }
  isOver = true;
  await flooding;
  await waitFor("every job", () => done.length >= numbers.length);
  await worker.stop();
  process.exitCode = 0;
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    numbers,
    "each once",
  );
});

test("a job with one try is tried again where its project's server was away", async () => {
  const world = await makeWorld();
  const { project_id } = world.project;
  const away = new Set([project_id]);
  let tries = 0;
  const job: AnyJob = {
    ...{ name: "once", work: "project", attempts: 1, input: z.object({ project_id: z.int() }) },
    async handler() {
      tries += 1;
      if (away.has(project_id)) throw new Error("away");
    },
  };
  const worker = await startWorker(world.pool, [job], {
    context: {
      ...{ ...world.base, placement: { away, within: (_, work) => work() } },
      ...{ log: testLog, actor: { kind: "system", door: "job", access: new Set(["write"]) } },
    },
    onWorkers: () => {},
  });
  await world.base.queueOn(world.db).add(job, { project_id });
  await waitFor("it has failed", () => tries > 0);
  away.clear();
  await waitFor("it is tried again", () => tries > 1);
  await worker.stop();
});

test("however many projects have receivers that hang, one that answers gets its event next", async () => {
  const world = await makeWorld();
  const queue = world.base.queueOn(world.db);
  const sound = 9;
  for (let delivery_id = 1; delivery_id <= 20; delivery_id++) {
    for (let project_id = 1; project_id < sound; project_id++)
      await addTry(queue, { project_id, delivery_id, is_failing: true });
  }
  await addTry(queue, { project_id: sound, delivery_id: 1, is_failing: false });
  const begun: number[] = [];
  const reached = Promise.withResolvers<void>();
  const deliver: AnyJob = {
    ...deliverWebhook,
    async handler(_, { project_id }) {
      begun.push(project_id);
      if (project_id === sound) reached.resolve();
      else await sleep(100);
    },
  };
  const worker = await startWorker(world.pool, [deliver], {
    context: {
      ...world.base,
      log: testLog,
      actor: { kind: "system", door: "job", access: new Set(["read", "write"]) },
    },
    onWorkers() {},
  });
  await reached.promise;
  await worker.stop();
  const before = begun.indexOf(sound);
  assert.ok(before <= 4, `${before} others are tried before it`);
});
