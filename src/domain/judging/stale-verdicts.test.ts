import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import {
  chats,
  importAnswers,
  jobContext,
  judgeAll,
  passagesOf,
  ratings,
  withJudge,
} from "../../../test/kit/judge-server.ts";
import type { World } from "../../../test/kit/world.ts";
import { getJudge } from "./get-judge.ts";
import { judgeProject } from "./judge-project.ts";
import { setJudge } from "./set-judge.ts";

type Chat = { brands_mentioned: { name: string; mention_count: number }[] };
const named = async (world: World) =>
  (await chats(world)).map((chat: Chat) =>
    chat.brands_mentioned.map(({ name, mention_count }) => [name, mention_count]),
  );
const track = async (world: World, name: string) => {
  const { body } = await world.rest("POST", "/brands", { name });
  await world.runJobs();
  return body;
};
const change = async (world: World, id: string, changed: object) => {
  assert.equal((await world.rest("PATCH", `/brands/${id}`, changed)).status, 200);
  await world.runJobs();
};
const doubts = async (world: World, state: string) => {
  const { body } = await world.rest("GET", `/doubtful-mentions?state=${state}`);
  return body.data;
};

/** A judge that says what `decide` says of each passage; null: nothing. */
const deciding = (decide: (text: string) => boolean | null) => (question: string) => {
  const verdicts = passagesOf(question).flatMap(({ id, text }) => {
    const is_mention = decide(text);
    return is_mention === null ? [] : [{ id, is_mention, quote: text.slice(0, 9) }];
  });
  return question.includes("TEXT>>>") ? ratings() : JSON.stringify({ seal: "SEAL", verdicts });
};

const FILLER = "The tram is slow and the bus is late, and nobody likes to wait in winter. ".repeat(
  8,
);
const BOLT = `Bolt holds wood together, says the shop. ${FILLER}For rides Taxify is the best app. Acme is fine.`;

test("a judge's no holds for the passage that it was said of: not for places that new rules find, nor where they leave no doubt", async () => {
  for (const filler of [FILLER, ""]) {
    await withJudge(
      deciding((text) => text.includes("Taxify is") && text.includes("tram")),
      async (world) => {
        const bolt = await track(world, "Bolt");
        await importAnswers(world, [BOLT.replace(FILLER, filler)]);
        await judgeAll(world);
        assert.deepEqual(await named(world), [[["Acme", 1]]]);
        await change(world, bolt.id, { aliases: [...bolt.aliases, { text: "Taxify" }] });
        await judgeAll(world);
        const [found] = await named(world);
        assert.deepEqual(found?.sort(), [
          ["Acme", 1],
          ["Bolt", 2],
        ]);
      },
    );
  }
});

test("a passage that is in doubt anew is asked about where a person decided the tone, which stays", async () => {
  const bolt = { brand: 2, score: -0.8, quote: "lasts for years" };
  const confirm = deciding((text) => !text.includes("Target is"));
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings(bolt) : confirm(question)),
    async (world, asked) => {
      const brand = await track(world, "Bolt");
      await importAnswers(world, [
        `Bolt lasts for years, I would buy it again. Acme is fine. ${FILLER}For aims Target is the word.`,
      ]);
      await judgeAll(world);
      const [{ chat_id, brand_id }] = await doubts(world, "open");
      const decide = (what: object) =>
        world.rest("POST", "/doubtful-mentions/decide", { chat_id, brand_id, ...what });
      assert.equal((await decide({ tone: 80 })).status, 200);
      await change(world, brand.id, { aliases: [...brand.aliases, { text: "Target" }] });
      const before = asked().length;
      await judgeAll(world);
      assert.deepEqual(await named(world), [[["Acme", 1]]]);
      assert.equal(asked().length, before + 1, "of its tone nothing is asked");
      assert.equal((await decide({ is_mention: true })).status, 200);
      const [chat] = await chats(world);
      const back = chat.brands_mentioned.find((one: { name: string }) => one.name === "Bolt");
      assert.deepEqual([back.sentiment, back.sentiment_method], [80, "person"]);
    },
  );
});

test("what a judge says of a passage that is another one by then is not kept", async () => {
  await withJudge(
    deciding((text) => text.includes("Taxify is") && text.includes("tram")),
    async (world) => {
      const bolt = await track(world, "Bolt");
      await importAnswers(world, [BOLT]);
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      const db = betweenStatements(world.db, "failure_streak = 0", async (time) => {
        if (time > 1) return;
        await change(world, bolt.id, { aliases: [...bolt.aliases, { text: "Taxify" }] });
      });
      await judgeProject.handler({ ...jobContext(world), db }, world.project);
      const both = [
        ["Acme", 1],
        ["Bolt", 2],
      ];
      assert.deepEqual((await named(world))[0]?.sort(), both);
      await world.runJobs();
      assert.deepEqual((await named(world))[0]?.sort(), both);
    },
  );
});

test("a doubt about a mention that is none any more is on no list and in no count, and there is nothing to decide", async () => {
  await withJudge(
    deciding(() => null),
    async (world) => {
      const target = await track(world, "Target");
      await importAnswers(world, ["Target audience is what a marketer speaks of. Acme sells."]);
      await judgeAll(world);
      const decide = async (is_mention: boolean | null, id: string) =>
        (
          await world.rest("POST", "/doubtful-mentions/decide", {
            ...{ chat_id: id, brand_id: target.id, is_mention },
          })
        ).status;
      const [{ chat_id }] = await doubts(world, "open");
      const count = async () => (await run(getJudge, world.context(), {})).doubtful_count;
      assert.equal(await count(), 1);
      assert.equal(await decide(true, chat_id), 200);
      await change(world, target.id, { exclude_phrases: ["target audience"] });
      assert.deepEqual(await doubts(world, "all"), [], "decided, but not found any more");
      assert.equal(await decide(null, chat_id), 404);
      await change(world, target.id, { exclude_phrases: [] });
      assert.deepEqual(
        (await doubts(world, "decided")).map((one: { counts: boolean }) => one.counts),
        [true],
        "found again it is as it was decided",
      );
      assert.equal(await decide(null, chat_id), 200);
      await world.rest("DELETE", `/brands/${target.id}`);
      assert.deepEqual([await count(), (await doubts(world, "open")).length], [0, 0]);
      await world.runJobs();
      assert.deepEqual([await count(), (await doubts(world, "all")).length], [0, 0]);
    },
  );
});
