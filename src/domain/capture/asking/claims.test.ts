import assert from "node:assert/strict";
import { after, test } from "node:test";
import { makePool } from "#adapters/database/pool.ts";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import { fillCaptureProject } from "../../../../test/kit/capture-project.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { startInFront } from "../../../../test/kit/provider-server.ts";
import { urlOf } from "../../../../test/kit/real-server.ts";
import { doneOrHeldUp, waitFor, waitForLock } from "../../../../test/kit/wait-for.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { LEASE_SECONDS } from "../capture-task.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { workOnce } from "./capture-worker.ts";
import { claimTask } from "./claim-task.ts";
import { settleAnswered } from "./settle-task.ts";

/** A world late on a day, with `prompts` questions to each of `models` that are all due. */
async function makeDue({ prompts, models }: { prompts: number; models: number }) {
  let time = Date.parse("2026-03-02T23:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const server = await startSimulatedServer({ seed: "claims" });
  after(() => server.close());
  // Workers look across projects: what tests before this one left is not asked.
  await world.pool.query("update projects set status = 'paused' where project_id <> $1", [
    world.project.project_id,
  ]);
  await fillCaptureProject(world, { server, prompts, models });
  await planCaptures.handler(jobContext(world), {});
  const advance = (seconds: number) => {
    time += seconds * 1000;
  };
  return { world, advance, simulated: server };
}

const countAsked = async (world: World) => {
  const { rows } = await world.pool.query(
    `select m.slug, count(*)::int as count from capture_tasks t join models m using (project_id, model_id)
     where t.project_id = $1 and t.status = 'running' group by 1 order by 1`,
    [world.project.project_id],
  );
  return rows.map(({ count }) => count);
};

test("however many workers claim at once, a model is asked no more at a time than it may be", async () => {
  const { world } = await makeDue({ prompts: 20, models: 2 });
  await world.pool.query("update capture_targets set concurrency = 3 where project_id = $1", [
    world.project.project_id,
  ]);
  for (let round = 0; round < 4; round++) {
    await Promise.all(Array.from({ length: 8 }, () => claimTask(jobContext(world))));
  }
  assert.deepEqual(await countAsked(world), [3, 3]);
  assert.equal((await claimTask(jobContext(world))).kind, "idle");
});

test("however many workers claim at once, a model is asked no faster than its rate", async () => {
  const { world, advance } = await makeDue({ prompts: 20, models: 1 });
  await world.pool.query(
    "update capture_targets set requests_per_minute = 60, concurrency = 64 where project_id = $1",
    [world.project.project_id],
  );
  const claimAll = () => Promise.all([1, 2, 3, 4, 5, 6].map(() => claimTask(jobContext(world))));
  await claimAll();
  assert.deepEqual(await countAsked(world), [1]);
  advance(0.9);
  await claimAll();
  assert.deepEqual(await countAsked(world), [1]);
  advance(0.1);
  await claimAll();
  assert.deepEqual(await countAsked(world), [2]);
});

test("two workers that claim at once do not pass what a plan captures in a month", async () => {
  const { world } = await makeDue({ prompts: 3, models: 1 });
  const { organisation_id, project_id } = world.project;
  await world.pool.query(
    "update organisations set plan = 'brand/starter' where organisation_id = $1",
    [organisation_id],
  );
  await world.pool.query(
    `insert into answers (project_id, day, captured_at, model_id, prompt_id, sample, status, origin, content_hash)
     select $1, '2026-03-01', '2026-03-01T00:00:00Z', 1, 1, n, 'answered', 'capture', sha256(n::text::bytea)
     from generate_series(1, 5999) n`,
    [project_id],
  );
  // The other claims when this one has counted.
  let other: Promise<unknown> | undefined;
  const slow = betweenStatements(
    world.db,
    "(status = 'submitted' or (status = 'running'",
    async () => {
      other = claimTask(jobContext(world));
      await doneOrHeldUp(world.pool, other);
    },
  );
  await claimTask({ ...jobContext(world), db: slow });
  await other;
  while ((await claimTask(jobContext(world))).kind !== "idle");
  assert.deepEqual(await countAsked(world), [1]);
});

/** A provider in front of the simulated one that answers each question once it is let go. */
async function holdAnswers({ world, simulated }: Awaited<ReturnType<typeof makeDue>>) {
  const held: (() => void)[] = [];
  const provider = await startInFront(simulated, async () => {
    await new Promise<void>((resolve) => held.push(resolve));
  });
  await world.pool.query("update capture_targets set base_url = $2 where project_id = $1", [
    world.project.project_id,
    `${provider.base_url}/v1`,
  ]);
  return {
    /** Resolves once so many questions wait for their answers. */
    async asked(count: number) {
      await waitFor(`${count} questions`, () => held.length >= count);
    },
    letGo: (...questions: number[]) => {
      for (const question of questions) held[question]?.();
    },
  };
}

/** What is stored of every answer and task of a world, and the sums of its ledger. */
async function readBooks({ pool, project }: World) {
  const { rows } = await pool.query(
    `select (select count(*)::int from answers a where a.project_id = $1) as answers,
      (select count(*)::int from answers a join capture_tasks t using (project_id, answer_id)
        where a.project_id = $1 and t.status = 'done') as linked,
      (select sum(cost_micros)::int from capture_tasks where project_id = $1) as cost,
      sum(spent_micros)::int as spent, sum(reserved_micros)::int as reserved, sum(asked)::int as asked
     from capture_ledger where project_id = $1`,
    [project.project_id],
  );
  return rows[0];
}

test("an answer that comes after its lease was lost is dropped, and the other worker's is the one", async () => {
  const due = await makeDue({ prompts: 1, models: 1 });
  const { world, advance } = due;
  const { asked, letGo } = await holdAnswers(due);
  const late = workOnce(jobContext(world));
  await asked(1);
  advance(LEASE_SECONDS + 1);
  const next = workOnce(jobContext(world));
  await asked(2);
  letGo(1);
  await next;
  const before = await readBooks(world);
  assert.deepEqual([before.answers, before.linked, before.asked], [1, 1, 2]);
  assert.deepEqual([before.spent, before.reserved], [before.cost, 0]);
  letGo(0);
  await late;
  assert.deepEqual(await readBooks(world), before);
});

test("of two workers that get an answer to one task at the same moment, one stores it, and both questions are paid for", async () => {
  const ROUNDS = 8;
  const due = await makeDue({ prompts: ROUNDS, models: 1 });
  const { world, advance } = due;
  const { asked, letGo } = await holdAnswers(due);
  for (let round = 0; round < ROUNDS; round++) {
    const first = workOnce(jobContext(world));
    await asked(2 * round + 1);
    advance(LEASE_SECONDS + 1);
    const second = workOnce(jobContext(world));
    await asked(2 * round + 2);
    const pair = [2 * round, 2 * round + 1];
    letGo(...(round % 2 ? pair : pair.toReversed()));
    await Promise.all([first, second]);
    const books = await readBooks(world);
    assert.deepEqual(
      [books.answers, books.linked, books.asked],
      [1, 1, 2].map((n) => n * (round + 1)),
    );
    assert.deepEqual([books.spent, books.reserved], [books.cost, 0]);
  }
});

test("a task is taken over or its answer is stored, never both, whichever transaction is first", async () => {
  const { world, advance } = await makeDue({ prompts: 1, models: 1 });
  const context = jobContext(world);
  const claim = await claimTask(context);
  assert(claim.kind === "ask");
  const { task } = claim;
  advance(LEASE_SECONDS + 1);
  const settling = await world.pool.connect();
  await settling.query("begin");
  await settling.query("select from capture_tasks where task_id = $1 for update", [task.task_id]);
  assert.equal((await claimTask(context)).kind, "idle", "its answer is being stored");
  await settling.query("rollback");
  await settling.query("begin");
  await settling.query("update capture_tasks set worker = gen_random_uuid() where task_id = $1", [
    task.task_id,
  ]);
  const late = settleAnswered(context, task, { answer_id: 1, cost_micros: 1 });
  await waitForLock(world.pool);
  await settling.query("commit");
  settling.release();
  assert.equal(await late, false, "it was being taken over");
});

test("an answer that came while the database was away is stored once it is back, not asked for again", async () => {
  const { world, simulated } = await makeDue({ prompts: 1, models: 1 });
  const { database } = world.pool.options;
  const admin = makePool({ url: urlOf(world, "postgres") }, { size: 1 });
  after(() => admin.end());
  const allow = (is: boolean) =>
    admin.query(`alter database ${database} with allow_connections ${is}`);
  let asked = 0;
  const provider = await startInFront(simulated, async () => {
    asked++;
    await allow(false);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      database,
    ]);
    setTimeout(() => void allow(true), 400);
  });
  await world.pool.query("update capture_targets set base_url = $2 where project_id = $1", [
    world.project.project_id,
    `${provider.base_url}/v1`,
  ]);
  await workOnce(jobContext(world));
  const { rows } = await world.pool.query(
    "select status, attempts, answer_id is not null as is_answered from capture_tasks where project_id = $1",
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ status: "done", attempts: 1, is_answered: true }]);
  assert.equal(asked, 1);
});

test("a prompt that is deleted while the first question of a day is claimed leaves no money held", async () => {
  const { world } = await makeDue({ prompts: 1, models: 1 });
  const [prompt] = (await world.rest("GET", "/prompts")).body.data;
  let deleting: Promise<{ status: number }> | undefined;
  const db = betweenStatements(world.db, "insert into capture_ledger", async () => {
    deleting = world.rest("DELETE", `/prompts/${prompt.id}`);
    await waitForLock(world.pool);
  });
  assert.equal((await claimTask({ ...jobContext(world), db })).kind, "ask");
  assert.equal((await deleting)?.status, 204);
  const { rows } = await world.pool.query(
    "select reserved_micros, spent_micros > 0 as is_spent from capture_ledger where project_id = $1",
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ reserved_micros: 0, is_spent: true }]);
});
