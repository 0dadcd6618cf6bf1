import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { run } from "#core/run.ts";
import { countLooks } from "../../../../test/kit/count-looks.ts";
import { addModel, addPrompt, putTask } from "../../../../test/kit/facts.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { ASKED_AGAIN } from "../task-queries.ts";
import { insertPastRuns } from "./insert-past-runs.ts";
import { listRuns } from "./list-runs.ts";
import { listRunRows } from "./run-queries.ts";

const PAST = { ids: "demo:", since: "2026-03-01", until: "2026-03-08" };
const FAILED = { again_seconds: 7_200, failed: { error_kind: "retry", error: "HTTP 503: down." } };

test("past runs are made of the answers with these ids alone, of days that are over, once", async () => {
  const world = await makeWorld();
  const line = (captured_at: string, external_id?: string) =>
    JSON.stringify({ captured_at, external_id, prompt: "Which?", model: "A", answer: "Acme." });
  const lines = [
    line("2026-03-05T06:00:00Z", "demo:5"),
    // Somebody's own, and two of one question a day: no question of the demo.
    line("2026-03-05T09:00:00Z"),
    line("2026-03-06T06:00:00Z", "mine:6"),
    line("2026-03-06T07:00:00Z", "mine:7"),
    line("2026-03-08T06:00:00Z", "demo:8"),
  ];
  const { body } = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(body.imported, lines.length);
  for (const _ of [1, 2]) {
    await insertPastRuns(world.db, world.project, { ...PAST, ...FAILED });
    const { data } = await run(listRuns, world.context(), {});
    assert.deepEqual(
      data.map(({ day, planned, done, failed }) => [day, planned, done, failed]),
      [["2026-03-05", 1, 1, 0]],
    );
  }
});

test("a list of runs looks up once how each question that failed was asked again", async () => {
  const { db, project } = await makeWorld();
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  const FAILED_COUNT = 20;
  for (let n = 0; n < FAILED_COUNT; n++) {
    const prompt_id = await addPrompt(db, project_id, { text: `Which ${n}?` });
    await putTask(db, project_id, { day: "2026-03-05", model_id, prompt_id, status: "failed" });
  }
  await db.transaction().execute(async (trx) => {
    const looksOf = async (read: () => Promise<unknown>) => {
      const before = await countLooks(trx, "capture_tasks");
      await read();
      return (await countLooks(trx, "capture_tasks")) - before;
    };
    const once = await looksOf(() =>
      sql`select ${ASKED_AGAIN} from capture_tasks t where project_id = ${project_id}`.execute(trx),
    );
    assert.ok(once >= FAILED_COUNT, `${once} looks`);
    const looks = await looksOf(async () => {
      const { data: rows } = await listRunRows(trx, project, { limit: 10, offset: 0 });
      assert.deepEqual([rows[0]?.failed, rows[0]?.errors[0]?.failed], [FAILED_COUNT, FAILED_COUNT]);
    });
    // What is due is looked for, too, and what came without an answer.
    assert.ok(looks <= once + 2, `${looks} looks, not ${once}`);
  });
});
