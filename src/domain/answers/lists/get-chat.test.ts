import assert from "node:assert/strict";
import { test } from "node:test";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import { makeWorld } from "../../../../test/kit/world.ts";

test("an answer and what was found in it are of one moment, while brands are deleted beside it", async () => {
  const world = await makeWorld();
  const { body: umbra } = await world.rest("POST", "/brands", { name: "Umbra" });
  const line = { captured_at: "2026-03-02T10:00:00Z", prompt: "Which boots?", model: "ChatGPT" };
  await world.rest(
    "POST",
    "/chats/import",
    JSON.stringify({ ...line, answer: "Umbra, then Acme." }),
  );
  await world.runJobs();
  const [chat] = (await world.rest("GET", "/chats")).body.data;
  const db = betweenStatements(world.db, "a.answer, a.served_model", async (time) => {
    if (time > 1) return;
    assert.equal((await world.rest("DELETE", `/brands/${umbra.id}`)).status, 204);
    await world.runJobs();
  });
  const read = async (from: typeof db) => {
    const headers = { "x-api-key": world.key };
    const address = `http://localhost:8787/api/v1/chats/${chat.id}`;
    const answer = await world.appOn(from).request(address, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
    const { brand_ids, brands_mentioned } = (await answer.json()) as any;
    return [brand_ids, brands_mentioned.map((one: { brand_id: string }) => one.brand_id)];
  };
  const [ids, mentioned] = await read(db);
  assert.equal(ids.length, 2);
  assert.deepEqual(mentioned, ids);
  const [idsAfter, mentionedAfter] = await read(world.db);
  assert.equal(idsAfter.length, 1);
  assert.deepEqual(mentionedAfter, idsAfter);
});
