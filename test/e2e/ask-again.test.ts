import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { askOnAnotherDay, fillCaptureProject } from "../kit/capture-project.ts";
import { jobContext } from "../kit/event-checks.ts";
import { addModel } from "../kit/facts.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const PROMPTS = 6;

test("what failed in a run is asked again by one press, after it said how many and at what cost", {
  skip,
}, async () => {
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "again" });
  after(() => simulated.close());
  await fillCaptureProject(world, { server: simulated, prompts: PROMPTS, models: 2 });
  await planCaptures.handler(jobContext(world), {});
  const { pool, project } = world;
  const failed = await pool.query(
    `update capture_tasks t set status = 'failed', error_kind = 'retry', error = 'its provider was down', finished_at = now()
     from models m where m.project_id = t.project_id and m.model_id = t.model_id
       and t.project_id = $1 and m.slug = 'simulated-b'`,
    [project.project_id],
  );
  assert.equal(failed.rowCount, PROMPTS);
  // Of one prompt two samples failed.
  await pool.query(
    `insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, run_after, status, error_kind, error, finished_at)
     select project_id, run_id, day, model_id, prompt_id, 2, run_after, status, error_kind, error, finished_at
     from capture_tasks where project_id = $1 and status = 'failed' limit 1`,
    [project.project_id],
  );
  const FAILED = PROMPTS + 1;
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const user = await addUser(world);
  const { page, problems } = await enter(server, user, WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}`);
  await page.getByText("Answers are coming in").waitFor();
  await page.getByText(`0 of ${PROMPTS + FAILED} are here`).waitFor();
  await page.goto(`${server.origin}/projects/${world.project.id}/runs`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("heading", { level: 1, name: /^Run of/ }).waitFor();
  await page.getByText("its provider was down").first().waitFor();
  await page.getByRole("button", { name: "Ask what failed again" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(`${FAILED} questions, `).waitFor();
  await settled(page);
  await look(page, "ask-again", { ...WIDE, opened: "dialog" });
  // One assistant is asked in two calls, of which the second fails: what the first asked is not asked, and paid for, twice.
  let calls = 0;
  await page.route("**/run_captures", (route) => {
    const isReal = !route.request().postDataJSON().dry_run;
    if (!isReal || ++calls !== 2) return route.continue();
    return route.fulfill({
      status: 500,
      json: { error: { code: "INTERNAL_ERROR", message: "No." } },
    });
  });
  await dialog.getByRole("button", { name: "Ask again" }).click();
  await dialog.getByText("That did not work").waitFor();
  const left = dialog.getByText(/^[1-6] questions?, /);
  await left.waitFor();
  const [count = ""] = /^\d+ questions?/.exec((await left.textContent()) ?? "") ?? [];
  await dialog.getByRole("button", { name: "Ask again" }).click();
  await page.getByText(`${count} will be asked again`).waitFor();
  assert.match(problems.splice(0).join(), /^Failed to load resource/);
  const { rows } = await pool.query(
    `select m.slug, count(*)::integer as count from capture_tasks t
     join models m using (project_id, model_id)
     where t.project_id = $1 and t.status = 'queued' group by 1 order by 1`,
    [project.project_id],
  );
  assert.deepEqual(rows, [
    { slug: "simulated-a", count: PROMPTS },
    { slug: "simulated-b", count: FAILED },
  ]);
  // What waits is not asked again, and what is answered since no longer fails.
  const asked = page.getByRole("table", { name: "Questions" }).getByText("asked again, waiting");
  await comesTo(() => asked.count(), FAILED);
  const button = page.getByRole("button", { name: "Ask what failed again" });
  assert.equal(await button.count(), 0);
  await pool.query(
    `update capture_tasks set status = 'done', finished_at = now()
     where project_id = $1 and asked_at is not null`,
    [project.project_id],
  );
  const later = new Date(Date.now() + 3 * 60_000);
  await pool.query(
    "update capture_tasks set run_after = $2 where project_id = $1 and status = 'queued'",
    [project.project_id, later],
  );
  await page.reload();
  await page.getByText("asked again, answered").first().waitFor();
  assert.equal(await button.count(), 0);
  const failures = page.getByRole("table", { name: "Assistants of the run" });
  await failures.getByRole("row", { name: "simulated-b" }).waitFor();
  await failures
    .getByText(`${FAILED} failed first and came back when asked again: its provider was down`)
    .waitFor();
  // Nothing is due yet: it is planned.
  const planned = new RegExp(
    `, ${PROMPTS} planned from .*, ${FAILED} failed with simulated-b and came back when asked again`,
  );
  await page.getByText(planned).waitFor();
  await page.getByText("planned", { exact: true }).waitFor();
  await settled(page);
  await look(page, "asked-again", WIDE);
  await page.goto(`${server.origin}/projects/${project.id}/runs`);
  await page.getByText(planned).waitFor();
  const row = page.getByRole("table", { name: "Runs" }).locator("tbody tr").first();
  await row.getByText("planned", { exact: true }).waitFor();
  assert.equal(await row.getByText(/: why/).count(), 0);
  await settled(page);
  await look(page, "runs-planned", WIDE);
  assert.deepEqual(problems, []);
});

test("a run whose questions wait for an assistant that is down is retrying, not planned", {
  skip,
}, async () => {
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "down" });
  after(() => simulated.close());
  await fillCaptureProject(world, { server: simulated, prompts: PROMPTS, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  const { pool, project } = world;
  await pool.query(
    `insert into health_problems (project_id, model_id, problem, since, noticed_at, message, said)
     select project_id, model_id, 'stopped_answering', now(), now(), 'Nothing answers at its address.',
       'connect ECONNREFUSED 127.0.0.1:9' from models where project_id = $1`,
    [project.project_id],
  );
  const pause = (until: string | Date) =>
    pool.query(
      "update capture_targets set failing_since = now(), paused_until = $2 where project_id = $1",
      [project.project_id, until],
    );
  await pause(new Date(Date.now() + 20 * 60_000));
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const address = `${server.origin}/projects/${project.id}`;
  await page.goto(`${address}/runs`);
  const row = page.getByRole("table", { name: "Runs" }).locator("tbody tr").first();
  await row.getByText("retrying", { exact: true }).waitFor();
  await row.getByText(new RegExp(`, ${PROMPTS} wait, tried again from `)).waitFor();
  assert.equal(await row.getByText("planned").count(), 0);
  await settled(page);
  await look(page, "runs-retrying", WIDE);
  await row.getByRole("link").first().click();
  await page.getByText("retrying", { exact: true }).waitFor();
  // What another assistant, which answers, is planned to be asked is not tried again.
  const other = await pool.query(
    `insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, run_after)
     select project_id, run_id, day, $2, prompt_id, sample, now() + interval '3 h'
     from capture_tasks where project_id = $1 returning task_id`,
    [project.project_id, await addModel(world.db, project.project_id, "other")],
  );
  assert.equal(other.rows.length, PROMPTS);
  await page.goto(`${address}/runs`);
  await row.getByText(new RegExp(`, ${2 * PROMPTS} planned from `)).waitFor();
  assert.equal(await row.getByText("retrying", { exact: true }).count(), 0);
  await pool.query("delete from capture_tasks where task_id = any($1)", [
    other.rows.map(({ task_id }) => task_id),
  ]);
  // One whose key is refused is not asked again by itself.
  await pause("infinity");
  await page.goto(`${address}/runs`);
  await row.getByText("waiting", { exact: true }).waitFor();
  await row.getByText(`, ${PROMPTS} wait until their assistant answers again`).waitFor();
  assert.deepEqual(problems, []);
});

test("prompts that are picked are asked at once; a prompt's page fills by itself and leads to the run", {
  skip,
}, async () => {
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "now" });
  after(() => simulated.close());
  await fillCaptureProject(world, { server: simulated, prompts: 40, models: 1 });
  await askOnAnotherDay(world);
  const server = await startServer(world, { DASHBOARD: "on" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const address = `${server.origin}/projects/${world.project.id}`;
  await page.goto(`${address}/prompts`);
  const rows = page.getByRole("table", { name: "Prompts" }).locator("tbody").getByRole("row");
  const another = (await rows.nth(1).getByRole("link").first().textContent()) ?? "";
  const top = async () => (await rows.nth(1).boundingBox())?.y;
  await settled(page);
  const before = await top();
  await rows.nth(0).getByRole("checkbox").check();
  await page.getByText("1 picked").waitFor();
  assert.equal(await top(), before, "the next row stays under the pointer");
  await rows.nth(39).getByRole("checkbox").check();
  // However far down one has scrolled.
  const bar = page.getByRole("group", { name: "Selected prompts" });
  await comesTo(
    () => bar.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight),
    true,
  );
  await comesTo(() => page.evaluate("scrollY > 500"), true);
  await look(page, "prompts-picked", WIDE);
  await bar.getByRole("button", { name: "Ask now" }).click();
  await page.getByRole("dialog").getByText("Asks these 2 prompts").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Ask for 2 answers now" }).click();
  await page.getByText("2 answers were requested.").waitFor();
  await bar.waitFor({ state: "detached" });

  await page.goto(`${address}/prompts`);
  await rows.getByRole("link", { name: another, exact: true }).click();
  await page.getByText("No answers to it in this range.").waitFor();
  await page.getByRole("button", { name: "Ask now" }).click();
  await page.getByRole("dialog").getByText("Asks this prompt").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Ask for 1 answer now" }).click();
  const run = page.getByRole("link", { name: "See the run" });
  await run.waitFor();
  const to = (await run.getAttribute("href")) ?? "";
  await page.getByText(/last asked/).waitFor();
  await page.getByText("No answers to it in this range.").waitFor({ state: "detached" });
  await page.goto(new URL(to, server.origin).href);
  await page.getByRole("heading", { level: 1, name: /^Run of/ }).waitFor();
  assert.deepEqual(problems, []);
});

/** Asks until one more question of a world is answered: those of the tests before it may be due, too. */
async function answerOne(world: World): Promise<void> {
  const read = async () => (await world.rest("GET", "/chats?include_archived=true")).body;
  const { total_count: before } = await read();
  for (let tries = 0; tries < 100; tries++) {
    await workOnce(jobContext(world));
    if ((await read()).total_count > before) return;
  }
  assert.fail(`nothing is answered: ${JSON.stringify((await world.rest("GET", "/runs")).body)}`);
}

test("a prompt's page says that it is being asked, and of how many assistants, and shows each answer as it comes", {
  skip,
}, async () => {
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "being asked" });
  after(() => simulated.close());
  await fillCaptureProject(world, { server: simulated, prompts: 2, models: 2 });
  await askOnAnotherDay(world);
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const { body } = await world.rest("GET", "/prompts");
  const { id, text } = body.data[0];
  await page.goto(`${server.origin}/projects/${world.project.id}/prompts/${id}`);
  await page.getByRole("heading", { level: 1, name: text }).waitFor();
  await page.getByText("No answers to it in this range.").waitFor();
  const asked = page.getByText("It is being asked now");
  assert.equal(await asked.count(), 0);
  await page.getByRole("button", { name: "Ask now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ask for 2 answers now" }).click();
  await page.getByText("It is being asked now: 0 of 2 assistants have answered.").waitFor();
  assert.equal(await page.getByText(/not asked by Earshot|First asked/).count(), 0);
  await page.getByText("No answers to it yet.").waitFor();
  await settled(page);
  await look(page, "prompt-being-asked", WIDE);
  await answerOne(world);
  await page.getByText("It is being asked now: 1 of 2 assistants have answered.").waitFor();
  await page.getByRole("table", { name: "Who is named" }).waitFor();
  // An assistant that is switched off is not being asked, though its question still waits.
  const { data: targets } = (await world.rest("GET", "/targets")).body;
  const turn = async (is_active: boolean) => {
    for (const { model_id } of targets)
      assert.equal((await world.rest("PATCH", `/targets/${model_id}`, { is_active })).status, 200);
    await page.reload();
    await page.getByRole("table", { name: "Who is named" }).waitFor();
    await settled(page);
  };
  await turn(false);
  assert.equal(await asked.count(), 0);
  await turn(true);
  await asked.waitFor();
  await answerOne(world);
  await asked.waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
});

test("what is asked now in the run of the day is told apart from all of that run, and what was sent is shown", {
  skip,
}, async () => {
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "asked now" });
  after(() => simulated.close());
  await fillCaptureProject(world, { server: simulated, prompts: 3, models: 1 });
  await askOnAnotherDay(world);
  assert.equal((await world.rest("POST", "/runs", {})).body.planned, 3);
  await answerOne(world);
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/prompts`);
  const ofRun = (planned: number) => new RegExp(`being asked: \\d of ${planned} answers are here`);
  await page.getByText(ofRun(3)).waitFor();
  const rows = page.getByRole("table", { name: "Prompts" }).locator("tbody").getByRole("row");
  await rows.first().getByRole("checkbox").check();
  const bar = page.getByRole("group", { name: "Selected prompts" });
  await bar.getByRole("button", { name: "Ask now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ask for 1 answer now" }).click();
  await page
    .getByText(/1\sanswer was asked for just now\. Of today's run, \d of 4 answers are here/)
    .waitFor();
  await settled(page);
  await look(page, "prompts-asked-now", WIDE);
  // Opened anew, the page knows the run alone.
  await page.reload();
  await page.getByText(ofRun(4)).waitFor();
  const { data } = (await world.rest("GET", "/chats")).body;
  await page.goto(`${server.origin}/projects/${world.project.id}/answers/${data[0].id}`);
  await page.getByRole("button", { name: "Show the raw body" }).click();
  await page.getByText(/characters, read by/).waitFor();
  assert.deepEqual(problems, []);
});

