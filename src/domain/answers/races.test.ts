import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { run } from "#core/run.ts";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { deletePrompts } from "#domain/prompts/delete-prompts.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import { makeTrouble, queryProject, readMoney } from "../../../test/kit/failing-provider.ts";
import {
  addPrompt,
  afterCommit,
  importLines,
  line,
  openStore,
  TEXT,
} from "../../../test/kit/open-store.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { detectAgain } from "./facts/detect-again.ts";
import { detectOutdated } from "./facts/detect-outdated.ts";
import { insertJudgements } from "./facts/judgement-queries.ts";

/** How many rows of each kind of fact belong to no prompt, and how many there are. */
async function countFacts(world: World) {
  const tables = ["answers", "mentions", "citations", "search_queries"];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await queryProject(
      world,
      `select count(*)::int as count, count(*) filter (where prompt_id <> all(array(
         select prompt_id from prompts where project_id = $1)))::int as lost
       from ${table} where project_id = $1`,
    );
    assert.equal(row.lost, 0, `${table} without a prompt`);
    counts[table] = row.count;
  }
  return counts;
}
const NOTHING = { answers: 0, mentions: 0, citations: 0, search_queries: 0 };

test("deleting a prompt waits for an import that stores its answers, and deletes them all", async () => {
  for (const remove of ["one", "many"]) {
    const world = await makeWorld();
    const id = await addPrompt(world);
    await importLines(world, line());
    const { commit } = await openStore(world);
    const deleting =
      remove === "one"
        ? world.rest("DELETE", `/prompts/${id}`)
        : run(deletePrompts, world.context(), { prompt_ids: [id] });
    await afterCommit<unknown>(commit, deleting);
    assert.deepEqual(await countFacts(world), NOTHING);
    await rebuildDirtyRollups(world.db, world.project);
    const again = await importLines(world, line());
    assert.equal(again.body.imported, 1, "what was deleted can be imported again");
    const { answers } = (
      await world.rest("POST", "/reports/brands", {
        date_from: "2026-03-01",
        date_to: "2026-03-31",
      })
    ).body.population;
    assert.equal(answers, 1);
  }
});

test("a prompt's text cannot change while an import stores its first answer", async () => {
  const world = await makeWorld();
  const id = await addPrompt(world);
  const { commit } = await openStore(world);
  const change = world.rest("PATCH", `/prompts/${id}`, { text: "Another question?" });
  assert.equal((await afterCommit(commit, change)).status, 409);
  const prompts = await queryProject(world, "select text from prompts where project_id = $1");
  assert.deepEqual(prompts, [{ text: TEXT }]);
});

test("a prompt's topic changes after what is being stored, so that its day is summed with the new one", async () => {
  const world = await makeWorld();
  const id = await addPrompt(world);
  const topic = (await world.rest("POST", "/topics", { name: "Boots" })).body.id;
  const first = await openStore(world);
  await afterCommit(first.commit, world.rest("PATCH", `/prompts/${id}`, { topic_id: topic }));
  const days = "select distinct day from rollup_dirty where project_id = $1";
  await rebuildDirtyRollups(world.db, world.project);
  const second = await openStore(world, "Acme, a third time.");
  await afterCommit(second.commit, world.rest("DELETE", `/topics/${topic}`));
  assert.equal((await queryProject(world, days)).length, 1);
});

test("a prompt edited while it is asked stays one prompt: the late answer is dropped, paid and asked again", async () => {
  const trouble = await makeTrouble({ prompts: 1 });
  const { world } = trouble;
  const [{ id }] = (await world.rest("GET", "/prompts")).body.data;
  const open = await trouble.askOpen();
  assert.equal((await world.rest("PATCH", `/prompts/${id}`, { text: "Mended?" })).status, 200);
  await open.end();
  const texts = "select text from prompts where project_id = $1";
  assert.deepEqual(await queryProject(world, texts), [{ text: "Mended?" }]);
  assert.deepEqual(await countFacts(world), NOTHING);
  const tasks = "select status, error_kind, error from capture_tasks where project_id = $1";
  const [task] = await queryProject(world, tasks);
  assert.deepEqual([task.status, task.error_kind], ["cancelled", "late"]);
  assert.match(task.error, /changed or deleted while it was asked/);
  const money = await readMoney(world);
  assert.ok(money.spent > 0 && money.held === 0 && money.tasks === money.spent);
  await trouble.plan();
  trouble.advance(7_200);
  assert.equal(await trouble.work(), true);
  const answered = `select p.text, t.status, t.error from answers a join prompts p using (project_id, prompt_id)
    join capture_tasks t using (project_id, answer_id) where a.project_id = $1`;
  assert.deepEqual(await queryProject(world, answered), [
    { text: "Mended?", status: "done", error: null },
  ]);
  assert.deepEqual((await queryProject(world, texts)).length, 1);
});

