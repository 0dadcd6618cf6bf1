import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { archivePrompts } from "#domain/prompts/archive-prompts.ts";
import { createPrompts } from "#domain/prompts/create-prompts.ts";
import { importPrompts } from "#domain/prompts/imports/import-prompts.ts";
import { unarchivePrompts } from "#domain/prompts/unarchive-prompts.ts";
import { updatePrompt } from "#domain/prompts/update-prompt.ts";
import { updatePrompts } from "#domain/prompts/update-prompts.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { createTarget } from "./create-target.ts";
import { updateTarget } from "./update-target.ts";

const APP = {
  ...{ provider: "dataforseo_chatgpt", name: "ChatGPT app", requested_model: "chat_gpt" },
  api_key: "login:0123456789abcdef",
};
const long = `${"👟".repeat(500)}?`;
const save = (world: World, ...texts: string[]) =>
  run(createPrompts, world.context(), { prompts: texts.map((text) => ({ text })) });

test("a prompt that an assistant cannot take is refused when it is saved, with a sentence", async () => {
  const world = await makeWorld();
  await run(createTarget, world.context(), APP);
  const { data, skipped } = await save(world, long, "👟".repeat(500));
  assert.equal(data.length, 1, "500 code points are 500 characters");
  assert.deepEqual(
    skipped.map(({ index, code, message }) => [index, code, message]),
    [
      [
        0,
        "VALIDATION_ERROR",
        "text: DataForSEO: ChatGPT app takes at most 500 characters; this has 501.",
      ],
    ],
  );
  const file = Readable.from([Buffer.from(`prompt\nShort?\n${long}\n`)]);
  const held = await run(importPrompts, world.context(), { dry_run: true }, file);
  assert.deepEqual(
    [held.prompts, held.failed],
    [
      1,
      [{ line: 3, message: "DataForSEO: ChatGPT app takes at most 500 characters; this has 501." }],
    ],
  );
  const prompt_id = data[0]?.id ?? "";
  await assert.rejects(run(updatePrompt, world.context(), { prompt_id, text: long }), {
    code: "VALIDATION_ERROR",
  });
  const off = { model_id: "mdl_chatgpt-app", is_active: false };
  await run(updateTarget, world.context(), off);
  assert.equal((await save(world, long)).data.length, 1, "nobody asks it now");
  await assert.rejects(run(updateTarget, world.context(), { ...off, is_active: true }), {
    code: "CONFLICT",
    message: /takes at most 500 characters, and 1 prompt is longer/,
  });
});

test("a prompt that an assistant cannot take is not made active again, and the others are", async () => {
  const world = await makeWorld();
  const { data } = await save(world, long, "Short?");
  const prompt_ids = data.map(({ id }) => id);
  await run(archivePrompts, world.context(), { prompt_ids });
  await run(createTarget, world.context(), APP);
  const message = "text: DataForSEO: ChatGPT app takes at most 500 characters; this has 501.";
  const skipped = [{ id: prompt_ids[0], code: "VALIDATION_ERROR", message }];
  const again = await run(unarchivePrompts, world.context(), { prompt_ids });
  assert.deepEqual(again.skipped, skipped);
  assert.deepEqual(
    again.data.map(({ id, status }) => [id, status]),
    [[prompt_ids[1], "active"]],
  );
  const updated = await run(updatePrompts, world.context(), { prompt_ids, status: "active" });
  assert.deepEqual([updated.data.length, updated.skipped], [1, skipped]);
  const archived = await run(updatePrompts, world.context(), { prompt_ids, status: "archived" });
  assert.equal(archived.data.length, 2, "what stays archived may be as long as it is");
});

test("an assistant that cannot take the project's prompts is refused, and so is a model it has not", async () => {
  const world = await makeWorld();
  await save(world, long);
  await assert.rejects(run(createTarget, world.context(), APP), { code: "CONFLICT" });
  const mode = { ...APP, provider: "dataforseo", name: "AI mode" };
  await assert.rejects(run(createTarget, world.context(), mode), {
    message: "requested_model: DataForSEO: Google AI mode has google_ai_mode",
  });
  await run(createTarget, world.context(), { ...mode, requested_model: "google_ai_mode" });
});
