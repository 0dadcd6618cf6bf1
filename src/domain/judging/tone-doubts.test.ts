import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import {
  chats,
  importAnswers,
  judgeAll,
  ratings,
  tones,
  withJudge,
} from "../../../test/kit/judge-server.ts";
import { getJudge } from "./get-judge.ts";

const TEXT =
  "**Acme** lasts for years, I would buy it again. Borealis wears out fast and is no good.";

test("a tone that judge and rules say the opposite of waits for a person, whose tone stays", async () => {
  const acme = { brand: 1, score: -0.8, quote: "lasts for years" };
  const borealis = { brand: 2, score: -0.5, quote: "wears out fast" };
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings(acme, borealis) : "{}"),
    async (world) => {
      await world.rest("POST", "/brands", { name: "Borealis" });
      await world.runJobs();
      await importAnswers(world, [TEXT]);
      const [before] = await chats(world);
      const estimated = before.brands_mentioned[0].sentiment;
      assert.ok(estimated > 62.5, `${estimated}`);
      await judgeAll(world);
      const list = async (state: string) =>
        (await world.rest("GET", `/doubtful-mentions?state=${state}`)).body;
      const open = await list("open");
      assert.equal(open.total_count, 1, "where both hear criticism there is no doubt");
      assert.equal((await run(getJudge, world.context(), {})).doubtful_count, 1);
      const [doubt] = open.data;
      assert.deepEqual(
        [doubt.doubt, doubt.brand_name, doubt.counts, doubt.quote, doubt.tone],
        ["tone", "Acme", true, "lasts for years", { judged: 10, estimated, decided: null }],
      );
      assert.ok(doubt.passage.includes("Acme"));
      const { chat_id, brand_id } = doubt;
      const decide = (what: Record<string, unknown>) =>
        world.rest("POST", "/doubtful-mentions/decide", { chat_id, brand_id, ...what });
      const toneOf = async () => tones((await chats(world))[0])[0];
      assert.deepEqual(await toneOf(), ["Acme", 10, "judge"]);
      assert.deepEqual((await decide({ tone: 80 })).body, { is_mention: null, tone: 80 });
      assert.deepEqual(await toneOf(), ["Acme", 80, "person"]);
      assert.equal((await list("open")).total_count, 0);
      const [decided] = (await list("decided")).data;
      assert.deepEqual([decided.tone.decided, decided.decided], [80, null]);
      assert.ok(decided.decided_by && decided.decided_at);
      await world.rest("POST", "/brands", { name: "Corona Boots" });
      await world.runJobs();
      assert.deepEqual(
        await toneOf(),
        ["Acme", 80, "person"],
        "answers that are read again keep it",
      );
      await decide({ tone: null });
      assert.deepEqual(await toneOf(), ["Acme", 10, "judge"]);
      assert.equal((await list("open")).total_count, 1);
      for (const wrong of [{ tone: 50, is_mention: true }, { tone: 101 }]) {
        assert.equal((await decide(wrong)).status, 400);
      }
      assert.equal((await decide({ is_mention: true })).status, 404);
      const other = before.brands_mentioned[1].brand_id;
      assert.equal((await decide({ brand_id: other, tone: 50 })).status, 404);
    },
  );
});

test("a tone that was decided is on the list, and can be taken back, where the rules hear another by now", async () => {
  const acme = { brand: 1, score: -0.8, quote: "lasts for years" };
  await withJudge(
    (question) => (question.includes("TEXT>>>") ? ratings(acme) : "{}"),
    async (world) => {
      const { body: other } = await world.rest("POST", "/brands", { name: "Borealis" });
      await world.runJobs();
      await importAnswers(world, [TEXT]);
      await judgeAll(world);
      const list = async (state: string) =>
        (await world.rest("GET", `/doubtful-mentions?state=${state}`)).body.data;
      const [{ chat_id, brand_id }] = await list("open");
      const decide = async (tone: number | null) =>
        (await world.rest("POST", "/doubtful-mentions/decide", { chat_id, brand_id, tone })).status;
      assert.equal(await decide(80), 200);
      // Nobody else is there by then to whom the rules would give the criticism.
      await world.rest("DELETE", `/brands/${other.id}`);
      await world.runJobs();
      const toneOf = async () => tones((await chats(world))[0])[0];
      assert.deepEqual(await toneOf(), ["Acme", 80, "person"]);
      assert.deepEqual(await list("open"), []);
      const [decided] = await list("decided");
      assert.equal(decided?.tone.decided, 80);
      assert.equal(await decide(null), 200);
      assert.deepEqual(await toneOf(), ["Acme", 10, "judge"]);
      assert.deepEqual(await list("all"), []);
      assert.equal(await decide(60), 404);
    },
  );
});
