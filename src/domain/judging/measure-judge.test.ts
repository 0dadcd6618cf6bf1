import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { jobContext, withJudge } from "../../../test/kit/judge-server.ts";
import type { World } from "../../../test/kit/world.ts";
import { getJudge } from "./get-judge.ts";
import { measureJudge, measureJudgeJob } from "./measure-judge.ts";
import { MENTIONS_PER_QUESTION } from "./mention-question.ts";
import { setJudge } from "./set-judge.ts";

type Say = Parameters<typeof withJudge>[0];

/** A world whose judge is to be measured; `work` carries the job out, in a process whose clock tells `now`. */
async function measuring(
  say: Say,
  test: (
    given: { world: World; work: (now?: () => Date) => Promise<void> },
    asked: () => string[],
  ) => Promise<void>,
) {
  await withJudge(say, async (world, asked) => {
    await run(setJudge, world.context(), { model_id: "mdl_judge" });
    await run(measureJudge, world.context(), {});
    const { project_id } = world.project;
    const work = (now = world.base.now) =>
      measureJudgeJob.handler({ ...jobContext(world), now }, { project_id });
    await test({ world, work }, asked);
  });
}

/** How many questions a whole measurement asks. */
async function questionsOf(world: World): Promise<number> {
  const { measured } = await run(getJudge, world.context(), {});
  assert.ok(measured && measured.asked >= 52, "it was measured");
  return Math.ceil(measured.asked / MENTIONS_PER_QUESTION);
}

test("a measurement whose worker dies goes on where it was", async () => {
  let questions = 0;
  let isDead = false;
  await measuring(
    () => {
      questions += 1;
      isDead = questions === 4;
      return "{}";
    },
    async ({ world, work }, asked) => {
      const now = () => {
        if (isDead) throw new Error("the process has died");
        return world.base.now();
      };
      await assert.rejects(work(now), /has died/);
      await work();
      assert.equal(asked().length, (await questionsOf(world)) + 1, "the one under way again");
      assert.ok(measureJudgeJob.attempts > 1, "a worker that dies takes a try");
    },
  );
});

test("a judge that is to be measured again meanwhile is asked nothing twice", async () => {
  let questions = 0;
  await measuring(
    () => {
      questions += 1;
      return questions === 3 ? { status: 503, body: { error: { message: "Busy." } } } : "{}";
    },
    async ({ world, work }, asked) => {
      await work();
      await world.pool.query("update judges set waits_until = null where project_id = $1", [
        world.project.project_id,
      ]);
      await run(measureJudge, world.context(), {});
      await work();
      const all = (await questionsOf(world)) + 1;
      assert.equal(asked().length, all, "the one that failed again");
      await work();
      assert.equal(asked().length, all, "asked for twice, and done");
    },
  );
});

test("a measurement that was put off is made at once when it is asked for anew", async () => {
  await measuring(
    () => "{}",
    async ({ world, work }) => {
      const { project_id } = world.project;
      const rest =
        "update judges set waits_until = now() + interval '1 hour' where project_id = $1";
      await world.pool.query(rest, [project_id]);
      await work();
      const isDue = async () => {
        const { rows } = await world.pool.query(
          "select run_at <= now() as due from graphile_worker._private_jobs where key = $1",
          [`measure_judge:${project_id}`],
        );
        return rows;
      };
      assert.deepEqual(await isDue(), [{ due: false }]);
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      await run(measureJudge, world.context(), {});
      assert.deepEqual(await isDue(), [{ due: true }]);
      // The judge is gone by the time that others work on jobs.
      await world.pool.query("delete from graphile_worker._private_jobs where key = $1", [
        `measure_judge:${project_id}`,
      ]);
    },
  );
});

test("a measurement lets others have their turn", async () => {
  let time = Date.now();
  await measuring(
    () => {
      time += 20_000;
      return "{}";
    },
    async ({ world, work }, asked) => {
      const now = () => new Date(time);
      await work(now);
      assert.equal(asked().length, 1, "its turn was over");
      const { rows } = await world.pool.query(
        `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'measure_judge' and (j.payload ->> 'project_id')::int = $1 and run_at <= now()`,
        [world.project.project_id],
      );
      assert.equal(rows.length, 1, "it is in line again");
      while ((await run(getJudge, world.context(), {})).measured === null) await work(now);
      assert.equal(asked().length, await questionsOf(world));
    },
  );
});
