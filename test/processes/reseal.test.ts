import assert from "node:assert/strict";
import { test } from "node:test";
import { resealSecrets } from "#adapters/reseal.ts";
import { makeVault } from "#adapters/vault.ts";
import { insertTarget, SEALED_API_KEY } from "#domain/capture/targets/target-queries.ts";
import { insertWebhook, SEALED_SECRET } from "#domain/webhooks/webhook-queries.ts";
import { makeWorld } from "../kit/world.ts";

test("after a new key was given once, it alone opens every stored secret; what nothing opens is counted", async () => {
  const { db, pool, project } = await makeWorld();
  const old = makeVault(["old"]);
  const target = (slug: string, api_key: Buffer | null) =>
    insertTarget(db, project, {
      ...{ slug, name: slug, provider: "openai", surface: "api", requested_model: "m" },
      supports: { search_queries: true, retrieved: true, cited: true, location: true },
      ...{ base_url: null, parameters: {}, samples_per_day: 1, concurrency: 1 },
      ...{ requests_per_minute: null, api_key, api_key_hint: null },
    });
  await target("a", old.seal("key of a"));
  await target("b", null);
  await target("c", makeVault(["forgotten"]).seal("key of c"));
  const webhook = { url: "https://receiver.example/", events: ["run.completed"] };
  await insertWebhook(db, project, { ...webhook, secret: old.seal("whsec_x") });
  const sealed = [SEALED_API_KEY, SEALED_SECRET];
  const both = makeVault(["new", "old"]);
  assert.deepEqual(await resealSecrets(db, both, sealed), { resealed: 2, lost: 1 });
  assert.deepEqual(await resealSecrets(db, both, sealed), { resealed: 0, lost: 1 });
  const { rows } = await pool.query(
    `select api_key as sealed from capture_targets join models using (project_id, model_id)
     where project_id = $1 and slug = 'a'
     union all select secret from webhooks where project_id = $1`,
    [project.project_id],
  );
  const alone = makeVault(["new"]);
  assert.deepEqual(
    rows.map(({ sealed }) => alone.open(sealed)),
    ["key of a", "whsec_x"],
  );
});
