import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { ProjectContext } from "#core/context.ts";
import { run } from "#core/run.ts";
import { archivePrompts } from "#domain/prompts/archive-prompts.ts";
import { createPrompts } from "#domain/prompts/create-prompts.ts";
import { importPrompts } from "#domain/prompts/imports/import-prompts.ts";
import { listPromptImportFailures } from "#domain/prompts/imports/list-prompt-import-failures.ts";
import { unarchivePrompts } from "#domain/prompts/unarchive-prompts.ts";
import { updatePrompt } from "#domain/prompts/update-prompt.ts";
import { updatePrompts } from "#domain/prompts/update-prompts.ts";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import { doneOrHeldUp } from "../../../../test/kit/wait-for.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { createModel } from "./create-model.ts";
import { createTarget } from "./create-target.ts";
import { updateModel } from "./update-model.ts";
import { updateTarget } from "./update-target.ts";

const MODEL = { provider: "dataforseo_chatgpt", requested_model: "chat_gpt" };
const APP = { ...MODEL, name: "ChatGPT app", api_key: "login:0123456789abcdef" };
const OFF = { model_id: "mdl_chatgpt-app", is_active: false };
const long = "?".repeat(501);
const add = (context: ProjectContext) => run(createTarget, context, APP);
const save = (context: ProjectContext, text = long) =>
  run(createPrompts, context, { prompts: [{ text }] });

/** Whether the project asks an assistant that does not take one of its prompts, after both were done at the same moment. */
async function areBoth(
  world: World,
  words: string,
  one: (context: ProjectContext) => Promise<unknown>,
  other: (context: ProjectContext) => Promise<unknown>,
): Promise<boolean> {
  let meanwhile: Promise<unknown> | undefined;
  const db = betweenStatements(world.db, words, async () => {
    meanwhile ??= other(world.context()).catch((error) => error);
    await doneOrHeldUp(world.pool, meanwhile);
  });
  await one({ ...world.context(), db }).catch((error) => error);
  assert.ok(meanwhile, `nothing asks for ${words}`);
  await meanwhile;
  const { rows } = await world.pool.query(
    `select from prompts p join models m using (project_id) join capture_targets t using (project_id, model_id)
     where project_id = $1 and p.status = 'active' and m.is_active and length(p.text) > 500`,
    [world.project.project_id],
  );
  return rows.length > 0;
}

/** What begins to ask an assistant, after what was there. */
const ASKING: Record<string, [one: (c: ProjectContext) => Promise<unknown>, off?: boolean]> = {
  create_target: [add],
  update_target: [(context) => run(updateTarget, context, { ...OFF, is_active: true }), true],
  update_model: [(context) => run(updateModel, context, { ...OFF, is_active: true }), true],
};

for (const [name, [one, off = false]] of Object.entries(ASKING)) {
  test(`${name} and a prompt that is too long for it are not made together`, async () => {
    const world = await makeWorld();
    if (off) {
      await add(world.context());
      await run(updateTarget, world.context(), OFF);
    }
    assert.equal(await areBoth(world, "length(text) >", one, save), false);
  });
}

test("a model that waits for its key and a prompt that is too long for it are not made together", async () => {
  const world = await makeWorld();
  await run(createModel, world.context(), { ...MODEL, name: "ChatGPT app" });
  const model_id = OFF.model_id;
  const enter = (context: ProjectContext) =>
    run(updateTarget, context, { model_id, api_key: APP.api_key });
  assert.equal(await areBoth(world, "length(text) >", enter, save), false);
});

/** What makes a prompt that is archived, or short, one that an assistant does not take. */
const SAVING: Record<
  string,
  (context: ProjectContext, archived: string, short: string) => Promise<unknown>
> = {
  create_prompts: (context) => save(context, `${long}?`),
  unarchive_prompts: (context, id) => run(unarchivePrompts, context, { prompt_ids: [id] }),
  update_prompts: (context, id) =>
    run(updatePrompts, context, { prompt_ids: [id], status: "active" }),
  update_prompt: (context, _, short) =>
    run(updatePrompt, context, { prompt_id: short, text: `${long}?` }),
};

for (const [name, one] of Object.entries(SAVING)) {
  test(`${name} saves no prompt that an assistant does not take which is added at that moment`, async () => {
    const world = await makeWorld();
    const made = async (text: string) => (await save(world.context(), text)).data[0]?.id ?? "";
    const [archived, short] = [await made(long), await made("Short?")];
    await run(archivePrompts, world.context(), { prompt_ids: [archived] });
    const words = "select distinct m.provider from models";
    const saving = (context: ProjectContext) => one(context, archived, short);
    assert.equal(await areBoth(world, words, saving, add), false);
  });
}

test("an import leaves out the prompts that an assistant does not take which was added since, and says so", async () => {
  const world = await makeWorld();
  const file = Readable.from([Buffer.from(`prompt\nShort?\n${long}\n`)]);
  const { id } = await run(importPrompts, world.context(), {}, file);
  await add(world.context());
  await world.runJobs();
  const { data } = await run(listPromptImportFailures, world.context(), { import_id: id ?? "" });
  const message = "DataForSEO: ChatGPT app takes at most 500 characters; this has 501.";
  assert.deepEqual(data, [{ line: 3, message, prompt: long }]);
  const { rows } = await world.pool.query(
    `select total, imported, unchanged, failed, status from prompt_imports where project_id = $1`,
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ total: 2, imported: 1, unchanged: 0, failed: 1, status: "done" }]);
});
