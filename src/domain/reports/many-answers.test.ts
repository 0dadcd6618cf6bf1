import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt } from "../../../test/kit/facts.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const RANGE = { date_from: "2026-01-11", date_to: "2026-01-20", compare: "previous_period" };

test("changes of sources are told of thousands of answers, too, and again when facts changed", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  for (let n = 0; n < 6; n++) await addPrompt(db, project_id, { text: `prompt ${n}` });
  const page = await addPage(db, project_id, "shop.example");
  const answers = sql`(select day::date, prompt_id, sample from prompts p,
    generate_series('2026-01-01'::date, '2026-01-20', '1 day') day, generate_series(1, 50) sample
    where p.project_id = ${project_id})`;
  await sql`
    insert into answers (project_id, day, model_id, prompt_id, sample, captured_at, status, answer, origin, content_hash,
      brand_ids)
    select ${project_id}, day, ${model_id}, prompt_id, sample, day, 'answered', '', 'import',
      decode(md5(day::text || prompt_id || '.' || sample), 'hex'), '{}' from ${answers} a`.execute(
    db,
  );
  // More of them in the later period, and more to some prompts than to others.
  await sql`
    insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id, retrieved, cited, position)
    select ${project_id}, day, ${model_id}, prompt_id, sample, ${page.url_id}, ${page.domain_id}, 1,
      (sample % 4 = 0)::integer, 1
    from ${answers} a
    where (sample * 7 + prompt_id + (day - '2026-01-01'::date)) % 10
      < 3 + (prompt_id % 3) + (day >= '2026-01-11')::integer`.execute(db);
  const days = Array.from({ length: 20 }, (_, n) => `2026-01-${String(n + 1).padStart(2, "0")}`);
  await markDirty(db, project, days);
  await rebuildDirtyRollups(db, project);
  const read = async (rest: object) => {
    const { status, body } = await world.rest("POST", "/reports/domains", { ...RANGE, ...rest });
    assert.equal(status, 200);
    return body;
  };
  const all = await read({});
  assert.equal(all.population.answers, 3_000);
  const { change } = all.data[0];
  assert.equal(change.retrieved_percentage.reason, undefined);
  assert.ok(change.retrieved_percentage.low > 0.05 && change.retrieved_percentage.high < 0.15);
  assert.ok(change.retrieved_percentage.p < 0.001);
  // The same answers, counted one by one: country is in no sum of sources.
  const filters = [{ field: "country_code", operator: "in", values: ["US"] }];
  assert.deepEqual((await read({ filters })).data[0].change, change);
  await sql`delete from citations where project_id = ${project_id} and day = '2026-01-20'`.execute(
    db,
  );
  await markDirty(db, project, ["2026-01-20"]);
  await rebuildDirtyRollups(db, project);
  const later = (await read({})).data[0].change.retrieved_percentage;
  assert.ok(later.value < change.retrieved_percentage.value - 0.02);
});
