import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("answers that repeat each other for days are fewer, and a site whose gap is one prompt's is no sure gap", async () => {
  const world = await makeWorld({ now: () => new Date("2026-01-30T12:00:00Z") });
  const { db, project } = world;
  const { project_id } = project;
  const { rows } = await sql<{ brand_id: number }>`
    select brand_id from brands where project_id = ${project_id} and is_own`.execute(db);
  const rival = await insertBrand(db, project, { name: "Globex" });
  const model_id = await addModel(db, project_id, "a");
  const page = await addPage(db, project_id, "one.example");
  const citations = [{ ...page, retrieved: 1, cited: 1 }];
  const ask = async (text: string, isRival: (day: number) => boolean, cites = false) => {
    const prompt_id = await addPrompt(db, project_id, { text });
    for (let n = 0; n < 24; n++) {
      const fact = { day: addDays("2026-01-05", n), model_id, prompt_id };
      const brand_id = isRival(n) ? rival : (rows[0]?.brand_id ?? 0);
      const mentions = [{ brand_id, position: 1, mention_count: 1, sentiment: null }];
      await putFact(db, project_id, { ...fact, mentions, citations: cites ? citations : [] });
    }
  };
  const lows = async () => {
    await rebuildDirtyRollups(db, project);
    const { body } = await world.rest(
      "GET",
      "/opportunities?date_from=2026-01-01&date_to=2026-01-30",
    );
    return new Map<string, number>(
      body.data.map((row: { kind: string; difference_low: number; prompt?: { text: string } }) => [
        row.prompt?.text ?? row.kind,
        row.difference_low,
      ]),
    );
  };
  // The same 18 of 24 answers, spread over the days.
  await ask("mixed", (day) => day % 4 !== 1);
  await ask("mixed again", (day) => day % 4 !== 3);
  const [known] = [...(await lows()).values()];
  // And what stays as it is for six days, often enough to be seen: the days are worth fewer answers everywhere.
  for (let n = 0; n < 6; n++) await ask(`sticky ${n}`, (day) => Math.floor(day / 6) % 2 === 0);
  const sticky = (await lows()).get("mixed");
  assert.ok(known !== undefined && known > 0 && (sticky ?? 0) < known, `${known} ${sticky}`);
  await ask("always", () => true, true);
  for (let n = 0; n < 5; n++) await ask(`even ${n}`, (day) => day % 2 === 0, true);
  const found = await lows();
  assert.ok((found.get("always") ?? 0) > 0);
  assert.equal(found.get("source_weak"), undefined);
});
