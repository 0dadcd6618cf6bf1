import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { createPrompts } from "#domain/prompts/create-prompts.ts";
import { deletePrompts } from "#domain/prompts/delete-prompts.ts";
import { getUsage } from "#domain/usage/get-usage.ts";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import {
  countTasks,
  makeTrouble,
  queryProject as query,
  readMoney,
} from "../../../../test/kit/failing-provider.ts";
import { waitForLock } from "../../../../test/kit/wait-for.ts";
import { runCaptures } from "../planning/run-captures.ts";
import { listRuns } from "../runs/list-runs.ts";
import { updateTarget } from "../targets/update-target.ts";
import { getBudget } from "./get-budget.ts";
import { setBudget } from "./set-budget.ts";

test("without a known price a cap holds: so much is set aside until the first answer tells", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 3 });
  await query(world, "update models set provider = 'openai_compatible' where project_id = $1");
  const body = (cost: number) =>
    JSON.stringify({ choices: [{ message: { content: "Acme." } }], usage: { cost } });
  await run(setBudget, world.context(), { daily_cap_usd: 0, monthly_cap_usd: null });
  await work();
  assert.deepEqual([state.asked, (await countTasks(world))["skipped_budget"]], [0, 1]);
  await run(setBudget, world.context(), { daily_cap_usd: 0.3, monthly_cap_usd: null });
  assert.deepEqual(
    await countTasks(world),
    { queued: 3 },
    "a raised cap lets it be asked after all",
  );
  state.reply = { status: 200, body: body(0.2) };
  for (let count = 0; count < 3; count++) await work();
  assert.deepEqual(await countTasks(world), { done: 1, skipped_budget: 2 });
  assert.deepEqual(await readMoney(world), { spent: 200_000, held: 0, tasks: 200_000 });
});

test("a raised cap opens the day's run again, a lowered one does not", async () => {
  const { world, work } = await makeTrouble({ prompts: 10 });
  const cap = (daily_cap_usd: number | null) =>
    run(setBudget, world.context(), { daily_cap_usd, monthly_cap_usd: 5 });
  const workAll = async () => {
    while (await work());
    await world.runJobs();
    const { body } = await world.rest("GET", "/runs");
    const { done, skipped_budget, completed_at } = body.data[0];
    assert.ok(completed_at);
    return [done, skipped_budget];
  };
  await cap(0.02);
  const [first = 0, skipped = 0] = await workAll();
  assert.ok(first > 0 && skipped > 0);
  await cap(0.01);
  assert.deepEqual(await workAll(), [first, skipped]);
  await cap(0.04);
  const [second = 0] = await workAll();
  assert.ok(second > first);
  await cap(null);
  assert.deepEqual(await workAll(), [10, 0]);
});

test("a plan's captures of a month are as many as it says, however they are asked for; the next month has its own", async () => {
  const { world, work, plan, advance } = await makeTrouble({ prompts: 3 });
  await query(
    world,
    `update organisations set plan = 'brand/starter' where organisation_id =
      (select organisation_id from projects where project_id = $1)`,
  );
  // 5,998 of 6,000 were captured earlier in the month.
  await query(
    world,
    `insert into answers (project_id, day, captured_at, model_id, prompt_id, sample, status, origin, content_hash)
     select $1, '2026-03-01', '2026-03-01T00:00:00Z', 1, 1, n, 'answered', 'capture', sha256(n::text::bytea)
     from generate_series(1, 5998) n`,
  );
  const now = run(runCaptures, world.context({ plan: "brand/starter" }), {});
  await assert.rejects(now, { code: "PLAN_LIMIT_REACHED" });
  while (await work());
  assert.deepEqual(await countTasks(world), { done: 2, skipped_budget: 1 });
  const { used } = await run(getUsage, world.context(), {});
  assert.equal(used.captures_per_month, 6_000);
  const { errors } = (await run(listRuns, world.context(), {})).data[0] ?? {};
  assert.deepEqual(
    errors?.map(({ kind, message }) => [kind, message]),
    [["plan", "The plan brand/starter has room for 6000 captures a month."]],
  );
  await run(setBudget, world.context(), { daily_cap_usd: 1, monthly_cap_usd: null });
  await run(setBudget, world.context(), { daily_cap_usd: 2, monthly_cap_usd: null });
  assert.deepEqual(
    await countTasks(world),
    { done: 2, skipped_budget: 1 },
    "no budget left it out",
  );
  advance(30 * 86_400);
  await plan();
  while (await work());
  assert.deepEqual(await countTasks(world), { done: 5, skipped_budget: 1 });
});

