import assert from "node:assert/strict";
import { after, test } from "node:test";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { queryProject } from "../../../../test/kit/failing-provider.ts";
import {
  type AssistantName,
  fillLoopbackProject,
  startLoopback,
} from "../../../../test/kit/loopback-providers.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { workOnce } from "./capture-worker.ts";

const PROMPTS = 12;
/** What a question that ended so says. */
const SENTENCES: Record<string, RegExp[]> = {
  done: [/^$/],
  copied: [/^The same answer as before came back/],
  failed: [
    /^The answer is cut off or not JSON\.$/,
    /^Accepted, and lost by its provider\. HTTP 404: no such task$/,
    /^It may have been accepted and was not asked again\. Cloro has it/,
    /^The request to OpenAI came back empty\.$/,
    /^HTTP 404: model: claude-3-opus-20240229$/,
    /^Its day ended before it could be asked: its model was paused\. HTTP 404: model: claude-3/,
  ],
};

test("assistants as their providers are today end with answers or with one clear sentence, and are paid once", async () => {
  let time = Date.parse("2026-03-02T22:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const { project_id } = world.project;
  // Workers look across projects: what tests before this one left is not asked.
  await world.pool.query("update projects set status = 'paused' where project_id <> $1", [
    project_id,
  ]);
  const loopback = await startLoopback({ cut: 0.1, change_after: 5, lost_every: 6 });
  after(() => loopback.close());
  const planned = await fillLoopbackProject(world, { loopback, prompts: PROMPTS });
  const context = jobContext(world);
  await planCaptures.handler(context, {});
  const workers = [1, 2, 3, 4];
  for (let minute = 0; minute < 90; minute++) {
    while ((await Promise.all(workers.map(() => workOnce(context)))).some(Boolean));
    time += 60_000;
  }
  const waiting = await queryProject(
    world,
    `select distinct m.slug from capture_tasks t join models m using (project_id, model_id)
     where t.project_id = $1 and t.status in ('queued', 'running', 'submitted')`,
  );
  assert.deepEqual(waiting, [{ slug: "retired" }], "for a model that its provider has no more");
  time += 48 * 3_600_000;
  await planCaptures.handler(context, {});
  const tasks = await queryProject(
    world,
    `select m.slug, t.status, t.error, t.attempts, t.cost_micros::int as cost
     from capture_tasks t join models m using (project_id, model_id)
     where t.project_id = $1 and t.day = '2026-03-02'`,
  );
  assert.equal(tasks.length, planned);
  const endsOf = (name: AssistantName, status: string) =>
    tasks.filter((task) => task.slug === name && task.status === status);
  for (const { slug, status, error } of tasks) {
    const told = SENTENCES[status]?.some((sentence) => sentence.test(error ?? ""));
    assert.ok(told, `${slug}: ${status}, ${error}`);
  }
  const { claude, deepseek, retired, dearer, page, batch } = loopback.bills;
  const mostAtOnce = workers.length;
  assert.ok(claude.refused <= mostAtOnce && deepseek.refused <= 2 * mostAtOnce, "remembered");
  assert.ok(retired.refused <= 2 * mostAtOnce, "a model that is gone is not asked for ever");
  assert.ok(endsOf("retired", "failed").length > 0 && endsOf("retired", "done").length > 0);
  assert.ok(endsOf("copies", "copied").length > 0);
  assert.ok(endsOf("copies", "done").length <= PROMPTS, "a kept answer is no sample");
  assert.ok(endsOf("batch", "done").length > 0, "what an empty batch held is asked again");
  const paid = [...page.answers.values(), ...batch.answers.values()];
  assert.deepEqual(new Set(paid), new Set([1]), "nothing is paid twice");
  for (const { answers } of [claude, deepseek, dearer]) {
    assert.ok(Math.max(...answers.values()) <= 2, "what came half-written is asked once more");
  }
  const prices = endsOf("dearer", "done").flatMap(({ attempts, cost }) =>
    attempts === 1 ? cost : [],
  );
  assert.deepEqual(new Set(prices), new Set([1_200, 12_000]), "what was reported is booked");
});
