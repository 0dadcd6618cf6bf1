import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { makeThings } from "../../../../test/kit/one-of-each.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { packBody, unpackBody } from "../facts/raw-body.ts";
import { getRawAnswer } from "./get-raw-answer.ts";

async function keep(world: World, chat_id: string, body: unknown) {
  await world.pool.query(
    `insert into raw_answers (project_id, answer_id, adapter_version, body) values ($1, $2, 'x/1', $3)
     on conflict (project_id, answer_id) do update set body = excluded.body`,
    [world.project.project_id, decodeId("cht", chat_id), packBody(body)],
  );
}

test("a provider's body comes back as it was kept: JSON indented, text as text, a long one cut", async () => {
  const world = await makeWorld();
  const { cht } = await makeThings(world);
  const read = () => run(getRawAnswer, world.context(), { chat_id: cht });
  const body = { output: [{ text: "Umbra" }], usage: { tokens: 7 } };
  await keep(world, cht, body);
  const json = await read();
  assert.deepEqual([json.format, json.adapter_version, json.is_truncated], ["json", "x/1", false]);
  assert.deepEqual(JSON.parse(json.body), body);
  await keep(world, cht, "<html>Umbra</html>");
  const text = await read();
  assert.deepEqual([text.format, text.body], ["text", "<html>Umbra</html>"]);
  await keep(world, cht, "🥾".repeat(1_200_000));
  const long = await read();
  assert.deepEqual(
    [long.body.length, long.character_count, long.is_truncated],
    [2_000_000, 1_200_000, true],
  );
});

test("an answer without a body, and another tenant's, are not found", async () => {
  const world = await makeWorld();
  const { cht } = await makeThings(world);
  const refused = { code: "NOT_FOUND" };
  await assert.rejects(run(getRawAnswer, world.context(), { chat_id: cht }), refused);
  await keep(world, cht, null);
  await assert.rejects(run(getRawAnswer, world.context(), { chat_id: cht }), refused);
  await keep(world, cht, { a: 1 });
  const other = await world.neighbour();
  await assert.rejects(run(getRawAnswer, other.context(), { chat_id: cht }), refused);
});

test("a body is kept as it came, every field in its order, in a fraction of its bytes", () => {
  const results = Array.from({ length: 40 }, (_, n) => ({
    ...{
      type: "web_search_result",
      url: `https://site-${n}.example/page/${n * 7}`,
      title: `Page ${n}`,
    },
    ...{
      10: "ten",
      9: "nine",
      page_age: null,
      snippet: "Boots that last a winter. ".repeat(n % 5),
    },
  }));
  const body = { z: "last first", a: "\u0000", usage: { tokens: 12_345_678_901 }, results };
  const packed = packBody(body);
  assert.equal(JSON.stringify(unpackBody(packed)), JSON.stringify(body));
  assert.ok(packed.length * 4 < JSON.stringify(body).length, `${packed.length} bytes`);
  for (const one of [null, "text", [], 0]) assert.deepEqual(unpackBody(packBody(one)), one);
});
