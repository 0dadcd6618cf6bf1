import assert from "node:assert/strict";
import { test } from "node:test";
import { makeVault } from "#adapters/vault.ts";
import { addDays } from "#core/period.ts";
import { run } from "#core/run.ts";
import { setBudget } from "#domain/capture/budget/set-budget.ts";
import { listHealth } from "#domain/capture/health/list-health.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { tryTarget } from "#domain/capture/targets/try-target.ts";
import { updateTarget } from "#domain/capture/targets/update-target.ts";
import { suggest } from "#domain/suggestions/suggest.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import {
  importAnswers,
  jobContext,
  judgeAll,
  leftAfter,
  ratings,
  withJudge,
} from "../../../test/kit/judge-server.ts";
import type { World } from "../../../test/kit/world.ts";
import { getJudge } from "./get-judge.ts";
import { judgeProject } from "./judge-project.ts";
import { setJudge } from "./set-judge.ts";

test("judging stays within the project's budget and is counted in it", async () => {
  const acme = { brand: 1, score: 0.5, quote: "lasts" };
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings(acme) : "{}"),
    async (world, asked) => {
      await importAnswers(world, ["Acme lasts.", "Acme lasts long."]);
      await run(setBudget, world.context(), { daily_cap_usd: 0, monthly_cap_usd: null });
      await world.pool.query(
        "update capture_targets set costliest_micros = 1000 where project_id = $1",
        [world.project.project_id],
      );
      await judgeAll(world);
      assert.equal(asked().length, 0);
      const blocked = await run(getJudge, world.context(), {});
      assert.match(blocked.last_error ?? "", /budget/);
      const wrong = async () =>
        (await run(listHealth, world.context(), {})).data.map(({ model_id, name, label, todo }) => [
          model_id,
          name.endsWith(", the judge"),
          label,
          todo,
        ]);
      assert.deepEqual(await wrong(), [
        [
          "mdl_judge",
          true,
          "Budget used up",
          "Raise the budget, or wait for the next day or month.",
        ],
      ]);
      await run(setBudget, world.context(), { daily_cap_usd: 1, monthly_cap_usd: null });
      assert.deepEqual(await wrong(), []);
      await judgeProject.handler(jobContext(world), world.project);
      await world.runJobs();
      assert.deepEqual(await wrong(), []);
      assert.ok(asked().length > 0);
      const { rows } = await world.pool.query(
        "select spent_micros, reserved_micros from capture_ledger where project_id = $1",
        [world.project.project_id],
      );
      assert.deepEqual(rows, [{ spent_micros: asked().length * 1000, reserved_micros: 0 }]);
    },
  );
});

test("a slow judge takes turns: what others wait for is asked between its answers", async () => {
  let late_ms = 0;
  const acme = { brand: 1, score: 0.5, quote: "lasts" };
  const slowly = (question: string) => {
    late_ms += 20_000;
    return question.includes("TEXT>>>") ? ratings(acme) : "{}";
  };
  await withJudge(slowly, async (world, asked) => {
    const texts = ["Acme lasts.", "Acme lasts long.", "Acme lasts and lasts.", "So Acme lasts."];
    await importAnswers(world, texts);
    await run(setJudge, world.context(), { model_id: "mdl_judge" });
    await world.pool.query("delete from graphile_worker._private_jobs");
    const context = { ...jobContext(world), now: () => new Date(Date.now() + late_ms) };
    const { project_id } = world.project;
    for (let turn = 1; turn <= texts.length; turn++) {
      await judgeProject.handler(context, { project_id });
      const { rows } = await world.pool.query(
        "delete from graphile_worker._private_jobs where key = $1 returning key",
        [`judge_project:${project_id}`],
      );
      assert.deepEqual([asked().length, rows.length], [turn, 1], "one answer, then others");
    }
    await judgeProject.handler(context, { project_id });
    const { waiting_count, judged_count } = await run(getJudge, world.context(), {});
    assert.deepEqual([waiting_count, judged_count], [0, texts.length]);
  });
});

