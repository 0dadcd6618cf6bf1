import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { createPrompts } from "#domain/prompts/create-prompts.ts";
import { importPrompts } from "#domain/prompts/imports/import-prompts.ts";
import { updatePrompt } from "#domain/prompts/update-prompt.ts";
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
