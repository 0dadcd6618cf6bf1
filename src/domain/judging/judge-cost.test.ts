import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { setBudget } from "#domain/capture/budget/set-budget.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import {
  importAnswers,
  judgeAll,
  leftAfter,
  ratings,
  withJudge,
} from "../../../test/kit/judge-server.ts";
import { getJudge } from "./get-judge.ts";
import { setJudge } from "./set-judge.ts";

const PRICE = { input: 3, output: 10, search: 1, answer: 0 };

test("what a judge is estimated to cost is told before it is chosen, and nothing changes by asking", async () => {
  await withJudge(
    () => "{}",
    async (world) => {
      await importAnswers(world, ["Acme lasts.", "Acme lasts long."]);
      await world.pool.query("update capture_targets set price = $2 where project_id = $1", [
        world.project.project_id,
        PRICE,
      ]);
      await world.rest("POST", "/prompts", { prompts: [{ text: "Which boots last?" }] });
      const told = async (path: string) => {
        const { body } = await world.rest("GET", path);
        return (
          Object.values(body).length > 1 && [
            body.model_id,
            body.waiting_count,
            body.question_cost_usd,
            body.estimated_cost_usd,
            body.estimated_cost_per_day_usd,
          ]
        );
      };
      const there = await told("/judge?model_id=mdl_judge");
      const { planned_answers_per_day } = (await world.rest("GET", "/budget")).body;
      assert.ok(planned_answers_per_day > 0);
      const a_day = 0.016 * planned_answers_per_day;
      assert.deepEqual(there, ["mdl_judge", 2, 0.016, 0.032, a_day]);
      assert.deepEqual(await told("/judge"), [null, 0, null, null, null]);
      assert.equal((await world.rest("GET", "/judge?model_id=mdl_nobody")).status, 404);
      const { body } = await world.rest("PATCH", "/judge", { model_id: "mdl_judge" });
      assert.deepEqual([body.waiting_count, body.estimated_cost_usd], [2, 0.032]);
      // What the present judge was found to be says nothing of another.
      const { project_id } = world.project;
      await world.pool.query(
        "update judges set last_error = 'no', last_success_at = now() where project_id = $1",
        [project_id],
      );
      await insertTarget(world.db, world.project, {
        ...{ slug: "other", name: "Other", provider: "openai_compatible", surface: "api" },
        supports: { search_queries: false, retrieved: false, cited: false, location: false },
        ...{ requested_model: "small", base_url: "http://127.0.0.1:9", parameters: {} },
        ...{ api_key: null, api_key_hint: null, samples_per_day: 1, concurrency: 1 },
        requests_per_minute: null,
      });
      const errorOf = async (path: string) => {
        const { last_error, last_success_at } = (await world.rest("GET", path)).body;
        return [last_error, last_success_at === null];
      };
      assert.deepEqual(await errorOf("/judge?model_id=mdl_judge"), ["no", false]);
      assert.deepEqual(await errorOf("/judge?model_id=mdl_other"), [null, true]);
    },
  );
});

test("a judge's question is held against the budget as what it is, one that searches nothing", async () => {
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings() : "{}"),
    async (world, asked) => {
      await importAnswers(world, ["Acme lasts."]);
      await world.pool.query(
        "update capture_targets set price = $2, costliest_micros = 2000000 where project_id = $1",
        [world.project.project_id, PRICE],
      );
      await run(setBudget, world.context(), { daily_cap_usd: 0.01, monthly_cap_usd: null });
      await judgeAll(world);
      const { last_error } = await run(getJudge, world.context(), {});
      assert.match(
        last_error ?? "",
        /^The daily budget is 0.01 USD, and one answer may cost 0.0\d+ USD/,
      );
      assert.equal(asked().length, 0);
      await run(setBudget, world.context(), { daily_cap_usd: 0.2, monthly_cap_usd: null });
      await judgeAll(world);
      assert.ok(asked().length > 0);
    },
  );
});

test("a question whose answers fail and are billed is asked again once, then left", async () => {
  await withJudge(
    () => {
      const error = { code: 502, message: "Upstream error" };
      const usage = { prompt_tokens: 100, completion_tokens: 20, cost: 0.001 };
      return { status: 200, body: { model: "tiny", choices: [{ message: {}, error }], usage } };
    },
    async (world, asked) => {
      await importAnswers(world, ["Acme lasts.", "Acme lasts long."]);
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      assert.deepEqual([await leftAfter(world, 3), asked().length], [[0, 1, 2], 4]);
    },
  );
});
