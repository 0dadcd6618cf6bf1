import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { createTarget } from "#domain/capture/targets/create-target.ts";
import { makeWorld } from "../../test/kit/world.ts";
import { importPrompts } from "./import-prompts.ts";

test("a prompt that an assistant cannot take is told by its line, and the others are imported", async () => {
  const context = (await makeWorld()).context();
  await run(createTarget, context, {
    ...{ provider: "dataforseo_chatgpt", name: "ChatGPT app", requested_model: "chat_gpt" },
    api_key: "login:0123456789abcdef",
  });
  async function* body() {
    for (const prompt of ["Short?", `${"x".repeat(500)}?`])
      yield Buffer.from(`${JSON.stringify({ prompt })}\n`);
  }
  assert.deepEqual(await importPrompts(context, body(), { dry_run: false }), {
    ...{ imported: 1, unchanged: 0 },
    failed: [
      {
        line: 2,
        message: "prompt: DataForSEO: ChatGPT app takes at most 500 characters; this has 501.",
      },
    ],
  });
});
