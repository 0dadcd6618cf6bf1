import assert from "node:assert/strict";
import { type NewAnswer, storeAnswers } from "#domain/answers/ingest/store-answers.ts";
import { jobContext } from "./event-checks.ts";
import type { World } from "./world.ts";

export const TEXT = "Which boots last longest?";
export const line = (fields: object = {}) =>
  JSON.stringify({
    ...{ captured_at: "2026-03-02T10:00:00Z", prompt: TEXT, model: "ChatGPT" },
    ...{ answer: "I would pick Acme.", search_queries: ["boots"] },
    sources: [{ url: "https://trailbench.example/best", cited: true }],
    ...fields,
  });
export const importLines = (world: World, ...lines: string[]) =>
  world.rest("POST", "/chats/import", lines.join("\n"));
export const addPrompt = async (world: World, text = TEXT): Promise<string> =>
  (await world.rest("POST", "/prompts", { prompts: [{ text }] })).body.data[0].id;

/** An answer that is stored and not committed until `commit`. */
export async function openStore(world: World, answer = "Acme is one, says the second.") {
  const { db, project } = world;
  const gate = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const done = db.transaction().execute(async (trx) => {
    const captured_at = new Date("2026-03-02T11:00:00Z");
    const one: NewAnswer = {
      ...{ external_id: null, captured_at, day: "2026-03-02", prompt: TEXT, country_code: "US" },
      ...{ language_code: "en", slug: "chatgpt", model_name: "ChatGPT", answer },
      ...{ surface: "import", status: "answered", origin: "import" },
      ...{ served_model: null, search_ran: null, sources: [], search_queries: [] },
    };
    await storeAnswers(trx, project, { answers: [one], log: jobContext(world).log });
    stored.resolve();
    await gate.promise;
  });
  await stored.promise;
  return {
    commit: async () => {
      gate.resolve();
      await done;
    },
  };
}

/** What a call answers, after it was seen to wait for `commit`. */
export async function afterCommit<Answer>(commit: () => Promise<void>, call: Promise<Answer>) {
  let isOver = false;
  call.then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  const waited = !isOver;
  await commit();
  assert.ok(waited, "it did not wait for what is being stored");
  return call;
}
