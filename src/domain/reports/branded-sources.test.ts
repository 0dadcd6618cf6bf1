import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { changeBrandingOf } from "#domain/answers/facts/prompt-answer-queries.ts";
import { DIMENSION_NAMES, DIMENSIONS } from "#domain/sums/dimensions.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { compareBranded, compareRandom } from "../../../test/kit/compare-reports.ts";
import { putFact } from "../../../test/kit/facts.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

/** What sums of sources tell apart. */
const SUMMED = DIMENSION_NAMES.filter((name) =>
  (DIMENSIONS[name].sums as readonly string[]).includes("source"),
);

test("sources with and without prompts that name the own brand equal a recount, and are of the days that are summed", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const market = await makeMarket(world, 23);
  await compareBranded(world, market, DIMENSION_NAMES);
  const before = { ...market, prompts: market.prompts.map((prompt) => ({ ...prompt })) };
  const [first, second] = [market.prompts[0], market.prompts[5]];
  assert(first && second);
  first.is_branded = true;
  second.is_branded = false;
  const prompt_ids = [first.prompt_id, second.prompt_id];
  const change = async () => {
    await sql`update prompts set is_branded = not is_branded where project_id = ${project.project_id}
      and prompt_id = any(${prompt_ids}::integer[])`.execute(db);
  };
  await db.transaction().execute((trx) => changeBrandingOf(trx, project, { prompt_ids, change }));
  const [page] = market.pages;
  const [brand_id = 0] = market.brands;
  assert(page);
  const late = {
    ...{ day: "2026-02-02", model_id: market.models[0]?.model_id ?? 0, sample: 1_000 },
    ...{ prompt_id: market.prompts[1]?.prompt_id ?? 0, status: "answered" as const },
    mentions: [{ brand_id, position: 1, mention_count: 1, sentiment: null }],
    citations: [{ ...page, retrieved: 1, cited: 1 }],
  };
  await putFact(db, project.project_id, late);
  // Until they are rebuilt, every report from sums says what it said.
  await compareBranded(world, before, SUMMED);
  await rebuildDirtyRollups(db, project);
  const after = { ...market, facts: [...market.facts, late] };
  await compareBranded(world, after, DIMENSION_NAMES);
  await compareRandom(world, after, 10);
});
