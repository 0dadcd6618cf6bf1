import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { run } from "#core/run.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { updatePrompts } from "#domain/prompts/update-prompts.ts";
import { deleteExpiredOf } from "#domain/tenancy/delete-expired.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { catchUpSums } from "./catch-up.ts";
import {
  listDirtyDays,
  markAdded,
  markDirty,
  rebuildDirtyRollups,
  rebuildStep,
} from "./dirty-days.ts";
import { REBUILD_ROLLUPS } from "./rebuild-rollups.ts";
import { allSums, lockRollups, tryHolding } from "./sum-locks.ts";

const FIRST = "2026-01-01";
const DAYS = 150;

/** Answers of two prompts over some days, most of which name a brand. */
async function putAnswers(world: World, days: number) {
  const { db, project } = world;
  const { project_id } = project;
  const models = [await addModel(db, project_id, "a"), await addModel(db, project_id, "b", false)];
  const moved = await addPrompt(db, project_id, { text: "one" });
  const other = await addPrompt(db, project_id, { text: "two", country_code: "DE" });
  const brand_id = await insertBrand(db, project, { name: "Globex" });
  const put = (day: string, n: number) =>
    putFact(db, project_id, {
      ...{ day, model_id: models[n % 2] ?? 0, prompt_id: n % 3 ? moved : other, sample: n + 1 },
      ...(n % 4 && {
        mentions: [{ brand_id, position: 1 + (n % 3), mention_count: 2, sentiment: 300 }],
      }),
    });
  for (let n = 0; n < days; n++) await put(addDays(FIRST, n), n);
  return { moved, put };
}

/** All rows of the sums that tell topics apart. */
async function readSums({ db, project }: World) {
  const of = async (table: "answer_rollup" | "brand_rollup") => {
    const { rows } = await sql<{ row: string }>`select r::text as row from ${sql.table(table)} r
      where project_id = ${project.project_id} order by 1`.execute(db);
    return rows.map(({ row }) => row);
  };
  return [...(await of("answer_rollup")), ...(await of("brand_rollup"))];
}

const jobOf = (world: World, db: World["db"]) => ({
  ...{ ...world.base, db },
  actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) } as const,
});

test("a project with many days to sum keeps one with a day waiting for a step at most, in two jobs at once, too", async () => {
  const big = await makeWorld();
  const quiet = await big.neighbour();
  // What tests before this one left would have its turns, too.
  await REBUILD_ROLLUPS.handler(jobOf(big, big.db), {});
  await putAnswers(big, DAYS);
  const waits: boolean[] = [];
  const isWorkedOn = async () => {
    const { rows } = await sql`select from pg_locks
      where locktype = 'advisory' and granted and objid = ${quiet.project.project_id}
      and database = (select oid from pg_database where datname = current_database())`.execute(
      big.db,
    );
    return rows.length > 0;
  };
  const isDirty = async () => (await listDirtyDays(big.db, quiet.project)).length > 0;
  const db = betweenStatements(big.db, "insert into answer_rollup", async (time) => {
    // Between the first step of the big one and its second: the quiet one's day comes.
    if (time === 1) await putAnswers(quiet, 1);
    // Who waits before and after nobody worked on it waits in between.
    waits.push((await isDirty()) && !(await isWorkedOn()) && (await isDirty()));
  });
  const jobs = [db, big.db].map((one) => REBUILD_ROLLUPS.handler(jobOf(big, one), {}));
  await Promise.all(jobs);
  assert.deepEqual(await listDirtyDays(big.db, big.project), []);
  assert.deepEqual(await listDirtyDays(big.db, quiet.project), []);
  // Each span is another statement.
  assert.ok(!waits.slice(12).includes(true), JSON.stringify(waits));
});

test("beside a project whose step takes long, the day of another is summed", async () => {
  const big = await makeWorld();
  const quiet = await big.neighbour();
  await putAnswers(big, 1);
  const left = async () => (await listDirtyDays(big.db, quiet.project)).length;
  let wasSummed = false;
  const db = betweenStatements(big.db, "insert into answer_rollup", async (time) => {
    if (time > 1) return;
    await putAnswers(quiet, 1);
    const until = Date.now() + 5_000;
    while ((await left()) > 0 && Date.now() < until) await sleep(20);
    wasSummed = (await left()) === 0;
  });
  await REBUILD_ROLLUPS.handler(jobOf(big, db), {});
  assert.ok(wasSummed);
  assert.deepEqual(await listDirtyDays(big.db, big.project), []);
});