test("a judge of a project into which others import without a pause makes way after its turn", async () => {
  let late_ms = 0;
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings() : "{}"),
    async (world) => {
      await importAnswers(world, ["Acme lasts."]);
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      let rounds = 0;
      const db = betweenStatements(world.db, "delete from rollup_dirty", async (time) => {
        rounds = time;
        late_ms += 4_000;
        if (time < 60) await markDirty(world.db, world.project, [addDays("2026-01-01", time)]);
      });
      await markDirty(world.db, world.project, ["2026-01-01"]);
      const now = () => new Date(Date.now() + late_ms);
      await judgeProject.handler({ ...jobContext(world), db, now }, world.project);
      assert.ok(rounds > 0 && rounds < 10, `${rounds} rounds`);
    },
  );
});

test("a judge whose key was sealed with another ENCRYPTION_KEY rests and says what to do", async () => {
  await withJudge(
    () => ratings(),
    async (world, asked) => {
      await importAnswers(world, ["Acme lasts."]);
      await world.pool.query("update capture_targets set api_key = $1 where project_id = $2", [
        makeVault(["another"]).seal("key-0123456789abcdef"),
        world.project.project_id,
      ]);
      await judgeAll(world);
      const { last_error } = await run(getJudge, world.context(), {});
      assert.match(last_error ?? "", /another ENCRYPTION_KEY: enter the provider's key again/);
      assert.equal(asked().length, 0);
    },
  );
});

type Refused = {
  world: World;
  state: { isGood: boolean; meanwhile?: () => Promise<unknown> };
  asked: () => string[];
  judgeNow: () => Promise<void>;
  wrong: () => Promise<[label: string, since: string][]>;
};

/** A project whose judge is refused while its state is not good. */
async function withRefused(work: (refused: Refused) => Promise<void>) {
  const state: Refused["state"] = { isGood: false };
  const refused = { status: 401, body: { error: { message: "No such key." } } };
  await withJudge(
    async () => {
      await state.meanwhile?.();
      return state.isGood ? ratings() : refused;
    },
    async (world, asked) => {
      const judgeNow = () => judgeProject.handler(jobContext(world), world.project);
      const wrong = async () =>
        (await run(listHealth, world.context(), {})).data.map(
          ({ label, since }): [string, string] => [label, since],
        );
      await importAnswers(world, ["Acme lasts."]);
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      await work({ world, state, asked, judgeNow, wrong });
    },
  );
}

test("a new key and a test that is answered end a judge's rest; what was asked with the former key begins none", async () => {
  await withRefused(async ({ world, state, asked, judgeNow, wrong }) => {
    const labels = async () => (await wrong()).map(([label]) => label);
    const key = { model_id: "mdl_judge", api_key: "sk-0123456789" };
    await judgeNow();
    await judgeNow();
    assert.deepEqual([asked().length, await labels()], [1, ["Key refused"]], "it rests");
    await run(updateTarget, world.context(), key);
    assert.deepEqual(await labels(), []);
    await judgeNow();
    assert.deepEqual([asked().length, await labels()], [2, ["Key refused"]], "asked at once");
    state.isGood = true;
    await run(tryTarget, world.context(), { model_id: "mdl_judge" });
    const { waits_until, last_error } = await run(getJudge, world.context(), {});
    assert.deepEqual([waits_until, last_error, await labels()], [null, null, []]);
    state.isGood = false;
    state.meanwhile = () => run(updateTarget, world.context(), { ...key, api_key: "sk-987654321" });
    await judgeNow();
    assert.equal(asked().length, 4);
    assert.deepEqual(await labels(), [], "it was refused with the former key");
  });
});

test("a judge's trouble is its own: it begins with its first failure, whichever model judged before", async () => {
  await withRefused(async ({ world, state, judgeNow, wrong }) => {
    state.isGood = true;
    await judgeNow();
    await world.pool.query(
      `update judges set created_at = '2026-01-01', last_success_at = '2026-01-01' where project_id = $1`,
      [world.project.project_id],
    );
    state.isGood = false;
    await importAnswers(world, ["Acme lasts, too."]);
    const began = Date.now();
    await judgeNow();
    const [since = ""] = (await wrong()).map(([, one]) => one);
    assert.ok(Date.parse(since) >= began - 1_000, since);
  });
});

test("names are looked at before they are suggested: what is no brand goes, others get their maker's spelling", async () => {
  const text = (extra: string) =>
    `Good choices:\n1. **Zephyrine** is light.\n2. **Vanta Loom** membranes keep you dry, from VANTA-LOOM.\n3. **Vibram** soles grip.\n${extra}`;
  await withJudge(
    (question) => {
      if (!question.includes("NAMES>>>")) return ratings();
      const numberOf = (name: string) =>
        Number(new RegExp(`^(\\d+)\\. ${name}$`, "m").exec(question)?.[1] ?? 0);
      return JSON.stringify({
        names: [
          { name: numberOf("Zephyrine"), is_brand: false, canonical: "" },
          { name: numberOf("Vanta Loom"), is_brand: true, canonical: "VANTA-LOOM" },
          { name: numberOf("Vibram"), is_brand: true, canonical: "Invented Soles Inc" },
        ],
      });
    },
    async (world) => {
      await importAnswers(world, [
        text("Try them."),
        text("See more."),
        text("Have fun."),
        text("Bye."),
      ]);
      await world.runJobs();
      const names = async () =>
        (await world.rest("GET", "/suggestions/brands")).body.data.map(
          ({ name }: { name: string }) => name,
        );
      const before = await names();
      for (const name of ["Zephyrine", "Vanta Loom", "Vibram"])
        assert.ok(before.includes(name), `${before}`);
      await judgeAll(world);
      const after = await names();
      assert.ok(!after.includes("Zephyrine"), `${after}`);
      assert.ok(after.includes("VANTA-LOOM") && !after.includes("Vanta Loom"), `${after}`);
      assert.ok(after.includes("Vibram"), "a spelling that stands in no passage is not taken");
      await suggest.handler(jobContext(world), world.project);
      assert.deepEqual(await names(), after);
    },
  );
});

test("only a language model of the project can judge; another tenant's is not found; none ends it", async () => {
  await withJudge(
    () => ratings(),
    async (world, asked) => {
      const other = await world.neighbour();
      const wanted = { model_id: "mdl_judge" };
      await assert.rejects(run(setJudge, other.context(), wanted), { code: "NOT_FOUND" });
      await insertTarget(other.db, other.project, {
        ...{ slug: "invented", name: "Invented", provider: "simulated", surface: "local" },
        supports: { search_queries: false, retrieved: false, cited: false, location: false },
        ...{ requested_model: "simulated-a", base_url: "http://127.0.0.1:9", parameters: {} },
        ...{ api_key: null, api_key_hint: null, samples_per_day: 1, concurrency: 1 },
        requests_per_minute: null,
      });
      await assert.rejects(run(setJudge, other.context(), { model_id: "mdl_invented" }), {
        code: "VALIDATION_ERROR",
      });
      await run(setJudge, world.context(), wanted);
      const none = await run(setJudge, world.context(), { model_id: null });
      assert.equal(none.model_id, null);
      await importAnswers(world, ["Acme lasts."]);
      await world.runJobs();
      await judgeProject.handler(jobContext(world), world.project);
      assert.equal(asked().length, 0);
    },
  );
});

test("an answer that a judge refuses for good is left after three tries, one at a time", async () => {
  await withJudge(
    () => ({ status: 400, body: { error: { message: "not this text" } } }),
    async (world, asked) => {
      await importAnswers(world, ["Acme lasts.", "Acme lasts long.", "Acme lasts longer."]);
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      // The third round gives up on the first answer and tries the second, which rests the judge.
      assert.deepEqual(await leftAfter(world, 4), [0, 0, 1, 2]);
      assert.equal(asked().length, 6);
    },
  );
});

/** USD: a question of usual length is 0.016, a searched answer 2.1. */
