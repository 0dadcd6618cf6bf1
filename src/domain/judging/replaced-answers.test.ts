import assert from "node:assert/strict";
import { test } from "node:test";
import { chats, judgeAll, ratings, tones, withJudge } from "../../../test/kit/judge-server.ts";

const TONE = "**Acme** lasts for years, I would buy it again.";
const NAME = "Target is what a marketer calls a group of people.";

test("an answer that is imported again keeps what was decided of the brands that it still names", async () => {
  const acme = { brand: 1, score: -0.8, quote: "lasts for years" };
  await withJudge(
    (question) => {
      const id = /Passage (\w+), brand: "Target"/.exec(question)?.[1];
      const verdict = { id, is_mention: false, quote: NAME };
      if (id) return JSON.stringify({ seal: "SEAL", verdicts: [verdict] });
      return question.includes("TEXT>>>") ? ratings(acme) : "{}";
    },
    async (world, asked) => {
      await world.rest("POST", "/brands", { name: "Target" });
      await world.runJobs();
      const send = async (external_id: string, answer: string, more: object = {}) => {
        const question = {
          captured_at: AT,
          prompt: `Boots, try ${external_id}?`,
          model: "ChatGPT",
        };
        const line = JSON.stringify({ external_id, ...question, answer, ...more });
        const { body } = await world.rest("POST", "/chats/import", line);
        await world.runJobs();
        return [body.imported, body.unchanged];
      };
      await send("tone", TONE);
      await send("name", NAME);
      await judgeAll(world);
      const list = async () => (await world.rest("GET", "/doubtful-mentions?state=all")).body.data;
      for (const { chat_id, brand_id, doubt } of await list()) {
        const said = doubt === "tone" ? { tone: 80 } : { is_mention: true };
        const given = { chat_id, brand_id, ...said };
        assert.equal((await world.rest("POST", "/doubtful-mentions/decide", given)).status, 200);
      }
      const decided = (await list()).map((one: Record<string, unknown>) => one["chat_id"]);
      assert.equal(decided.length, 2);
      const read = async () => (await chats(world)).flatMap(tones).sort();
      const before = await read();
      assert.deepEqual([before[0], before[1]?.[0]], [["Acme", 80, "person"], "Target"]);
      assert.deepEqual(await send("tone", TONE), [0, 1]);
      assert.deepEqual(await send("name", NAME), [0, 1]);
      assert.deepEqual(
        (await list()).map((one: Record<string, unknown>) => one["chat_id"]),
        decided,
      );
      assert.deepEqual(await send("tone", TONE, { search_queries: ["boots"] }), [1, 0]);
      assert.deepEqual(await read(), before);
      assert.deepEqual(await send("name", `${NAME} So it is.`), [1, 0]);
      assert.deepEqual(await read(), before);
      assert.equal((await list()).length, 2);
      assert.deepEqual(await send("name", "Nobody."), [1, 0]);
      assert.deepEqual(await read(), before.slice(0, 1));
      assert.equal((await list()).length, 1, "of a brand that it does not name nothing is kept");
      const terrible = "Acme is terrible: it broke after a week, and I would never buy it again.";
      assert.deepEqual(await send("tone", terrible), [1, 0]);
      const [[name, tone, method] = []] = await read();
      assert.deepEqual([name, Number(tone) < 50, method], ["Acme", true, "estimate"]);
      assert.deepEqual(await list(), [], "a tone is of the words that it was decided on");
      const open = `${TONE} Twice.`;
      await send("open", open);
      await judgeAll(world);
      assert.equal((await list()).length, 1);
      const questions = asked().length;
      assert.deepEqual(await send("open", open, { search_queries: ["boots"] }), [1, 0]);
      assert.equal((await list()).length, 1, "the judge's word on the same text is kept");
      await judgeAll(world);
      assert.equal(asked().length, questions, "nor is it asked again");
      assert.deepEqual(await send("open", `Boots. ${open}`), [1, 0]);
      await judgeAll(world);
      assert.ok(asked().length > questions, "of another text it is");
    },
  );
});

const AT = new Date().toISOString();
