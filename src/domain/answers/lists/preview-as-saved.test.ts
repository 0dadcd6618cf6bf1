import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "#core/run.ts";
import { listBrands } from "#domain/brands/list-brands.ts";
import { updateBrand } from "#domain/brands/update-brand.ts";
import { inTryTurn } from "#domain/detection/try-turns.ts";
import { importAnswers } from "../../../../test/kit/judge-server.ts";
import { waitFor } from "../../../../test/kit/wait-for.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { previewBrand } from "./preview-brand.ts";

test("an expression is judged before a connection is held, by a preview and by what saves it", async () => {
  const world = await makeWorld();
  const gate = Promise.withResolvers<void>();
  const turn = inTryTurn(String(world.project.project_id), () => gate.promise);
  const [own] = (await run(listBrands, world.context(), {})).data;
  const calls = [
    run(previewBrand, world.context(), { name: "Umbra", regex: "Umbra[0-9]+x" }),
    run(updateBrand, world.context(), { brand_id: own?.id, regex: "Akme[0-9]+x" }),
  ];
  await sleep(200);
  // What was asked just before it may end meanwhile.
  await waitFor("all connections", () => world.pool.totalCount === world.pool.idleCount);
  gate.resolve();
  await Promise.all([turn, ...calls]);
});

test("a draft counts what the saved brand does: longer names of others cover it, citation annotations are no prose", async () => {
  const world = await makeWorld();
  await world.rest("POST", "/brands", { name: "Zolto Buds" });
  await world.runJobs();
  await importAnswers(world, ["Zolto Buds sound great.", "Boots last.", "Zolto makes phones."]);
  await world.pool.query(
    `update answers set answer = 'Good boots last. [Umbra Boots](https://umbra.example/x) More here.',
      removed_spans = '{17,58}' where project_id = $1 and answer like 'Boots%'`,
    [world.project.project_id],
  );
  const drafted = async (name: string) =>
    (await world.rest("POST", "/brands/preview", { name })).body.matched_count;
  const saved = async (name: string) => {
    const { body } = await world.rest("POST", "/brands", { name });
    await world.runJobs();
    return (await world.rest("GET", `/chats?brand_id=${body.id}`)).body.total_count;
  };
  assert.deepEqual([await drafted("Zolto Buds"), await drafted("Zolto Kids")], [1, 0]);
  for (const [name, count] of [
    ["Zolto", 1],
    ["Umbra", 0],
  ] as const) {
    assert.equal(await drafted(name), count, name);
    assert.equal(await saved(name), count, name);
  }
});

test("a draft of a saved brand, also under another name, does not stand beside that brand as it was", async () => {
  const world = await makeWorld();
  const { id } = (await world.rest("POST", "/brands", { name: "Zolto Buds" })).body;
  await world.runJobs();
  await importAnswers(world, ["Zolto Buds sound great.", "Zolto makes phones."]);
  const draft = { name: "Zolto", brand_id: id };
  const { body } = await world.rest("POST", "/brands/preview", draft);
  assert.equal(body.matched_count, 2);
  await world.rest("PATCH", `/brands/${id}`, { name: draft.name });
  await world.runJobs();
  assert.equal((await world.rest("GET", `/chats?brand_id=${id}`)).body.total_count, 2);
  const other = await makeWorld();
  const refused = await other.rest("POST", "/brands/preview", draft);
  assert.deepEqual([refused.status, refused.body.error.code], [404, "NOT_FOUND"]);
});

test("a spelling that is proposed takes none from the draft", async () => {
  const world = await makeWorld();
  await importAnswers(world, ["Corvane is fine.", "Boots last."]);
  const draft = { name: "Corvane Group", aliases: [{ text: "Corvane GmbH" }] };
  const { body } = await world.rest("POST", "/brands/preview", draft);
  assert.deepEqual([body.matched_count, body.proposals], [1, []]);
  const saved = (await world.rest("POST", "/brands", draft)).body;
  await world.runJobs();
  assert.equal((await world.rest("GET", `/chats?brand_id=${saved.id}`)).body.total_count, 1);
});

test("a draft of a saved brand has the aliases that it is saved with, as many as it may have", async () => {
  const world = await makeWorld();
  await importAnswers(world, ["Target sells boots.", "They target boots."]);
  const any = [{ text: "Target", case_sensitive: false }];
  const { id } = (await world.rest("POST", "/brands", { name: "Target", aliases: any })).body;
  await world.runJobs();
  const aliases = Array.from({ length: 50 }, (_, at) => ({
    ...{ text: `Alias ${at}`, case_sensitive: false },
  }));
  await world.rest("PATCH", `/brands/${id}`, { aliases });
  await world.runJobs();
  const preview = async (draft: object) =>
    (await world.rest("POST", "/brands/preview", { name: "Target", ...draft })).body;
  const drafted = await preview({ brand_id: id, aliases });
  assert.deepEqual(drafted.aliases, aliases);
  assert.equal(drafted.matched_count, 2);
  assert.deepEqual((await world.rest("GET", `/brands/${id}`)).body.aliases, aliases);
  assert.equal((await world.rest("GET", `/chats?brand_id=${id}`)).body.total_count, 2);
  // One that is new is saved with its name in exact case, which is a common word.
  const made = await preview({ aliases });
  assert.deepEqual([made.aliases.length, made.matched_count], [52, 1]);
  assert.equal((await preview({ brand_id: id, aliases: made.aliases })).matched_count, 1);
});
