import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { run } from "#core/run.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import {
  chats,
  importAnswers,
  jobContext,
  judgeAll,
  ratings,
  tones,
  withJudge,
} from "../../../test/kit/judge-server.ts";
import { getJudge } from "./get-judge.ts";
import { judgeProject } from "./judge-project.ts";
import { judgeAgain, leaseJudge, releaseJudge } from "./judge-queries.ts";
import { judgeTone } from "./judge-tone.ts";
import { setJudge } from "./set-judge.ts";

const GOOD =
  "**Acme** lasts for years, I would buy it again. Borealis wears out fast and is no good.";

test("without a judge nothing is asked, and tone is the estimate", async () => {
  await withJudge(
    () => ratings(),
    async (world, asked) => {
      await importAnswers(world, [GOOD]);
      await world.runJobs();
      assert.equal(asked().length, 0);
      const [chat] = await chats(world);
      const [acme] = chat.brands_mentioned;
      assert.deepEqual([acme.sentiment_method, acme.sentiment_quote], ["estimate", null]);
      const [first, second] = acme.sentiment_words;
      assert.deepEqual([first.text, second.text], ["Acme** lasts for years", "would buy it again"]);
      assert.equal(chat.answer.slice(second.start, second.end), second.text);
      const view = await run(getJudge, world.context(), {});
      assert.deepEqual([view.model_id, view.judged_count, view.waiting_count], [null, 0, 0]);
    },
  );
});

test("judged tone takes the estimate's place in answers and reports, with the words it went by", async () => {
  const acme = { brand: 1, score: 0.8, quote: "lasts for years" };
  const borealis = { brand: 2, score: -0.5, quote: "wears out fast" };
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings(acme, borealis) : "{}"),
    async (world, asked) => {
      await world.rest("POST", "/brands", { name: "Borealis" });
      await world.runJobs();
      await importAnswers(world, [GOOD]);
      await judgeAll(world);
      const [chat] = await chats(world);
      assert.deepEqual(tones(chat), [
        ["Acme", 90, "judge"],
        ["Borealis", 25, "judge"],
      ]);
      assert.deepEqual(chat.brands_mentioned[1].sentiment_words, []);
      const quote = chat.brands_mentioned[1].sentiment_quote;
      assert.equal(quote.text, "wears out fast");
      assert.equal(chat.answer.slice(quote.start, quote.end), quote.text);
      const today = new Date().toISOString().slice(0, 10);
      const { body } = await world.rest("POST", "/reports/brands", {
        date_from: today,
        date_to: today,
      });
      assert.deepEqual(
        body.data.map((row: Record<string, unknown>) => row["sentiment"]).sort(),
        [25, 90],
      );
      const [question = ""] = asked();
      assert.ok(question.includes("1. Acme") && question.includes(GOOD));
      const view = await run(getJudge, world.context(), {});
      assert.deepEqual(
        [view.model_id, view.judged_count, view.waiting_count, view.last_error],
        ["mdl_judge", 2, 0, null],
      );
    },
  );
});

test("the same text is judged once, and reading answers again keeps what was said without asking", async () => {
  const acme = { brand: 1, score: 0.5, quote: "lasts for years" };
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings(acme) : "{}"),
    async (world, asked) => {
      await importAnswers(world, [GOOD, GOOD, GOOD]);
      await judgeAll(world);
      const count = () => asked().filter((question) => question.includes("TEXT>>>")).length;
      assert.equal(count(), 1);
      for (const chat of await chats(world)) assert.deepEqual(tones(chat), [["Acme", 75, "judge"]]);
      // A changed brand has all answers read again; only what is new in them is asked about, once a text.
      await world.rest("POST", "/brands", { name: "Borealis" });
      await world.runJobs();
      for (const chat of await chats(world))
        assert.deepEqual(tones(chat)[0], ["Acme", 75, "judge"]);
      await judgeProject.handler(jobContext(world), world.project);
      assert.equal(count(), 2);
      assert.ok(asked().at(-1)?.includes("1. Borealis"));
      const [{ prompt_id }] = await chats(world);
      await world.rest("DELETE", `/prompts/${prompt_id}`);
      const { rows } = await world.pool.query(
        "select count(distinct answer_id)::int as answers from judgements where project_id = $1",
        [world.project.project_id],
      );
      assert.deepEqual(rows, [{ answers: 2 }], "what was said of a deleted answer goes with it");
    },
  );
});

test("what cannot be used is discarded: invented quotes, wrong numbers, other shapes; the estimate stays", async () => {
  const replies = [
    ratings({ brand: 1, score: 0.9, quote: "the best boots ever made" }),
    ratings({ brand: 1, score: 7, quote: "lasts" }),
    ratings({ brand: 9, score: 0.5, quote: "lasts" }),
    ratings({ brand: "Acme", score: "high", quote: "lasts" }),
    "I would rather not say.",
    "{broken",
    JSON.stringify([1, 2]),
    "",
  ];
  let next = 0;
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? (replies[next++] ?? "") : "{}"),
    async (world, asked) => {
      await importAnswers(
        world,
        replies.map((_, index) => `Acme lasts, says tester number ${index + 1}.`),
      );
      const before = (await chats(world)).map(tones);
      await judgeAll(world);
      assert.equal(next, replies.length);
      assert.deepEqual((await chats(world)).map(tones), before);
      const view = await run(getJudge, world.context(), {});
      assert.deepEqual([view.judged_count, view.discarded_count], [0, replies.length]);
      const asks = asked().length;
      await judgeProject.handler(jobContext(world), world.project);
      assert.equal(asked().length, asks, "nothing is asked a second time");
    },
  );
});

