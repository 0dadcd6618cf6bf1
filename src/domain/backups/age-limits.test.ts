import assert from "node:assert/strict";
import { test } from "node:test";
import { collect } from "../../../test/kit/read-all.ts";
import { countAll, restore } from "../../../test/kit/restore.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { writeBackup } from "./write-backup.ts";

const world = await makeWorld({ now: () => new Date("2026-04-11T12:00:00Z") });
const line = (day: string) =>
  JSON.stringify({ captured_at: `${day}T10:00:00Z`, prompt: "q", model: "m", answer: "Acme." });
const DAYS = ["2025-01-01", "2026-03-01", "2026-03-02", "2026-04-10"];
await world.rest("POST", "/chats/import", DAYS.map(line).join("\n"));
await world.pool.query(
  `insert into raw_answers (project_id, answer_id, adapter_version, body)
   select project_id, answer_id, '1', '' from answers where project_id = $1 and day < '2026-04-01'`,
  [world.project.project_id],
);
await world.pool.query(
  `insert into capture_runs (project_id, day, completed_at)
   select $1, day::date, now() from unnest($2::text[]) day`,
  [world.project.project_id, DAYS],
);
await world.pool.query(
  `update projects set keep_answers_days = 40, keep_raw_bodies_days = 30, keep_audit_days = 90
   where project_id = $1`,
  [world.project.project_id],
);
const backup = (await collect(writeBackup(world.context()))).join("");

/** Deletes what is old, as every hour does, and returns what is left of a project. */
async function sweep({ base, db, pool, runJobs }: World, project_id: number) {
  await base.queueOn(db).add({ name: "delete_expired", attempts: 1, work: "upkeep" }, {});
  await runJobs();
  const { rows } = await pool.query(
    `select (select count(*)::integer from answers where project_id = $1) as answers,
       (select count(*)::integer from raw_answers where project_id = $1) as bodies,
       (select count(*)::integer from capture_runs where project_id = $1) as runs`,
    [project_id],
  );
  return rows[0];
}

test("what was kept in a backup stays when it is restored: the project's own limits of age are lifted, and said", async () => {
  const other = await world.neighbour({ name: "Elsewhere" });
  const { project_id, limits } = await restore(other, backup);
  assert.deepEqual(limits, {
    going: [],
    lifted: [
      { kind: "answers", days: 40, count: 2 },
      { kind: "raw_bodies", days: 30, count: 3 },
    ],
  });
  assert.deepEqual(await sweep(other, project_id), { answers: 4, bodies: 3, runs: 4 });
  const { rows } = await world.pool.query(
    "select keep_answers_days, keep_audit_days from projects where project_id = $1",
    [project_id],
  );
  assert.deepEqual(rows, [{ keep_answers_days: null, keep_audit_days: 90 }]);
});

test("a backup of which limits of the installation would delete something is refused, unless that may go", async () => {
  const before = await countAll(world);
  Object.assign(world.base.server.keep_days, { answers: 41, raw_bodies: 500, runs: 35 });
  await assert.rejects(restore(world, backup), {
    code: "VALIDATION_ERROR",
    message:
      "It has answers of before 2026-03-01, which KEEP_ANSWERS_DAYS=41 would delete at the next full hour. " +
      "Raise or unset that, or let them go with --old-may-go. Nothing was restored.",
  });
  // What comes after the first that are too old is not read.
  const lines = backup.split("\n");
  const end = lines.findLastIndex((one) => one.startsWith('{"answers"')) + 2;
  const text = `${lines.slice(0, end).join("\n")}\n`;
  await assert.rejects(restore(world, text), /It has answers of before 2026-03-01/);
  const { server } = world.base;
  for (const [limits, says] of [
    [{ answers: null, raw_bodies: 41, runs: 35 }, /It has raw bodies of before 2026-03-01/],
    [{ answers: null, raw_bodies: null, runs: 35 }, /It has runs of before 2026-03-07/],
  ] as const) {
    Object.assign(server.keep_days, limits);
    await assert.rejects(restore(world, backup), says);
  }
  Object.assign(server.keep_days, { answers: 41, raw_bodies: 500, runs: 35 });
  assert.deepEqual(await countAll(world), before);
  const { project_id, limits } = await restore(world, backup, { old_may_go: true });
  assert.deepEqual(limits.going, [
    { kind: "answers", days: 41, count: 1 },
    { kind: "runs", days: 35, count: 3 },
  ]);
  assert.equal((await sweep(world, project_id)).answers, 3);
});
