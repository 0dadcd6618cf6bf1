import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import { deleteExpiredOf } from "#domain/tenancy/delete-expired.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("a suggestion quotes answers that are there, decided or not, and goes on by its name", async () => {
  const world = await makeWorld();
  const send = async (prompt: string, day: string) => {
    const line = {
      prompt,
      captured_at: `${day}T10:00:00Z`,
      model: "ChatGPT",
      answer: "Try Umbra.",
    };
    await world.rest("POST", "/chats/import", JSON.stringify(line));
    const [chat] = (await world.rest("GET", `/chats?date_from=${day}&date_to=${day}`)).body.data;
    return chat as { id: string; prompt_id: string };
  };
  const today = new Date().toISOString().slice(0, 10);
  const chats = [
    await send("Which boots?", "2026-01-02"),
    await send("Which pans?", today),
    await send("Which pots?", today),
  ];
  const examples = chats.map(({ id }, index) => ({
    chat_id: decodeId("cht", id),
    text: `${index}.`,
  }));
  await world.pool.query(
    `insert into suggestions (project_id, kind, status, name, name_key, examples, reason)
     values ($1, 'brand', 'open', 'Umbra', 'umbra', $2, ''), ($1, 'brand', 'rejected', 'Peak', 'peak', $2, '')`,
    [world.project.project_id, JSON.stringify(examples)],
  );
  const quoted = async () => {
    const found = ["open", "rejected"].map(async (status) => {
      const { body } = await world.rest("GET", `/suggestions/brands?status=${status}`);
      return body.data.map((row: { examples: { text: string }[] }) =>
        row.examples.map(({ text }) => text).join(""),
      );
    });
    return (await Promise.all(found)).flat();
  };
  assert.deepEqual(await quoted(), ["0.1.2.", "0.1.2."]);
  await world.rest("DELETE", `/prompts/${chats[1]?.prompt_id}`);
  assert.deepEqual(await quoted(), ["0.2.", "0.2."]);
  await world.rest("PATCH", `/projects/${world.project.id}/retention`, { answers_days: 35 });
  await deleteExpiredOf.handler(jobContext(world), world.project);
  assert.deepEqual(await quoted(), ["2.", "2."]);
});