test("a judge that fails is left alone for a while, and its answers keep the estimate and wait", async () => {
  let isDown = true;
  const acme = { brand: 1, score: 0.5, quote: "lasts" };
  await withJudge(
    (question) => {
      if (isDown) return { status: 400, body: { error: { message: "no such model" } } };
      return question.includes("TEXT>>>") ? ratings(acme) : "{}";
    },
    async (world, asked) => {
      await importAnswers(world, ["Acme lasts.", "Acme lasts long."]);
      const before = (await chats(world)).map(tones);
      await judgeAll(world);
      assert.equal(asked().length, 1);
      assert.deepEqual((await chats(world)).map(tones), before);
      const view = await run(getJudge, world.context(), {});
      assert.match(view.last_error ?? "", /no such model/);
      assert.ok(Date.parse(view.waits_until ?? "") > Date.now());
      assert.equal(view.waiting_count, 2);
      await judgeProject.handler(jobContext(world), world.project);
      assert.equal(asked().length, 1, "it rests");
      isDown = false;
      await judgeAll(world);
      assert.deepEqual((await chats(world)).map(tones), [
        [["Acme", 75, "judge"]],
        [["Acme", 75, "judge"]],
      ]);
    },
  );
});

test("a judge that is set again while it is asked judges all the days it is set for", async () => {
  const acme = { brand: 1, score: 0.5, quote: "lasts" };
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings(acme) : "{}"),
    async (world) => {
      const before = new Date(Date.now() - 10 * 86_400_000).toISOString();
      const prompt = "Which boots last longest?";
      const old = { captured_at: before, prompt, model: "ChatGPT", answer: "Acme lasts, still." };
      await world.rest("POST", "/chats/import", JSON.stringify(old));
      await importAnswers(world, ["Acme lasts."]);
      const set = (past_days: number) =>
        run(setJudge, world.context(), { model_id: "mdl_judge", past_days });
      await set(0);
      const asked = "update judges set last_success_at";
      const db = betweenStatements(world.db, asked, async (time) => time === 1 && set(30));
      await judgeProject.handler({ ...jobContext(world), db }, world.project);
      await world.runJobs();
      const { judged_count, waiting_count } = await run(getJudge, world.context(), {});
      assert.deepEqual([judged_count, waiting_count], [2, 0]);
      for (const chat of await chats(world)) assert.deepEqual(tones(chat), [["Acme", 75, "judge"]]);
    },
  );
});

test("what is to be judged again while the judge is at work is asked for when it is through", async () => {
  let [say, changed] = [ratings({ brand: 1, score: 0.5, quote: "lasts" }), false];
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? say : "{}"),
    async (world) => {
      await importAnswers(world, ["Acme lasts.", "Acme lasts long."]);
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      await world.runJobs();
      const { rows } = await sql<{ answer_id: number }>`
        select answer_id from answers where project_id = ${world.project.project_id} order by 1`.execute(
        world.db,
      );
      // Another answer keeps it busy; what it said of the first is forgotten meanwhile, as where its text is read anew.
      await importAnswers(world, ["Acme lasts, still."]);
      const said = "update judges set last_success_at";
      const db = betweenStatements(world.db, said, async () => {
        if (changed) return;
        changed = true;
        say = ratings({ brand: 1, score: -0.5, quote: "lasts" });
        await sql`delete from judgements where project_id = ${world.project.project_id}
          and answer_id = ${rows[0]?.answer_id}`.execute(world.db);
        await judgeAgain(world.db, world.project);
      });
      await judgeProject.handler({ ...jobContext(world), db }, world.project);
      assert.ok(changed);
      await world.runJobs();
      const { judged_count, waiting_count } = await run(getJudge, world.context(), {});
      assert.deepEqual([judged_count, waiting_count], [3, 0]);
    },
  );
});

test("judging keeps to its turn also where nothing is left to judge", async () => {
  await withJudge(
    (question) =>
      question.includes("TEXT>>>") ? ratings({ brand: 1, score: 0.5, quote: "lasts" }) : "{}",
    async (world) => {
      await importAnswers(
        world,
        Array.from({ length: 21 }, (_, n) => `Acme lasts ${n} years.`),
      );
      await judgeAll(world);
      await judgeAgain(world.db, world.project);
      const context = jobContext(world);
      const judge = await leaseJudge(world.db, world.project, context.now());
      assert(judge);
      const given = { answers_max: 100, isOver: () => true };
      assert.equal(await judgeTone(context, judge, given), "more");
      await releaseJudge(world.db, world.project);
      const again = await leaseJudge(world.db, world.project, context.now());
      assert(again);
      assert.equal(await judgeTone(context, again, { ...given, isOver: () => false }), "done");
    },
  );
});
