import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { countLost } from "#adapters/reseal.ts";
import { makeVault } from "#adapters/vault.ts";
import { run } from "#core/run.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { countTasks, makeTrouble, readTarget } from "../../../../test/kit/failing-provider.ts";
import { serveJson } from "../../../../test/kit/provider-server.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { createTarget } from "./create-target.ts";
import { listProviderModels } from "./list-provider-models.ts";
import { readModelLists } from "./read-model-lists.ts";
import { SEALED_API_KEY } from "./target-queries.ts";
import { tryTarget } from "./try-target.ts";

const SENTENCE = /sealed with another ENCRYPTION_KEY.*enter the provider's key again/;
const model_id = "mdl_simulated-a";
/** As after a start with a new ENCRYPTION_KEY and without the one before. */
const vault = makeVault(["another"]);

test("a key that was sealed with another ENCRYPTION_KEY is no fault of ours: tests, lists and questions say what to do", async () => {
  const { world, state, advance, work } = await makeTrouble({ prompts: 2 });
  const seal = (api_key: Buffer) =>
    world.pool.query("update capture_targets set api_key = $2 where project_id = $1", [
      world.project.project_id,
      api_key,
    ]);
  await seal(vault.seal("key-0123456789abcdef"));
  const lostTo = (ring: typeof vault) => countLost(world.db, ring, [SEALED_API_KEY]);
  assert.equal(await lostTo(makeVault(["a third"])), 1 + (await lostTo(vault)));
  const tried = await run(tryTarget, world.context(), { model_id });
  assert.equal(tried.is_working, false);
  assert.match(tried.message, SENTENCE);
  const listed = await run(listProviderModels, world.context(), {
    provider: "simulated",
    model_id,
  });
  assert.match(listed.problem ?? "", SENTENCE);
  await work();
  assert.match((await readTarget(world)).paused_reason, SENTENCE);
  assert.deepEqual([state.asked, await countTasks(world)], [0, { queued: 2 }]);
  const restored = { ...world.context(), vault };
  assert.equal((await run(tryTarget, restored, { model_id })).is_working, true);
  // The operator sets the key again: nobody has to resume assistants one by one.
  await seal(world.base.vault.seal("key-0123456789abcdef"));
  advance(301);
  while (await work());
  assert.deepEqual(await countTasks(world), { done: 2 });
});

test("one key that cannot be opened keeps no other list of models from being read", async () => {
  const world = await makeWorld();
  const list = { data: [{ id: "model-x", shutdown_date: "2026-12-24" }] };
  const server = await serveJson(list);
  after(server.close);
  for (const name of ["Lost", "Kept"]) {
    const context = name === "Lost" ? { ...world.context(), vault } : world.context();
    const setup = {
      provider: "openai",
      name,
      requested_model: "model-x",
      api_key: "key-0123456789",
    };
    await run(createTarget, context, { ...setup, base_url: server.base_url });
  }
  await world.pool.query("delete from graphile_worker._private_jobs");
  await readModelLists.handler(jobContext(world), {});
  await world.runJobs();
  assert.equal(server.seen.length, 1);
  const { rows } = await world.pool.query(
    `select m.name, listed is not null as is_listed from capture_targets t
     join models m using (project_id, model_id)
     where project_id = $1 order by m.name desc`,
    [world.project.project_id],
  );
  assert.deepEqual(
    rows.map(({ name, is_listed }) => [name, is_listed]),
    [
      ["Lost", false],
      ["Kept", true],
    ],
  );
});

test("what is sealed is opened in five places, which say what to do where they cannot be", () => {
  const opening = globSync("src/{domain,transports,commands}/**/*.ts").filter(
    (file) => !file.endsWith(".test.ts") && /vault\.open\(/.test(readFileSync(file, "utf8")),
  );
  assert.deepEqual(opening.sort(), [
    "src/domain/accounts/secret.ts",
    "src/domain/capture/targets/open-key.ts",
    // A link that is no good says so.
    "src/domain/mailings/unsubscribe.ts",
    "src/domain/oauth/refresh-grant.ts",
    "src/domain/webhooks/deliver-webhook.ts",
  ]);
});