test("days that change again and again keep no other day of their project waiting", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  await putAnswers(world, DAYS);
  await rebuildDirtyRollups(db, project);
  const [early, late] = [FIRST, addDays(FIRST, DAYS - 1)];
  await markDirty(db, project, [late]);
  await markDirty(db, project, [early]);
  await rebuildStep(db, project);
  assert.deepEqual(await listDirtyDays(db, project), [early]);
});

test("who waits for the sums of a change does not wait for those that others make meanwhile", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  await putAnswers(world, 3);
  let rounds = 0;
  const fed = betweenStatements(db, "delete from rollup_dirty", async (time) => {
    rounds = time;
    if (time < 40) await markDirty(db, project, [addDays(FIRST, 100 + time)]);
  });
  await rebuildDirtyRollups(fed, project);
  assert.ok(rounds <= 4, `${rounds} rounds`);
  const left = await listDirtyDays(db, project);
  assert.ok(left.length > 0 && left.every((day) => day > addDays(FIRST, 100)), String(left));
});

test("deleting in a project into which others import without a pause makes way after its turn, and goes on", async () => {
  let looks = 0;
  const now = () => new Date(Date.parse("2026-06-01T12:00:00Z") + 4_000 * looks++);
  const world = await makeWorld({ now });
  const { db, project } = world;
  await putAnswers(world, 3);
  const path = `/projects/${project.id}/retention`;
  assert.equal((await world.rest("PATCH", path, { answers_days: 40 })).status, 200);
  let rounds = 0;
  const fed = betweenStatements(db, "delete from rollup_dirty", async (time) => {
    rounds = time;
    if (time < 40) await markDirty(db, project, [addDays("2026-06-01", time)]);
  });
  await deleteExpiredOf.handler(jobOf(world, fed), project);
  assert.ok(rounds > 0 && rounds < 10, `${rounds} rounds`);
  await world.runJobs();
  assert.deepEqual(await listDirtyDays(db, project), []);
});

test("few answers of a day with sums wait for no stream of days that are summed whole", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { put } = await putAnswers(world, 1);
  for (let n = 2; n < 60; n += 2) await put(FIRST, n);
  await rebuildDirtyRollups(db, project);
  await put(FIRST, 100);
  const { rows } = await sql<{ answer_id: number }>`
    delete from rollup_dirty where project_id = ${project.project_id}
    returning (select max(answer_id) from answers where project_id = ${project.project_id}) as answer_id`.execute(
    db,
  );
  await markAdded(db, project, [{ day: FIRST, answer_id: rows[0]?.answer_id ?? 0 }]);
  // A history is imported meanwhile, day by day.
  let steps = 0;
  for (; (await listDirtyDays(db, project)).includes(FIRST) && steps < 20; steps++) {
    await put(addDays(FIRST, 100 + steps), steps);
    await rebuildStep(db, project);
  }
  assert.ok(steps <= 2, `${steps} steps`);
  await rebuildDirtyRollups(db, project);
  const added = await readSums(world);
  await markDirty(db, project, [FIRST]);
  await rebuildDirtyRollups(db, project);
  assert.deepEqual(added, await readSums(world));
});

test("a project that cannot be summed keeps no other from its sums, and no process from starting", async () => {
  const broken = await makeWorld();
  const others = [await broken.neighbour(), await broken.neighbour()];
  const { pool, db, project } = broken;
  await pool.query(`
    alter table answer_rollup add constraint no_sums_of_this_one
    check (project_id <> ${project.project_id})`);
  await putAnswers(broken, 1);
  const [first, second] = others as [World, World];
  await putAnswers(first, 2);
  const job = REBUILD_ROLLUPS.handler(jobOf(broken, db), {});
  await assert.rejects(job, new RegExp(`${project.project_id}: .*no_sums_of_this_one`));
  await putAnswers(second, 2);
  const failed: unknown[] = [];
  const error = ({ project_id }: Record<string, unknown>) => failed.push(project_id);
  await catchUpSums(db, { ...broken.base.log, error });
  assert.deepEqual(failed, [project.project_id]);
  for (const { project } of others) assert.deepEqual(await listDirtyDays(db, project), []);
  await pool.query("alter table answer_rollup drop constraint no_sums_of_this_one");
  await REBUILD_ROLLUPS.handler(jobOf(broken, db), {});
  assert.deepEqual(await listDirtyDays(db, project), []);
});

