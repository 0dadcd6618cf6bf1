import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import type { AccountContext } from "#core/context.ts";
import { packBody } from "#domain/answers/facts/raw-body.ts";
import { fillCaptureProject } from "../../../../test/kit/capture-project.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { workOnce } from "./capture-worker.ts";
import { reparseAnswers } from "./reparse-answers.ts";

/** A world with four captured answers. */
async function makeCaptured() {
  const world = await makeWorld({ now: () => new Date("2026-03-02T23:00:00Z") });
  const server = await startSimulatedServer({ seed: "reparse" });
  after(() => server.close());
  await fillCaptureProject(world, { server, prompts: 4, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  while (await workOnce(jobContext(world)));
  await world.runJobs();
  return world;
}

/** All that is stored of a world's answers. */
async function readAll({ pool, project }: World) {
  const tables = ["answers", "mentions", "citations", "search_queries", "brand_rollup"];
  const rows = await Promise.all(
    tables.map((table) =>
      pool.query(`select to_jsonb(t) as row from ${table} t where project_id = $1 order by row`, [
        project.project_id,
      ]),
    ),
  );
  return rows.map((result) => result.rows);
}

/** The same adapters in a newer version, which reads another text and one page less. */
function newer(world: World): AccountContext {
  const context = jobContext(world);
  const simulated = context.providers.get("simulated");
  assert(simulated);
  const parse: typeof simulated.engine.parse = (raw, requested_model) => {
    const captured = simulated.engine.parse(raw, requested_model);
    return {
      ...captured,
      finish: "length",
      text: `Acme leads. ${captured.text}`,
      cited: [],
      retrieved: captured.retrieved.slice(1),
      adapter_version: "openai-responses@2",
    };
  };
  const provider = { ...simulated, engine: { ...simulated.engine, parse } };
  return { ...context, providers: new Map([["simulated", provider]]) };
}

test("reading bodies again with the same adapter changes nothing at all", async () => {
  const world = await makeCaptured();
  const before = await readAll(world);
  const again = await reparseAnswers(jobContext(world), world.project, { dry_run: false });
  assert.deepEqual(again, { read: 4, changed: 0, unreadable: 0 });
  assert.deepEqual(await readAll(world), before);
});

test("a newer adapter's reading takes the place of the old one; chats keep their ids, reports follow", async () => {
  const world = await makeCaptured();
  const before = await readAll(world);
  const chats = async () => {
    const { body } = await world.rest("GET", "/chats");
    return body.data.map(({ id }: { id: string }) => id).sort();
  };
  const ids = await chats();
  const dry = await reparseAnswers(newer(world), world.project, { dry_run: true });
  assert.deepEqual(dry, { read: 4, changed: 4, unreadable: 0 });
  assert.deepEqual(await readAll(world), before);
  await reparseAnswers(newer(world), world.project, { dry_run: false });
  assert.deepEqual(await chats(), ids);
  const { body: chat } = await world.rest("GET", `/chats/${ids[0]}`);
  assert.match(chat.answer, /^Acme leads\. /);
  assert.equal(chat.sources.filter(({ cited }: { cited: boolean }) => cited).length, 0);
  const days = { date_from: "2026-03-02", date_to: "2026-03-02" };
  const { body: report } = await world.rest("POST", "/reports/brands", days);
  assert.equal(report.data[0].visibility, 1, "the own brand, in every answer now");
  assert.equal(report.population.cut_answers, 4);
  const { rows } = await world.pool.query(
    "select distinct adapter_version from raw_answers where project_id = $1",
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ adapter_version: "openai-responses@2" }]);
  const twice = await reparseAnswers(newer(world), world.project, { dry_run: false });
  assert.equal(twice.changed, 0);
});

test("a body that cannot be read any more leaves its answer as it is", async () => {
  const world = await makeCaptured();
  await world.pool.query(
    `update raw_answers set body = $2 where project_id = $1 and answer_id =
      (select min(answer_id) from raw_answers where project_id = $1)`,
    [world.project.project_id, packBody({ foreign: true })],
  );
  const before = await readAll(world);
  const again = await reparseAnswers(jobContext(world), world.project, { dry_run: false });
  assert.deepEqual(again, { read: 4, changed: 0, unreadable: 1 });
  assert.deepEqual(await readAll(world), before);
});
