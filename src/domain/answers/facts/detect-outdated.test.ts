import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { run } from "#core/run.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { deleteProject } from "#domain/tenancy/delete-project.ts";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { queryProject } from "../../../../test/kit/failing-provider.ts";
import { addPrompt, importLines, line } from "../../../../test/kit/open-store.ts";
import { isCluster } from "../../../../test/kit/test-database.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { detectAgain } from "./detect-again.ts";
import { detectOutdated } from "./detect-outdated.ts";

test("a reading of stored answers that was interrupted as often as it may be tried is asked for again, until it has ended", async () => {
  const world = await makeWorld();
  await addPrompt(world);
  await importLines(world, line({ answer: "Take Borealis." }));
  const [{ id }] = (await world.rest("GET", "/brands")).body.data;
  await world.runJobs();
  await world.rest("PATCH", `/brands/${id}`, { aliases: [{ text: "Borealis" }] });
  const context = jobContext(world);
  const killed = betweenStatements(world.db, "update recalculations set last_answer_id", () =>
    Promise.reject(new Error("killed")),
  );
  await assert.rejects(detectAgain.handler({ ...context, db: killed }, world.project), /killed/);
  // What has no try left is as good as gone.
  await queryProject(world, "select graphile_worker.remove_job('detect_again:' || $1::integer)");
  const status = async () => (await world.rest("GET", "/brands")).body.data[0].status;
  await world.runJobs();
  assert.equal(await status(), "recalculating");
  await detectOutdated.handler(context, {});
  await world.runJobs();
  assert.equal(await status(), "ready");
  const waiting = () =>
    queryProject(
      world,
      "select from graphile_worker.jobs where key = 'detect_again:' || $1::integer",
    );
  await detectOutdated.handler(context, {});
  assert.equal((await waiting()).length, 0, "once it has ended nothing is asked for");
});

test("a project's first answers are not read a second time, and are as soon as its brands change", async () => {
  const world = await makeWorld();
  await addPrompt(world);
  await importLines(world, line({ answer: "Take Borealis." }));
  await world.runJobs();
  const waiting = () =>
    queryProject(
      world,
      "select from graphile_worker.jobs where key = 'detect_again:' || $1::integer",
    );
  await detectOutdated.handler(jobContext(world), {});
  assert.equal((await waiting()).length, 0);
  // Brands that change while the first answers are stored see none of these.
  await detectAgain.handler(jobContext(world), world.project);
  const passes = await queryProject(
    world,
    "select total from recalculations where project_id = $1 and finished_at is not null",
  );
  assert.deepEqual(passes, [{ total: 1 }], "what was asked for meanwhile is read");
});

test("a reading beside the deletion of its project ends without a fault", async () => {
  for (const words of ["is_own from brands", "insert into recalculations"]) {
    const world = await makeWorld();
    await addPrompt(world);
    await importLines(world, line({ answer: "Take Borealis." }));
    await world.runJobs();
    await world.rest("POST", "/brands", { name: "Borealis" });
    let isGone = false;
    const db = betweenStatements(world.db, words, async () => {
      if (isGone) return;
      isGone = true;
      await run(deleteProject, world.context(), { confirm_name: "Acme" });
    });
    await detectAgain.handler({ ...jobContext(world), db }, world.project);
    assert.ok(isGone, words);
  }
});

test("rules that changed there and back before answers were read leave nothing of what was found in between", async () => {
  const world = await makeWorld();
  await addPrompt(world);
  const [own] = (await world.rest("GET", "/brands")).body.data;
  await world.rest("POST", "/brands", { name: "Globex" });
  await world.runJobs();
  const found = async () =>
    (await world.rest("GET", "/chats")).body.data[0].brand_ids.map((id: string) => id === own.id);
  const change = (aliases: { text: string }[]) =>
    world.rest("PATCH", `/brands/${own.id}`, { aliases });
  await change([...own.aliases, { text: "Borealis" }]);
  await importLines(world, line({ answer: "Take Borealis. Globex is another." }));
  assert.deepEqual(await found(), [true, false]);
  await change(own.aliases);
  await world.runJobs();
  assert.deepEqual(await found(), [false]);
  const { body: made } = await world.rest("POST", "/brands", { name: "Borealis" });
  await world.runJobs();
  assert.deepEqual(await found(), [false, false]);
  await world.rest("DELETE", `/brands/${made.id}`);
  await detectOutdated.handler(jobContext(world), {});
  assert.equal((await world.rest("GET", "/brands")).status, 200);
  await world.runJobs();
  assert.deepEqual(await found(), [false]);
});

test("which projects are to be read again is found without a look at their answers", {
  skip: isCluster && "What is read is counted where the answers are.",
}, async () => {
  const world = await makeWorld();
  await addPrompt(world);
  await importLines(world, line({ answer: "Take Borealis." }));
  await world.runJobs();
  await queryProject(world, "delete from recalculations where project_id = $1");
  const waits = () =>
    queryProject(
      world,
      "select from graphile_worker.jobs where key = 'detect_again:' || $1::integer",
    );
  const read = await world.db.transaction().execute(async (trx) => {
    const countRead = async () => {
      const { rows } = await sql<{ read: number }>`select seq_tup_read + idx_tup_fetch as read
        from pg_stat_xact_user_tables where relname = 'answers'`.execute(trx);
      return rows[0]?.read ?? Number.NaN;
    };
    const before = await countRead();
    await detectOutdated.handler({ ...jobContext(world), db: trx }, {});
    return (await countRead()) - before;
  });
  assert.equal(read, 0);
  assert.equal((await waits()).length, 1);
  await world.runJobs();
  await queryProject(world, "delete from recalculations where project_id = $1");
  await queryProject(world, "delete from rollup_days where project_id = $1");
  await markDirty(world.db, world.project, ["2026-01-01"]);
  await detectOutdated.handler(jobContext(world), {});
  assert.equal((await waits()).length, 1, "also where no day is summed yet");
});
