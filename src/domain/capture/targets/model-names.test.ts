import assert from "node:assert/strict";
import { test } from "node:test";
import type * as z from "zod";
import { run } from "#core/run.ts";
import type { Model } from "#domain/models/model.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { createTarget } from "./create-target.ts";

const create = (world: World, name: string, input: object = {}) =>
  run(createTarget, world.context(), {
    provider: "openai",
    requested_model: "model-x",
    api_key: "key-0123456789abcdef",
    name,
    ...input,
  });

async function importAnswer(world: World, fields: Record<string, unknown>) {
  const line = { captured_at: "2026-03-02T10:00:00Z", prompt: "Which boots?", answer: "Acme." };
  const body = JSON.stringify({ ...line, ...fields });
  const { body: result } = await world.rest("POST", "/chats/import", body);
  assert.equal(result.imported, 1, JSON.stringify(result));
}

const modelsOf = async (world: World): Promise<z.output<typeof Model>[]> =>
  (await world.rest("GET", "/models")).body.data;

test("two assistants named in one script are two models", async () => {
  const world = await makeWorld();
  const names = ["文心一言", "通义千问", "Яндекс GPT", "Алиса GPT"];
  const ids = new Set<string>();
  for (const name of names) ids.add((await create(world, name)).model_id);
  assert.equal(ids.size, names.length);
  await assert.rejects(create(world, "яндекс gpt"), { code: "DUPLICATE" });
});

test("a captured and an imported answer of one assistant are of one model, whichever came first", async () => {
  const world = await makeWorld();
  for (const name of ["ChatGPT", "Яндекс GPT", "文心一言"]) {
    const { model_id } = await create(world, name);
    await importAnswer(world, { model: name });
    await importAnswer(world, { model: model_id, answer: "Acme again." });
  }
  assert.equal((await modelsOf(world)).length, 3);

  await importAnswer(world, { model: "通义千问" });
  const [imported] = (await modelsOf(world)).filter((model) => model.name === "通义千问");
  const target = await create(world, "通义千问");
  assert.equal(target.model_id, imported?.id);
  const models = await modelsOf(world);
  assert.equal(models.length, 4);
  const asked = models.find((model) => model.id === target.model_id);
  assert.deepEqual(
    [asked?.provider, asked?.surface, asked?.requested_model, asked?.supports.location],
    ["openai", "api", "model-x", true],
  );
});

test("answers of an app stay apart from those of an API of its name, and real from invented ones", async () => {
  const world = await makeWorld();
  await importAnswer(world, { model: "ChatGPT", surface: "ui" });
  await assert.rejects(create(world, "ChatGPT"), { code: "DUPLICATE" });
  await importAnswer(world, { model: "Real" });
  const simulated = { provider: "simulated", requested_model: "simulated-a", api_key: null };
  const made = await create(world, "Real", { ...simulated, base_url: "http://127.0.0.1:9/v1" });
  assert.deepEqual([made.model_id, made.name], ["mdl_real-simulated", "Real (simulated)"]);
});
