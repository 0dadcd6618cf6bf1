import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { wakeProject } from "#domain/capture/asking/turn-queries.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { jobContext } from "../kit/event-checks.ts";
import { startLoad } from "../kit/load.ts";
import { freePort, startServer } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PROMPTS = 60;
/** What a version may do to a filled database beside processes of the version before: it adds. */
const NEXT = `alter table topics add column note text not null default '';
create index topics_note on topics (project_id, note);
create table topic_notes (project_id integer not null, topic_id integer not null, primary key (project_id, topic_id));`;

/** A copy of this tree that is one migration ahead. */
function makeNextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), "earshot-next-"));
  after(() => rmSync(folder, { recursive: true }));
  for (const name of ["src", "migrations", "package.json", "package-lock.json"]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "migrations/9999-next.sql"), NEXT);
  return join(folder, "src/main.ts");
}

// Nothing is released yet, so the version before is this one, and the next one is this with another migration: the test
// shows that processes of two versions live together over an added migration, not that some real migration only adds.
test("processes of the next version replace those of this one under load: no request fails, every answer is summed once", async () => {
  const world = await makeWorld();
  const { pool, project } = world;
  const simulated = await startSimulatedServer({ seed: "upgrade" });
  after(() => simulated.close());
  await fillCaptureProject(world, { server: simulated, prompts: PROMPTS, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  const makeDue = async (limit: number) => {
    await pool.query(
      `update capture_tasks set run_after = now(), asked_at = now() where project_id = $1 and task_id in (
         select task_id from capture_tasks where project_id = $1 and status = 'queued' order by task_id limit ${limit})`,
      [project.project_id],
    );
    // Early in the day the others wait for their hour, and workers with them.
    await wakeProject(world.db, project, new Date());
  };
  const ports = [await freePort(), await freePort()];
  const start = (port: number | undefined, main?: string) =>
    startServer(world, { PORT: String(port), CAPTURE_SLOTS: "2" }, main);
  const old = [await start(ports[0]), await start(ports[1])];
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const { load, stop } = startLoad({ origins, key: world.key });
  const goOn = async () => {
    const from = load.count;
    await waitFor("more requests", () => load.count >= from + 60);
  };
  await makeDue(PROMPTS / 3);
  await goOn();
  const next = makeNextVersion();
  for (const [at, port] of ports.entries()) {
    const origin = `http://127.0.0.1:${port}`;
    // As a balancer does that asks whether a process is ready.
    origins.splice(origins.indexOf(origin), 1);
    await goOn();
    assert.equal(await old[at]?.stop(), 0);
    await start(port, next);
    origins.push(origin);
    // One of each version, then two of the next.
    await makeDue(PROMPTS / 3);
    await goOn();
  }
  await makeDue(PROMPTS);
  await waitFor("all answers, summed", async () => {
    const { rows } = await pool.query(
      `select (select count(*)::int from answers where project_id = $1) as answers,
         (select coalesce(sum(answers + no_answer + refused + error), 0)::int from answer_rollup
          where project_id = $1 and span = 1) as summed,
         (select count(*)::int from rollup_dirty where project_id = $1) as dirty`,
      [project.project_id],
    );
    const [{ answers, summed, dirty }] = rows;
    assert.ok(answers <= PROMPTS, "no question is answered twice");
    return answers === PROMPTS && summed === PROMPTS && dirty === 0;
  });
  const { count, made, failed } = await stop();
  assert.deepEqual(failed, [], `${failed.length} of ${count} failed`);
  const { rows } = await pool.query(
    "select count(*)::int as made, count(note)::int as noted from topics where project_id = $1 and name like 'topic %'",
    [project.project_id],
  );
  assert.ok(made > 20);
  assert.deepEqual(rows, [{ made, noted: made }]);
  // Who was stopped and is started again in the version before says why it does not.
  await assert.rejects(start(await freePort()), /newer than this version.*9999-next\.sql/s);
});
