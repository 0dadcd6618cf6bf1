import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { encodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { suggest } from "#domain/suggestions/suggest.ts";
import { listDirtyDays, markDirty } from "#domain/sums/dirty-days.ts";
import { SPAN_MAX, spanStart } from "#domain/sums/spans.ts";
import { sumsOfSpan, tryHolding } from "#domain/sums/sum-locks.ts";
import { sayEvent } from "#domain/webhooks/chat-message.ts";
import { EVENTS, EventName } from "#domain/webhooks/events.ts";
import { fillCaptureProject } from "../../../../test/kit/capture-project.ts";
import { checkDefined, jobContext, watch } from "../../../../test/kit/event-checks.ts";
import { startInFront } from "../../../../test/kit/provider-server.ts";
import { workOnce } from "../asking/capture-worker.ts";
import { setBudget } from "../budget/set-budget.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { runCaptures } from "../planning/run-captures.ts";
import { updateTarget } from "../targets/update-target.ts";
import { concludeRun } from "./complete-run.ts";

test("the guide has a section for every event: its description, and an example with each field of its definition", () => {
  const guide = readFileSync("docs/webhooks.md", "utf8");
  const sections = [...guide.matchAll(/^### (\S+)\n([\s\S]*?)```json\n([\s\S]*?)```/gm)];
  assert.deepEqual(sections.map(([, name]) => name).sort(), EventName.options.toSorted());
  for (const [, name, words = "", example = ""] of sections) {
    const event = checkDefined(JSON.parse(example));
    assert.equal(event.type, name);
    // An empty list would not show what is in it.
    assert.ok(!JSON.stringify(event).includes("[]"), name);
    const { description } = EVENTS[EventName.parse(name)];
    assert.ok(words.replaceAll(/\s+/g, " ").startsWith(description), name);
  }
});

test("a field that is missing, another one or of another kind is noticed", () => {
  const event = (data: object) => ({
    ...{ type: "webhook.test", timestamp: "2026-03-02T09:00:00.000Z" },
    data: { project_id: "prj_kV3tPqYb", ...data },
  });
  checkDefined(event({ webhook_id: "whk_kV3tPqYb" }));
  for (const data of [{}, { webhook_id: 7 }, { webhook_id: "whk_kV3tPqYb", url: "" }]) {
    assert.throws(() => checkDefined(event(data)));
  }
});

test("a completed run is reported once; one whose last worker died is completed by the planner", async () => {
  const { world, clock, sent, ask } = await watch();
  const server = await startSimulatedServer({ seed: "events", now: clock.now });
  after(() => server.close());
  await fillCaptureProject(world, { server, prompts: 3, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  await ask();
  const completed = async () => (await sent()).filter(({ type }) => type === "run.completed");
  const [event, ...more] = await completed();
  assert.deepEqual([event.data.done, event.data.status, more.length], [3, "completed", 0]);
  await planCaptures.handler(jobContext(world), {});
  await ask();
  assert.equal((await completed()).length, 1);
  // While answers are read again the look at visibility waits, and is not forgotten.
  const read = (status: string) =>
    world.pool.query("update brands set status = $2 where project_id = $1 and is_own", [
      ...[world.project.project_id, status],
    ]);
  const looks = async (more: object = {}) => {
    const { project_id } = world.project;
    const { rows } = await world.pool.query(
      "select run_id from capture_runs where project_id = $1",
      [project_id],
    );
    await concludeRun.handler(jobContext(world), { project_id, ...more, run_id: rows[0].run_id });
    const { rows: waiting } = await world.pool.query(
      "select run_at from graphile_worker.jobs where key = 'conclude_run:' || $1::integer || ':' || $2::integer || ':look'",
      [project_id, rows[0].run_id],
    );
    return waiting.map(({ run_at }) => (Date.parse(run_at) - clock.now().getTime()) / 60_000);
  };
  await read("recalculating");
  // As on a day that nobody looked at yet.
  await world.pool.query("delete from events_told where project_id = $1 and fact like '%looked%'", [
    world.project.project_id,
  ]);
  assert.deepEqual(await looks(), [10]);
  const suggests = async () => {
    const key = `suggest:${world.project.project_id}`;
    const text = "delete from graphile_worker._private_jobs where key = $1 returning 1";
    return (await world.pool.query(text, [key])).rows.length;
  };
  assert.equal(await suggests(), 1);
  assert.deepEqual([await looks({ only_look: true }), await suggests()], [[10], 0]);
  await read("ready");
  await world.runJobs();
  assert.deepEqual(await looks(), []);
  assert.equal((await completed()).length, 1);
  // As if the worker had died between the last answer and what follows from it.
  await world.pool.query("update capture_runs set completed_at = null where project_id = $1", [
    world.project.project_id,
  ]);
  clock.advance(60);
  await Promise.all([1, 2].map(() => planCaptures.handler(jobContext(world), {})));
  await ask();
  assert.equal(
    (await completed()).length,
    2,
    "a second completion, reported by one of two planners",
  );
});

test("a run waits for the sums of its own day, not for days that others change without a pause", async () => {
  const { world, clock, sent, ask } = await watch();
  const server = await startSimulatedServer({ seed: "own day", now: clock.now });
  after(() => server.close());
  await fillCaptureProject(world, { server, prompts: 3, models: 1 });
  const { project, db } = world;
  const far = "2020-01-01";
  await markDirty(db, project, [far]);
  await db.connection().execute((other) =>
    // As if somebody else summed that day, for as long as the run takes.
    tryHolding(other, sumsOfSpan(project, spanStart(far, SPAN_MAX)), async () => {
      await planCaptures.handler(jobContext(world), {});
      await ask();
      const completed = (await sent()).filter(({ type }) => type === "run.completed");
      assert.deepEqual([completed.length, completed[0]?.data.done], [1, 3]);
    }),
  );
  assert.deepEqual(await listDirtyDays(db, project), [far]);
});

test("a budget is reported at 80 % and when it stops questions, once each; a raised cap is a new one", async () => {
  const { world, clock, sent, ask } = await watch();
  const server = await startSimulatedServer({ seed: "budget", now: clock.now });
  after(() => server.close());
  await fillCaptureProject(world, { server, prompts: 30, models: 1 });
  await run(setBudget, world.context(), { daily_cap_usd: 0.04, monthly_cap_usd: 100 });
  await planCaptures.handler(jobContext(world), {});
  await ask();
  const reached = async () => (await sent()).filter(({ type }) => type === "budget.reached");
  const events = await reached();
  const facts = events.map(
    ({ data }) => `${data.period} ${data.starts_on} ${data.threshold_percent}`,
  );
  assert.equal(facts.at(-1), "daily 2026-03-02 100");
  assert.equal(new Set(facts).size, facts.length);
  const spent = events.at(-1).data.spent_usd;
  assert.ok(spent <= 0.04 && spent > 0, `${spent}`);
  await run(setBudget, world.context(), { daily_cap_usd: 0.06, monthly_cap_usd: 100 });
  await world.pool.query(
    "update capture_tasks set status = 'queued' where project_id = $1 and status = 'skipped_budget'",
    [world.project.project_id],
  );
  await ask();
  const later = (await reached()).slice(events.length);
  assert.equal(later.filter(({ data }) => data.threshold_percent === 100).length, 1);
  assert.ok(later.every(({ data }) => data.cap_usd === 0.06));
});

test("a model that cannot be asked is reported once, until it answers again", async () => {
  const { world, clock, sent, ask } = await watch();
  let status = 401;
  const simulated = await startSimulatedServer({ seed: "failing", now: clock.now });
  const server = await startInFront(simulated, (response) => {
    return status !== 200 && response.writeHead(status).end('{"error": "Incorrect API key"}');
  });
  const { base_url } = simulated;
  const path = new URL(base_url).pathname;
  await fillCaptureProject(world, {
    server: { ...simulated, base_url: `${server.base_url}${path}` },
    prompts: 8,
    models: 1,
  });
  await planCaptures.handler(jobContext(world), {});
  clock.advance(3 * 3600);
  const failing = async () => (await sent()).filter(({ type }) => type === "target.failing");
  for (let asked = 0; asked < 5; asked++) await workOnce(jobContext(world));
  const [event, ...more] = await failing();
  assert.deepEqual([event.data.kind, event.data.resumes_by_itself], ["paused_target", false]);
  assert.equal(more.length, 0);
  const fix = () => run(updateTarget, world.context(), { model_id: "mdl_simulated-a" });
  await fix();
  clock.advance(120);
  await workOnce(jobContext(world));
  assert.equal((await failing()).length, 2, "saved, and refused again");
  await fix();
  status = 200;
  clock.advance(120);
  await workOnce(jobContext(world));
  status = 503;
  for (let asked = 0; asked < 40; asked++) {
    await workOnce(jobContext(world));
    clock.advance(20);
  }
  const third = (await failing())[2];
  assert.deepEqual([third.data.kind, third.data.failures_in_a_row], ["retry", 5]);
  assert.equal((await failing()).length, 3, "the row goes on, and is not reported again");
  status = 200;
  await ask();
  assert.equal((await failing()).length, 3);
});

test("new suggestions are sent in one event, and a name never twice", async () => {
  const { world, sent } = await watch();
  const lines = Array.from({ length: 6 }, (_, index) =>
    JSON.stringify({
      captured_at: `2026-03-0${index + 1}T08:00:00Z`,
      ...{ prompt: `Which shoes ${index}?`, model: "chatgpt", country_code: "US" },
      answer: `- **Umbra**: light.\n- **Vertex**: cheap.\n\nUmbra and Vertex lead; say number ${index}.`,
    }),
  );
  await world.rest("POST", "/chats/import", lines.join("\n"));
  await suggest.handler(jobContext(world), world.project);
  const created = async () => (await sent()).filter(({ type }) => type === "suggestion.created");
  const brands = (await created()).filter(({ data }) => data.kind === "brand");
  assert.equal(brands.length, 1);
  const names = brands[0].data.suggestions.map(({ name }: { name: string }) => name);
  assert.deepEqual(names.sort(), ["Umbra", "Vertex"]);
  const count = (await created()).length;
  await suggest.handler(jobContext(world), world.project);
  await world.pool.query("delete from suggestions where project_id = $1", [
    world.project.project_id,
  ]);
  await suggest.handler(jobContext(world), world.project);
  assert.equal((await created()).length, count);
});

test("a run whose failed question came back when asked again is completed, in its event and in words, too", async () => {
  const { world, clock, sent, ask } = await watch();
  const simulated = await startSimulatedServer({ seed: "again", now: clock.now });
  after(() => simulated.close());
  let refused = 0;
  const { base_url } = await startInFront(simulated, async (response) =>
    refused++ === 0
      ? response.writeHead(400).end('{"error": {"message": "Not this question."}}')
      : undefined,
  );
  const server = { ...simulated, base_url: `${base_url}/v1` };
  await fillCaptureProject(world, { server, prompts: 3, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  await ask();
  const told = async () => (await sent()).filter(({ type }) => type === "run.completed");
  const [first] = await told();
  assert.deepEqual([first.data.status, first.data.questions], ["partial", 3]);
  const { rows } = await world.pool.query(
    "select prompt_id from capture_tasks where project_id = $1 and status = 'failed'",
    [world.project.project_id],
  );
  clock.advance(1);
  const prompt_ids = [encodeId("prm", rows[0].prompt_id)];
  await run(runCaptures, world.context(), { prompt_ids });
  await ask();
  const { data } = (await told()).at(-1);
  const { status, planned, questions, done, failed, asked_again } = data;
  assert.deepEqual([status, planned, questions, done], ["completed", 4, 3, 3]);
  assert.deepEqual([failed, asked_again], [1, 1]);
  assert.equal((await world.rest("GET", "/runs")).body.data[0].status, "completed");
  const said = (event: object) => sayEvent(JSON.stringify(event), "UTC").slice(1, 6);
  assert.deepEqual(said(first), [
    ...["day: 2 Mar 2026", "status: partial", "questions: 3", "came back: 2", "still failed: 1"],
  ]);
  const [, ...again] = said({ type: "run.completed", data });
  assert.deepEqual(again.slice(0, 3), ["status: completed", "questions: 3", "came back: 3"]);
  assert.doesNotMatch(again.join("\n"), /failed|planned/);
});