test("a prompt edited while a worker stores its first answer keeps its text and the answer", async () => {
  const trouble = await makeTrouble({ prompts: 1 });
  const { world } = trouble;
  const [{ id, text }] = (await world.rest("GET", "/prompts")).body.data;
  let change: ReturnType<World["rest"]> | undefined;
  const db = betweenStatements(world.db, "insert into answers", async () => {
    change = world.rest("PATCH", `/prompts/${id}`, { text: "Mended?" });
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await workOnce({ ...jobContext(world), db });
  assert.equal((await change)?.status, 409);
  const answered = `select p.text from answers a join prompts p using (project_id, prompt_id)
    where a.project_id = $1`;
  assert.deepEqual(await queryProject(world, answered), [{ text }]);
});

test("a prompt deleted while it is asked is gone with all of it; one archived keeps the answer", async () => {
  const trouble = await makeTrouble({ prompts: 2 });
  const { world } = trouble;
  const [first, second] = (await world.rest("GET", "/prompts")).body.data;
  const [one, two] = [await trouble.askOpen(), await trouble.askOpen()];
  const asked = await queryProject(
    world,
    "select prompt_id from capture_tasks where project_id = $1 and status = 'running'",
  );
  assert.equal(asked.length, 2);
  assert.equal((await world.rest("DELETE", `/prompts/${first.id}`)).status, 204);
  await world.rest("POST", "/prompts/archive", { prompt_ids: [second.id] });
  await Promise.all([one.end(), two.end()]);
  const facts = await countFacts(world);
  assert.equal(facts["answers"], 1);
  assert.equal((await world.rest("GET", "/chats?include_archived=true")).body.total_count, 1);
  assert.equal((await readMoney(world)).held, 0);
});

test("answers that are read again while their prompt is deleted leave nothing behind", async () => {
  const world = await makeWorld();
  const id = await addPrompt(world);
  await importLines(world, line(), line({ captured_at: "2026-03-03T10:00:00Z" }));
  let deleting: ReturnType<World["rest"]> | undefined;
  const db = betweenStatements(world.db, "row_number() over by_number", async () => {
    deleting ??= world.rest("DELETE", `/prompts/${id}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  const context = { ...jobContext(world), db };
  await detectAgain.handler(context, { project_id: world.project.project_id });
  assert.equal((await deleting)?.status, 204);
  assert.deepEqual(await countFacts(world), NOTHING);
});

test("a judge that speaks of an answer which was deleted meanwhile is not kept", async () => {
  const world = await makeWorld();
  const id = await addPrompt(world);
  await importLines(world, line());
  const { rows } = await sql<{ answer_id: number; brand_id: number; content_hash: Buffer }>`
    select a.answer_id, b.brand_id, sha256(convert_to(a.answer, 'UTF8')) as content_hash
    from answers a join brands b using (project_id)
    where a.project_id = ${world.project.project_id}`.execute(world.db);
  const judgements = rows.map((row) => ({ ...row, score: 0.5, quote_start: 0, quote_end: 4 }));
  const keep = () =>
    insertJudgements(world.db, world.project, { judge: "test", now: new Date(), judgements });
  const count = async () =>
    (await queryProject(world, "select from judgements where project_id = $1")).length;
  await keep();
  assert.equal(await count(), 1);
  await world.rest("DELETE", `/prompts/${id}`);
  await keep();
  assert.equal(await count(), 0);
});

test("a detection that began before the rules changed does not do the next one's work, and may die", async () => {
  const world = await makeWorld();
  await addPrompt(world);
  await importLines(world, line({ answer: "Take Borealis." }));
  const [{ id }] = (await world.rest("GET", "/brands")).body.data;
  const context = jobContext(world);
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let second: Promise<void> | undefined;
  const later = betweenStatements(world.db, "insert into recalculations", () => {
    begun.resolve();
    return gate.promise;
  });
  const earlier = betweenStatements(world.db, "insert into recalculations", async () => {
    if (second) return;
    await world.rest("PATCH", `/brands/${id}`, { aliases: [{ text: "Borealis" }] });
    second = detectAgain.handler({ ...context, db: later }, world.project);
    await begun.promise;
  });
  const killed = betweenStatements(
    earlier,
    "where project_id = ? order by brand_id for update",
    () => Promise.reject(new Error("killed")),
  );
  await assert.rejects(detectAgain.handler({ ...context, db: killed }, world.project), /killed/);
  gate.resolve();
  await second;
  const found = "select from mentions where project_id = $1";
  assert.equal((await queryProject(world, found)).length, 1);
});

test("answers that were read by another version of the rules are read again, once", async () => {
  const world = await makeWorld();
  await addPrompt(world);
  await importLines(world, line({ answer: "Take Acme." }));
  await queryProject(world, "delete from mentions where project_id = $1 returning 1");
  // As by a version that did not note by which rules it read.
  await queryProject(world, "delete from recalculations where project_id = $1");
  const jobs = () =>
    queryProject(
      world,
      "select from graphile_worker.jobs where key = 'detect_again:' || $1::integer",
    );
  const outdated = async () => {
    await queryProject(world, "select graphile_worker.remove_job('detect_again:' || $1::integer)");
    await detectOutdated.handler(jobContext(world), {});
    return (await jobs()).length;
  };
  assert.equal(await outdated(), 1);
  await detectAgain.handler(jobContext(world), world.project);
  const found = "select from mentions where project_id = $1";
  assert.equal((await queryProject(world, found)).length, 1);
  assert.equal(await outdated(), 0);
  await queryProject(world, "update recalculations set detector_version = 1 where project_id = $1");
  assert.equal(await outdated(), 1);
});

test("a brand that is made while the first answers of a project are stored is looked for in them", async () => {
  const world = await makeWorld();
  const { commit } = await openStore(world, "Take Borealis.");
  assert.equal((await world.rest("POST", "/brands", { name: "Borealis" })).status, 201);
  await commit();
  await world.runJobs();
  const found = "select from mentions where project_id = $1";
  assert.equal((await queryProject(world, found)).length, 1);
});

test("the own brand changes after what is being stored, so that new prompts that name it are known as such", async () => {
  const world = await makeWorld();
  const { commit } = await openStore(world);
  const own = (await world.rest("GET", "/brands")).body.data.find(
    ({ is_own }: { is_own: boolean }) => is_own,
  );
  const change = world.rest("PATCH", `/brands/${own.id}`, { aliases: [{ text: "boots" }] });
  await afterCommit(commit, change);
  await world.runJobs();
  const branded = "select is_branded from prompts where project_id = $1";
  assert.deepEqual(await queryProject(world, branded), [{ is_branded: true }]);
});

test("a brand changed and changed back while answers are read is ready once they are read under its rules", async () => {
  for (const isBegun of [false, true]) {
    const world = await makeWorld();
    const { project } = world;
    await importLines(world, line());
    const path = `/brands/${(await world.rest("GET", "/brands")).body.data[0].id}`;
    const change = async (...texts: string[]) => {
      const aliases = texts.map((text) => ({ text }));
      const { body } = await world.rest("PATCH", path, { aliases });
      assert.equal(body.status, "recalculating");
    };
    const read = (db = world.db) => detectAgain.handler({ ...jobContext(world), db }, project);
    const killed = betweenStatements(world.db, "insert into recalculations", async () => {
      throw new Error("killed");
    });
    const changing = betweenStatements(world.db, "is_branded from prompts", async (time) => {
      if (time > 1) return;
      await change("pick");
      await read();
      await change();
      if (isBegun) await assert.rejects(read(killed), /killed/);
    });
    await read(changing);
    const counted = "select mention_count from mentions where project_id = $1";
    assert.deepEqual(await queryProject(world, counted), [{ mention_count: 1 }]);
    assert.equal((await world.rest("GET", path)).body.status, "ready");
  }
});