test("what was captured in the month counts for the plan, also once its prompts are deleted", async () => {
  const { world, work, plan } = await makeTrouble({ prompts: 3 });
  await query(
    world,
    `update organisations set plan = 'brand/starter' where organisation_id =
      (select organisation_id from projects where project_id = $1)`,
  );
  while (await work());
  await query(
    world,
    `insert into answers (project_id, day, captured_at, model_id, prompt_id, sample, status, origin, content_hash)
     select $1, '2026-03-01', case when n = 1 then '2026-02-28T23:59:59Z' else '2026-03-01T00:00:00Z' end::timestamptz,
       1, 1, n, 'answered', 'capture', sha256(n::text::bytea)
     from generate_series(1, 5998) n`,
  );
  const used = async () => (await run(getUsage, world.context(), {})).used.captures_per_month;
  assert.equal(await used(), 6_000);
  const prompts = await query(world, "select prompt_id from prompts where project_id = $1");
  const prompt_ids = prompts.map(({ prompt_id }) => encodeId("prm", prompt_id));
  await run(deletePrompts, world.context(), { prompt_ids });
  assert.equal(await used(), 6_000);
  await run(createPrompts, world.context(), { prompts: [{ text: "Which boots are light?" }] });
  await plan();
  while (await work());
  assert.deepEqual(await countTasks(world), { skipped_budget: 1 });
  assert.equal(await used(), 6_000);
});

test("a question that is being asked counts for the plan, also once its prompt is deleted", async () => {
  const { world, work, askOpen } = await makeTrouble({ prompts: 3 });
  const used = async () => (await run(getUsage, world.context(), {})).used.captures_per_month;
  await work();
  const open = await askOpen();
  const prompts = await query(world, "select prompt_id from prompts where project_id = $1");
  const prompt_ids = prompts.map(({ prompt_id }) => encodeId("prm", prompt_id));
  await run(deletePrompts, world.context(), { prompt_ids });
  assert.equal(await used(), 2, "the answered one and the open one, not the one that waits");
  await open.end();
  assert.equal(await used(), 2);
});

test("an answer of the model before does not say what one that was chosen meanwhile costs", async () => {
  const { world, state, work, askOpen } = await makeTrouble({ prompts: 2 });
  await query(world, "update models set provider = 'openai_compatible' where project_id = $1");
  const body = (cost: number) => ({
    status: 200,
    body: JSON.stringify({ choices: [{ message: { content: "Acme." } }], usage: { cost } }),
  });
  await run(setBudget, world.context(), { daily_cap_usd: 1, monthly_cap_usd: null });
  state.reply = body(0.8);
  const early = await askOpen();
  const change = { model_id: "mdl_simulated-a", requested_model: "a-cheap-one" };
  await run(updateTarget, world.context(), change);
  await early.end();
  state.reply = body(0.01);
  await work();
  assert.deepEqual(await countTasks(world), { done: 2 }, "the cap leaves room for a cheap one");
});

test("what a project spent is the sum of what its models cost, while they are asked beside it", async () => {
  const { world } = await makeTrouble({ prompts: 1 });
  const spend = () =>
    query(
      world,
      `insert into capture_ledger (project_id, day, model_id, spent_micros)
       select project_id, (now() at time zone 'utc')::date, model_id, 1000000 from models
       where project_id = $1
       on conflict (project_id, day, model_id) do update
         set spent_micros = capture_ledger.spent_micros + 1000000`,
    );
  await spend();
  const db = betweenStatements(world.db, "capture_ledger", spend);
  const read = () => run(getBudget, { ...world.context(), db, now: () => new Date() }, {});
  const { models, spent_today_usd, spent_this_month_usd } = await read();
  const sum = (of: "spent_today_usd" | "spent_this_month_usd") =>
    models.reduce((total, model) => total + model[of], 0);
  assert.deepEqual([spent_today_usd, spent_this_month_usd], [1, 1]);
  assert.deepEqual([sum("spent_today_usd"), sum("spent_this_month_usd")], [1, 1]);
});

test("of the two caps the one that is left out stays, and is not raised", async () => {
  const { world, work } = await makeTrouble({ prompts: 3 });
  const cap = async (caps: object) => {
    const { status, body } = await world.rest("PATCH", "/budget", caps);
    assert.equal(status, 200, JSON.stringify(body));
    return [body.daily_cap_usd, body.monthly_cap_usd];
  };
  assert.deepEqual(await cap({ monthly_cap_usd: 0 }), [null, 0]);
  await work();
  assert.deepEqual(await cap({ daily_cap_usd: 5 }), [5, 0]);
  assert.deepEqual(await cap({ daily_cap_usd: 5.5 }), [5.5, 0]);
  assert.deepEqual(await cap({}), [5.5, 0]);
  assert.deepEqual(await cap({ daily_cap_usd: null }), [null, 0]);
  assert.deepEqual(await cap({ monthly_cap_usd: null }), [null, null]);
});

test("two first caps that are set at once are both kept", async () => {
  const { world } = await makeTrouble({ prompts: 1 });
  const other = await world.db.transaction().execute(async (db) => {
    await run(setBudget, { ...world.context(), db }, { daily_cap_usd: 5 });
    const asked = world.rest("PATCH", "/budget", { monthly_cap_usd: 100 });
    await waitForLock(world.pool);
    return { asked };
  });
  const { body } = await other.asked;
  assert.deepEqual([body.daily_cap_usd, body.monthly_cap_usd], [5, 100]);
});

test("what was counted in a later month, before a move to an earlier time zone, is not this month's", async () => {
  const { world } = await makeTrouble({ prompts: 1 });
  await query(
    world,
    `insert into capture_ledger (project_id, day, model_id, spent_micros)
     select project_id, date '2026-03-31' + n, model_id, 1000000 from models, generate_series(0, 1) n
     where project_id = $1`,
  );
  assert.equal((await run(getBudget, world.context(), {})).spent_this_month_usd, 1);
});
