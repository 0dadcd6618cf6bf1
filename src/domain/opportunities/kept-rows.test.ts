import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { encodeId } from "#core/id.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { putFact } from "../../../test/kit/facts.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
type Any = any;
const now = () => new Date("2026-04-10T12:00:00Z");

test("opportunities that are counted in facts are counted once, and say what their sites and prompts are now", async () => {
  const world = await makeWorld({ now });
  const { project } = world;
  const market = await makeMarket(world, 17);
  let counted = 0;
  const app = world.appOn(
    betweenStatements(world.db, "json_agg(r)", async () => {
      counted += 1;
    }),
  );
  const path = `/opportunities?date_from=2026-01-01&date_to=2026-04-10&limit=100&brand_id=${encodeId("brd", market.brands[1] ?? 0)}`;
  const ask = async (): Promise<{ rows: Any[]; counted: number }> => {
    const before = counted;
    const response = await app.request(`http://localhost:8787/api/v1${path}`, {
      headers: { "x-api-key": world.key },
    });
    assert.equal(response.status, 200);
    const { data } = (await response.json()) as Any;
    return { rows: data, counted: counted - before };
  };
  const first = await ask();
  assert.ok(first.counted > 0);
  assert.deepEqual(await ask(), { rows: first.rows, counted: 0 });
  const site = first.rows.find((row) => row.source);
  const prompt = first.rows.find((row) => row.prompt);
  assert.ok(site && prompt);
  // What they are called and of which kind they are is read anew, and asks for no facts.
  await sql`update domains set classification = 'editorial' where project_id = ${project.project_id}
    and domain = ${site.source.domain}`.execute(world.db);
  const named = await ask();
  const again = named.rows.find((row) => row.source?.domain === site.source.domain);
  assert.equal(again.source.classification, "editorial");
  assert.equal(named.counted, 0);
  // An answer that came is counted.
  const fact = market.facts.find(
    ({ prompt_id, mentions }) =>
      encodeId("prm", prompt_id) === prompt.prompt.id && mentions?.length === 1,
  );
  assert.ok(fact);
  await putFact(world.db, project.project_id, {
    ...fact,
    sample: 900,
    mentions: [
      {
        ...{ brand_id: market.brands[1] ?? 0, position: 1, mention_count: 1, sentiment: 0 },
      },
    ],
  });
  await sql`insert into rollup_dirty (project_id, day) values (${project.project_id}, ${fact.day})`.execute(
    world.db,
  );
  await rebuildDirtyRollups(world.db, project);
  const later = await ask();
  assert.ok(later.counted > 0);
  const more = later.rows.find((row) => row.prompt?.id === prompt.prompt.id);
  assert.equal(more.missing_count, prompt.missing_count + 1);
});
