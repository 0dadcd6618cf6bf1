import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { deleteTenant } from "#domain/tenancy/tenancy-queries.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import {
  countTasks,
  makeTrouble,
  queryProject as query,
  readMoney,
  readTarget,
} from "../../../../test/kit/failing-provider.ts";
import { LEASE_SECONDS, SLOWED_SECONDS } from "../capture-task.ts";
import { updateTarget } from "../targets/update-target.ts";
import { claimTask } from "./claim-task.ts";
import { reparseAnswers } from "./reparse-answers.ts";

test("a pause that a provider asked for is kept, though an answer asked for before comes in it", async () => {
  const { world, state, advance, work, askOpen } = await makeTrouble({ prompts: 4 });
  const early = await askOpen();
  state.reply = { status: 429, headers: { "retry-after": "60" } };
  await work();
  state.reply = null;
  await early.end();
  assert.deepEqual(await countTasks(world), { done: 1, queued: 3 });
  assert.equal(await work(), false, "the model is left alone as reported");
  advance(61);
  assert.equal(await work(), true);
  const target = await readTarget(world);
  assert.deepEqual([target.paused_until, target.failure_streak], [null, 0]);
});

test("a key that is refused after another one was saved stops nothing", async () => {
  const { world, state, work, askOpen } = await makeTrouble({ prompts: 3 });
  const save = (change: object) =>
    run(updateTarget, world.context(), { model_id: "mdl_simulated-a", ...change });
  await save({ api_key: "an old key" });
  state.reply = { status: 401 };
  const early = await askOpen();
  state.reply = null;
  await save({ api_key: "a new key" });
  await early.end();
  const target = await readTarget(world);
  assert.deepEqual(
    [target.paused_until, target.failing_since, target.failure_streak],
    [null, null, 0],
  );
  assert.equal(await work(), true, "the others are asked with the new key");
  assert.deepEqual(await countTasks(world), { done: 1, queued: 2 });
});

test("a prompt was asked, whether an answer came or not", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 2 });
  const asked = async () =>
    (await world.rest("GET", "/prompts")).body.data.filter(
      ({ last_run_at }: { last_run_at: string | null }) => last_run_at === "2026-03-02T20:00:00Z",
    ).length;
  state.reply = { status: 400 };
  await work();
  assert.deepEqual([await asked(), await countTasks(world)], [1, { failed: 1, queued: 1 }]);
  state.reply = { status: 500 };
  await work();
  assert.deepEqual([await asked(), await countTasks(world)], [2, { failed: 1, queued: 1 }]);
});

test("a model that asks to go slower is asked half as much for five minutes, and is not failing", async () => {
  const { world, state, advance, work } = await makeTrouble({ prompts: 30 });
  state.reply = { status: 429 };
  for (let count = 0; count < 7; count++) await work();
  const target = await readTarget(world);
  assert.deepEqual(
    [target.failure_streak, target.paused_until, target.failing_since],
    [0, null, null],
  );
  const claimAll = async () => {
    for (let count = 0; count < 12; count++) await claimTask(jobContext(world));
    return (await countTasks(world))["running"];
  };
  assert.equal(await claimAll(), 4, "half of eight");
  await world.pool.query("update capture_tasks set status = 'cancelled' where status = 'running'");
  advance(SLOWED_SECONDS + 1);
  assert.equal(await claimAll(), 8);
  await world.pool.query("update capture_tasks set status = 'cancelled' where status = 'running'");
  state.reply = { status: 429 };
  await run(updateTarget, world.context(), {
    model_id: "mdl_simulated-a",
    requests_per_minute: 60,
  });
  await work();
  await work();
  const rate = await readTarget(world);
  advance(1);
  await claimTask(jobContext(world));
  const slow = await readTarget(world);
  assert.equal(
    (Date.parse(slow.next_free_at) - Date.parse(rate.next_free_at)) / 1000,
    2,
    "a turn every two seconds",
  );
});

