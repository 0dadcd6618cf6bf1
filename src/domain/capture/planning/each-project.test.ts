import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { makePlanned } from "../../../../test/kit/planned-project.ts";

const AT = { start: "2026-06-10T00:30:00Z", timezone: "UTC" };
const planned = async (of: Awaited<ReturnType<typeof makePlanned>>) =>
  (await of.tasks()).map(({ status, count }) => [status, count]);

test("a project whose prompts are held, and one that always fails, keep no other from being planned", async () => {
  const held = await makePlanned(AT);
  const broken = await makePlanned(AT);
  const over = await makePlanned(AT);
  const other = await makePlanned(AT);
  const { pool, db, project } = held.world;
  const { project_id } = broken.world.project;
  await pool.query(`
    alter table capture_runs add constraint no_runs_of_this_one check (project_id <> ${project_id})`);
  await pool.query(
    `with run as (insert into capture_runs (project_id, day, created_at) values ($1, '2026-06-09', now()) returning run_id)
     insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, run_after, status)
     select $1, run_id, '2026-06-09', model_id, prompt_id, 1, now(), 'done' from run, models m join prompts using (project_id)
     where m.project_id = $1`,
    [over.world.project.project_id],
  );
  await db.transaction().execute(async (trx) => {
    await sql`select from prompts where project_id = ${project.project_id} for update`.execute(trx);
    await assert.rejects(
      other.plan(),
      new RegExp(`not planned of the projects ${project.project_id}, ${project_id}: .*lock`),
    );
  });
  await pool.query("alter table capture_runs drop constraint no_runs_of_this_one");
  assert.deepEqual([await planned(held), await planned(broken)], [[], []]);
  assert.deepEqual(await planned(other), [["queued", 3]]);
  await over.world.runJobs();
  const { rows } = await pool.query(
    "select from capture_runs where project_id = $1 and day = '2026-06-09' and completed_at is not null",
    [over.world.project.project_id],
  );
  assert.equal(rows.length, 1, "what was over is concluded");
  await other.plan();
  assert.deepEqual(
    [await planned(held), await planned(broken)],
    [[["queued", 3]], [["queued", 3]]],
  );
});
