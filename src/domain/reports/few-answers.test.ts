import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const FIRST = "2026-01-01";
const DAYS = 28;
const RANGE = { date_from: FIRST, date_to: addDays(FIRST, DAYS - 1) };
/** Of so many days in 28 a prompt's answers name the brand; none and all tell nothing of how days repeat each other. */
const NAMED = [0, 28, 25, 9, 14, 20, 6, 17];
const ENDS = ["visibility_low", "visibility_high"] as const;

test("a report on one prompt has the interval of its row among all prompts, not that of a single answer", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  const brand_id = await insertBrand(db, project, { name: "Globex" });
  for (const [place, named] of NAMED.entries()) {
    const prompt_id = await addPrompt(db, project_id, { text: `prompt ${place}` });
    for (let day = 0; day < DAYS; day++) {
      const isNamed = (day * 5 + place) % DAYS < named;
      await putFact(db, project_id, {
        ...{ day: addDays(FIRST, day), model_id, prompt_id, sample: 1 },
        mentions: isNamed ? [{ brand_id, position: 1, mention_count: 1, sentiment: 0 }] : [],
      });
    }
  }
  await rebuildDirtyRollups(db, project);
  const read = async (rest: object) => {
    const { status, body } = await world.rest("POST", "/reports/brands", { ...RANGE, ...rest });
    assert.equal(status, 200);
    return body.data.filter(({ brand }: { brand: { name: string } }) => brand.name === "Globex");
  };
  const rows = await read({ dimensions: ["prompt_id"] });
  assert.equal(rows.length, NAMED.length);
  for (const row of rows) {
    const filters = [{ field: "prompt_id", operator: "in", values: [row.prompt_id] }];
    const [alone] = await read({ filters });
    assert.equal(alone.visibility_total, DAYS);
    for (const end of ENDS) assert.ok(Math.abs(alone[end] - row[end]) < 1e-9, end);
    const width = alone.visibility_high - alone.visibility_low;
    assert.ok(width < 0.5, `${row.visibility_count} of ${DAYS}: ${JSON.stringify(alone)}`);
    // Models that are chosen, too, are the same ones.
    const model = { field: "model_id", operator: "in", values: ["mdl_a"] };
    const [both] = await read({ filters: [...filters, model] });
    assert.deepEqual(
      ENDS.map((end) => both[end]),
      ENDS.map((end) => alone[end]),
    );
  }
});
