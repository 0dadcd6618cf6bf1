import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { waitForLock } from "../../../test/kit/wait-for.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { acceptBrandSuggestions } from "./accept-brand-suggestions.ts";
import { reopenBrandSuggestions } from "./reopen-brand-suggestions.ts";

test("taking a rejection back again while the suggestion is accepted leaves it accepted", async () => {
  const world = await makeWorld();
  const { rows } = await world.pool.query(
    `insert into suggestions (project_id, kind, name, name_key, domains, chat_count, model_count, examples,
       detail, reason, score)
     values ($1, 'brand', 'Umbra', 'umbra', '{}', 4, 2, '[]', '{}', 'Named in 4 answers.', 4)
     returning suggestion_id`,
    [world.project.project_id],
  );
  const id = encodeId("sug", rows[0].suggestion_id);
  const chosen = { suggestion_ids: [id] };
  let refused: Promise<void> | undefined;
  const db = betweenStatements(world.db, "update suggestions set status", async () => {
    const again = run(reopenBrandSuggestions, world.context(), chosen);
    refused = assert.rejects(again, { code: "SUGGESTION_ALREADY_DECIDED" });
    await waitForLock(world.pool);
  });
  const accepted = await run(acceptBrandSuggestions, { ...world.context(), db }, chosen);
  assert.equal(accepted.data[0]?.status, "accepted");
  await refused;
  const { body } = await world.rest("GET", "/suggestions/brands?status=accepted");
  assert.equal(body.data[0]?.result_id, accepted.data[0]?.result_id);
});