test("a prompt that moves to another topic moves its sums exactly, without a day to sum", async () => {
  const world = await makeWorld();
  const { moved, put } = await putAnswers(world, DAYS);
  await rebuildDirtyRollups(world.db, world.project);
  const before = await readSums(world);
  const { body: topic } = await world.rest("POST", "/topics", { name: "Boots" });
  const { body: prompts } = await world.rest("GET", "/prompts");
  const { id } = prompts.data.find(({ text }: { text: string }) => text === "one");
  // One day has answers that are not summed yet: it is summed whole, later.
  await put("2026-02-03", 1_000);
  assert.equal((await world.rest("PATCH", `/prompts/${id}`, { topic_id: topic.id })).status, 200);
  assert.deepEqual(await listDirtyDays(world.db, world.project), ["2026-02-03"]);
  assert.equal(await rebuildDirtyRollups(world.db, world.project), 1);
  const after = await readSums(world);
  assert.notDeepEqual(after, before);
  const sumAnew = async () => {
    await sql`insert into rollup_dirty (project_id, day)
      select distinct project_id, day from answers where prompt_id = ${moved}`.execute(world.db);
    assert.ok((await rebuildDirtyRollups(world.db, world.project)) > 90);
    return readSums(world);
  };
  assert.deepEqual(await sumAnew(), after);
  assert.equal((await world.rest("DELETE", `/topics/${topic.id}`)).status, 204);
  assert.deepEqual(await listDirtyDays(world.db, world.project), []);
  const without = await readSums(world);
  assert.deepEqual(await sumAnew(), without);
});

test("a prompt that moves while its project is summed has its days summed again", async () => {
  const world = await makeWorld();
  await putAnswers(world, 6);
  await rebuildDirtyRollups(world.db, world.project);
  const { body: topic } = await world.rest("POST", "/topics", { name: "Boots" });
  const { body: prompts } = await world.rest("GET", "/prompts");
  const { id } = prompts.data.find(({ text }: { text: string }) => text === "one");
  await world.db.transaction().execute(async (summing) => {
    await lockRollups(summing, world.project);
    assert.equal((await world.rest("PATCH", `/prompts/${id}`, { topic_id: topic.id })).status, 200);
  });
  assert.equal((await listDirtyDays(world.db, world.project)).length, 4);
});

test("a change that leaves prompts under their topic leaves their sums alone, too", async () => {
  const world = await makeWorld();
  await putAnswers(world, 6);
  await rebuildDirtyRollups(world.db, world.project);
  const { body: prompts } = await world.rest("GET", "/prompts");
  const prompt_ids = prompts.data.map(({ id }: { id: string }) => id);
  await world.db.transaction().execute(async (summing) => {
    await lockRollups(summing, world.project);
    const change = { language_code: "fr", topic_id: null };
    const { status } = await world.rest("PATCH", `/prompts/${prompt_ids[0]}`, change);
    assert.equal(status, 200);
    const input = { prompt_ids, topic_id: null };
    await run(updatePrompts, world.context(), input);
  });
  assert.deepEqual(await listDirtyDays(world.db, world.project), []);
});

test("spans of one project are summed at the same time, by brands that neither had counted before; who needs all sums waits", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  await putAnswers(world, DAYS);
  let spans = 0;
  const slow = betweenStatements(db, "insert into answer_rollup", async (time) => {
    if (time > 1) return;
    // While this step sums a span, another sums the next one whole.
    spans += Number(((await rebuildStep(db, project, "long")) ?? 0) > 0);
    assert.equal(await tryHolding(db, allSums(project), async () => "all"), null);
  });
  const total = await rebuildDirtyRollups(slow, project);
  assert.deepEqual([spans, await listDirtyDays(db, project)], [1, []]);
  assert.ok(total >= DAYS - 64 && total < DAYS, `${total} days by the first`);
  const both = await readSums(world);
  await markDirty(
    db,
    project,
    Array.from({ length: DAYS }, (_, n) => addDays(FIRST, n)),
  );
  await REBUILD_ROLLUPS.handler(jobOf(world, db), {});
  assert.deepEqual(await readSums(world), both);
  const { rows } =
    await sql`select brand_id from rollup_brands where project_id = ${project.project_id}`.execute(
      db,
    );
  assert.equal(rows.length, 2);
});