test("prompts that are asked by hand show their answers in the list by themselves, while the day's run goes on", {
  skip,
}, async () => {
  const world = await makeWorld();
  const { pool, project, rest } = world;
  const simulated = await startSimulatedServer({ seed: "by hand" });
  after(() => simulated.close());
  await fillCaptureProject(world, { server: simulated, prompts: 2, models: 3 });
  // The day has sums, so that answers of today are only added to them; its own questions are due later.
  const line = { captured_at: new Date().toISOString(), prompt: "Which boots?", model: "ChatGPT" };
  await rest("POST", "/chats/import", JSON.stringify({ ...line, answer: "Acme." }));
  await planCaptures.handler(jobContext(world), {});
  await pool.query(
    "update capture_tasks set run_after = now() + interval '3 hours' where project_id = $1",
    [project.project_id],
  );
  const texts = ["Which boots last?", "Which boots are warm?"];
  const added = await rest("POST", "/prompts", { prompts: texts.map((text) => ({ text })) });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${project.id}/prompts`);
  const rows = page.getByRole("table", { name: "Prompts" }).locator("tbody").getByRole("row");
  const rowOf = (text: string) => rows.filter({ hasText: text });
  for (const text of texts) await rowOf(text).getByText("no answers").waitFor();
  for (const text of texts) await rowOf(text).getByRole("checkbox").check();
  const bar = page.getByRole("group", { name: "Selected prompts" });
  await bar.getByRole("button", { name: "Ask now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ask for 6 answers now" }).click();
  await page.getByText("6 answers were requested.").waitFor();
  while (await workOnce(jobContext(world)));
  const counts = () =>
    Promise.all(texts.map((text) => rowOf(text).locator('td[data-label="Answers"]').textContent()));
  await comesTo(counts, ["3", "3"]);
  assert.deepEqual(problems, []);
});