test("a question whose workers die again and again is given up, and every try is paid for", async () => {
  const { world, advance, work } = await makeTrouble({ prompts: 1 });
  for (let death = 0; death < 6; death++) {
    assert.equal((await claimTask(jobContext(world))).kind, "ask");
    advance(LEASE_SECONDS + 1);
  }
  await work();
  const rows = await query(
    world,
    "select status, error_kind, error from capture_tasks where project_id = $1",
  );
  const error = "Asked too often without an answer.";
  assert.deepEqual(rows, [{ status: "failed", error_kind: "lost", error }]);
  const { spent, held, tasks } = await readMoney(world);
  assert.deepEqual([spent, held, tasks], [6 * 8_000, 0, 6 * 8_000]);
});

test("a question that was open when its worker died ends with its model, its prompt or its day", async () => {
  for (const [how, ended, why] of [
    ["update models set is_active = false where project_id = $1", "cancelled", /was switched off/],
    ["update prompts set status = 'archived' where project_id = $1", "cancelled", /was archived/],
    ["update projects set status = 'paused' where project_id = $1", "failed", /day ended/],
  ] as const) {
    const { world, plan, advance, work } = await makeTrouble({ prompts: 2 });
    await claimTask(jobContext(world));
    await query(world, how);
    await plan();
    assert.equal((await countTasks(world))["running"], 1, "a worker may still be waiting for it");
    advance(ended === "failed" ? 3 * 86_400 : LEASE_SECONDS + 1);
    assert.equal(await work(), false);
    await plan();
    assert.deepEqual(await countTasks(world), { [ended]: 2 }, how);
    const { spent, held, tasks } = await readMoney(world);
    assert.deepEqual([spent, held, tasks], [8_000, 0, 8_000], "it may have been answered");
    await world.runJobs();
    const { body } = await world.rest("GET", "/runs");
    const [{ completed_at, errors }] = body.data;
    assert.ok(completed_at, "the run is over");
    assert.equal(errors[0].count, 2, "it says why for each");
    assert.match(errors[0].message, why);
  }
});

test("an answer that nobody can read is paid for, shown as an error, kept, and read by a newer adapter", async () => {
  const { world, state, advance, work } = await makeTrouble({ prompts: 6 });
  const output_text = "Acme leads.";
  state.reply = { status: 200, body: JSON.stringify({ output_text }) };
  for (let count = 0; count < 5; count++) await work();
  assert.equal(await work(), false, "five in a row were paid for in vain: the model is left alone");
  assert.match((await readTarget(world)).paused_reason, /not in the openai-responses shape/);
  assert.deepEqual(await countTasks(world), { failed: 5, queued: 1 });
  assert.deepEqual(await readMoney(world), { spent: 20_000, held: 0, tasks: 20_000 });
  const chats = await world.rest("GET", "/chats?status=error");
  assert.equal(chats.body.total_count, 5);
  const context = jobContext(world);
  const simulated = context.providers.get("simulated");
  assert(simulated);
  const sample = simulated.recall?.("2026-03-02", {
    ...{ prompt: "x", country_code: "US", requested_model: "simulated-a" },
    market: { own: { name: "Acme", domain: "acme.com" }, competitors: [], topics: [] },
  });
  assert(sample);
  const parse = (raw: unknown) => ({
    ...{ ...sample, raw, cited: [], retrieved: [], finish: "stop" as const },
    text: (raw as { output_text: string }).output_text,
  });
  const engine = { ...simulated.engine, parse };
  const providers = new Map([["simulated", { ...simulated, engine }]]);
  const again = await reparseAnswers({ ...context, providers }, world.project, { dry_run: false });
  assert.deepEqual(again, { read: 5, changed: 5, unreadable: 0 });
  const found = await world.rest("GET", `/chats/${chats.body.data[0].id}`);
  assert.deepEqual([found.body.status, found.body.answer], ["answered", output_text]);
  advance(901);
  state.reply = null;
  await work();
  assert.equal((await countTasks(world))["done"], 1);
});

