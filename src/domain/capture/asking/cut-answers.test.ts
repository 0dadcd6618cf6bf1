import assert from "node:assert/strict";
import { test } from "node:test";
import { makeTrouble } from "../../../../test/kit/failing-provider.ts";

const body = (text: string, status: "completed" | "incomplete") =>
  JSON.stringify({
    ...{ model: "m", status, incomplete_details: { reason: "max_output_tokens" } },
    output: [{ type: "message", content: [{ type: "output_text", text }] }],
  });

test("an answer cut at a length limit counts, says so, and its report says how many there are", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 2 });
  state.reply = () => ({ status: 200, body: body("Acme leads. Then there is", "incomplete") });
  await work();
  state.reply = () => ({ status: 200, body: body("Acme leads.", "completed") });
  await work();
  await world.runJobs();
  const { body: chats } = await world.rest("GET", "/chats?sort=asc");
  const details = chats.data.map(async ({ id }: { id: string }) => {
    const { body: chat } = await world.rest("GET", `/chats/${id}`);
    return [chat.status, chat.is_cut];
  });
  const [cut, whole] = [
    ["answered", true],
    ["answered", false],
  ];
  assert.deepEqual((await Promise.all(details)).sort().reverse(), [cut, whole]);
  const days = { date_from: "2026-03-01", date_to: "2026-03-31" };
  const ask = async (more: object) =>
    (await world.rest("POST", "/reports/brands", { ...days, ...more })).body;
  const filters = [{ field: "asked", operator: "in", values: ["search=forced"] }];
  for (const { population, data } of [await ask({}), await ask({ filters })]) {
    assert.deepEqual([population.answers, population.cut_answers], [2, 1]);
    assert.equal(data[0].visibility_total, 2);
  }
});
