import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { jobContext } from "../kit/event-checks.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

test("what failed is asked again but for prompts that are archived and assistants that are switched off since", {
  skip,
}, async () => {
  const world = await makeWorld();
  const { pool, project, rest } = world;
  const simulated = await startSimulatedServer({ seed: "left out" });
  after(() => simulated.close());
  const [slug] = await fillCaptureProject(world, { server: simulated, prompts: 2, models: 2 });
  await planCaptures.handler(jobContext(world), {});
  await pool.query(
    `update capture_tasks set status = 'failed', error_kind = 'retry', error = 'its provider was down', finished_at = now()
     where project_id = $1`,
    [project.project_id],
  );
  const [one, other] = (await rest("GET", "/prompts")).body.data;
  const archive = (prompt: { id: string }) =>
    rest("POST", "/prompts/archive", { prompt_ids: [prompt.id] });
  const set = async (status: string) => {
    const { status: said } = await rest("PATCH", `/projects/${project.id}`, { status });
    assert.equal(said, 200);
  };
  assert.equal((await archive(one)).status, 200);
  assert.equal((await rest("PATCH", `/targets/mdl_${slug}`, { is_active: false })).status, 200);
  await set("paused");
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page } = await enter(server, await addUser(world), WIDE);
  const run = (await rest("GET", "/runs")).body.data[0];
  await page.goto(`${server.origin}/projects/${project.id}/runs/${run.id}`);
  const dialog = page.getByRole("dialog");
  const ask = dialog.getByRole("button", { name: "Ask again" });
  const reopen = async () => {
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Ask what failed again" }).click();
  };
  await reopen();
  await dialog.getByText("The project is paused; resume it to ask prompts.").waitFor();
  assert.equal(await dialog.getByText("Counting what failed").count(), 0);
  assert.equal(await ask.isEnabled(), false);
  await set("active");
  await reopen();
  await dialog
    .getByText(/^1 question, .* 3 questions more cannot be asked: the prompt is/)
    .waitFor();
  await ask.click();
  await page.getByText("1 question will be asked again").waitFor();
  const { rows } = await pool.query(
    `select m.slug, p.text from capture_tasks t join models m using (project_id, model_id) join prompts p using (project_id, prompt_id)
     where t.project_id = $1 and t.status = 'queued'`,
    [project.project_id],
  );
  assert.deepEqual(rows, [{ slug: "simulated-b", text: other.text }]);
  assert.equal((await archive(other)).status, 200);
  await reopen();
  await dialog.getByText(/^None can be asked again: the prompt is archived, or/).waitFor();
  assert.equal(await ask.isEnabled(), false);
  // Which of its questions are shown is chosen where they are, and the page stays there.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.setViewportSize({ width: WIDE.width, height: 300 });
  const state = page.getByRole("combobox", { name: "State" });
  await state.scrollIntoViewIfNeeded();
  await state.click();
  await page.getByRole("option", { name: "failed" }).click();
  await page.waitForURL(/state=failed/);
  await settled(page);
  assert.ok((await page.evaluate<number>("scrollY")) > 0);
});