test("a prompt that is deleted while it is asked takes its answer along, and the question is paid for", async () => {
  const { world, askOpen } = await makeTrouble({ prompts: 1 });
  const open = await askOpen();
  const [{ id }] = (await world.rest("GET", "/prompts")).body.data;
  assert.equal((await world.rest("DELETE", `/prompts/${id}`)).status, 204);
  await open.end();
  for (const table of [
    "prompts",
    "answers",
    "mentions",
    "citations",
    "raw_answers",
    "capture_tasks",
  ]) {
    const rows = await query(world, `select from ${table} where project_id = $1`);
    assert.equal(rows.length, 0, table);
  }
  assert.deepEqual(await readMoney(world), { spent: 8_000, held: 0, tasks: 0 });
});

test("a project that is deleted while it is asked leaves nothing behind, and its worker goes on", async () => {
  const { world, askOpen, work } = await makeTrouble({ prompts: 2 });
  const open = await askOpen();
  await world.db.transaction().execute((db) => deleteTenant(db, world.project));
  await open.end();
  assert.equal(await work(), false);
  assert.equal((await query(world, "select from answers where project_id = $1")).length, 0);
});

test("a changed model is asked as it is now, a deactivated one no more; what is open is kept", async () => {
  const { world, state, work, askOpen } = await makeTrouble({ prompts: 3 });
  const change = (input: object) =>
    run(updateTarget, world.context(), { model_id: "mdl_simulated-a", ...input });
  const open = await askOpen();
  await change({ is_active: false });
  assert.equal(await work(), false);
  await open.end();
  assert.deepEqual(await countTasks(world), { done: 1, queued: 2 });
  await change({ is_active: true, requested_model: "simulated-b" });
  await work();
  assert.equal(state.asked, 2);
  const rows = await query(
    world,
    "select distinct left(served_model, 11) as served from answers where project_id = $1 order by 1",
  );
  assert.deepEqual(rows, [{ served: "simulated-a" }, { served: "simulated-b" }]);
});

test("whatever a provider's body holds, its answer is stored once and paid for once", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 6 });
  const bodyOf = (text: string, source: object, extra: object = {}) => ({
    ...{ model: "model-x\u0000\ud800", status: "completed", ...extra },
    output: [
      {
        type: "web_search_call",
        action: { type: "search", queries: ["a\u0000b", "\udc00"], sources: [source] },
      },
      {
        type: "message",
        content: [
          {
            ...{ type: "output_text", text },
            annotations: [{ type: "url_citation", start_index: 0, end_index: 4, ...source }],
          },
        ],
      },
    ],
  });
  const url = "https://a.example/x";
  const bodies = [
    bodyOf("Acme\u0000 is \ud83d cut.", { url, title: "Ti\u0000tle \udfff" }),
    bodyOf("Write \\u0000 and \\ud800 in Acme's C.", { url, title: "\\u0000" }),
    bodyOf("Acme.", { url: `${url}?${"q".repeat(50_000)}`, title: "t".repeat(100_000) }),
    bodyOf("Acme.", { url: "javascript:alert(1)", title: null }, { "\u0000k\ud800": [{}] }),
    bodyOf("Acme.", { url: "https://\u0000.example/%zz\ud800", title: "" }),
    bodyOf("Acme. ".repeat(100_000), { url: "not a url", title: "x" }),
  ];
  for (const body of bodies) {
    state.reply = { status: 200, body: JSON.stringify(body) };
    await work();
  }
  assert.deepEqual(await countTasks(world), { done: 6 });
  assert.equal(state.asked, 6);
  const { spent, held, tasks } = await readMoney(world);
  assert.deepEqual([held, spent], [0, tasks]);
  const again = await reparseAnswers(jobContext(world), world.project, { dry_run: false });
  assert.deepEqual(again, { read: 6, changed: 0, unreadable: 0 });
});

test("an answer that cannot be stored fails its task at once instead of being paid for again and again", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 1 });
  const { project_id } = world.project;
  await world.pool.query(
    `alter table raw_answers add constraint broken check (project_id <> ${project_id}) not valid`,
  );
  await work();
  await world.pool.query("alter table raw_answers drop constraint broken");
  assert.deepEqual([state.asked, await countTasks(world)], [1, { failed: 1 }]);
  const { spent, held, tasks } = await readMoney(world);
  assert.deepEqual([held, spent > 0, spent], [0, true, tasks]);
});
