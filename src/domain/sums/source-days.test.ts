import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sql } from "kysely";
import { compareRandom } from "../../../test/kit/compare-reports.ts";
import { putFact } from "../../../test/kit/facts.ts";
import { importLines, line } from "../../../test/kit/open-store.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { sumSources } from "../../../test/kit/sum-sources.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { rebuildDirtyRollups } from "./dirty-days.ts";

const ROUNDS = 15;
const first = await makeWorld();
beforeEach(() => sumSources(first.pool, { from: 6_000 }));

/** The rows of a project's sums of sources, of single days and of longer spans. */
async function countSums({ db, project: { project_id } }: World) {
  const counted = (table: string) => sql`(select count(*) from ${sql.table(table)}
    where project_id = ${project_id})`;
  const { rows } = await sql<{ rows: number }>`
    select ${counted("domain_rollup")} + ${counted("url_rollup")} as rows`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** Some sums are what they were, made whole. */
async function assertWhole(world: World) {
  const { db, project } = world;
  const read = async () => {
    const { rows } = await sql`
      select span, start, only_branded, model_id, domain_id as id, answers, retrievals, citations
      from domain_rollup where project_id = ${project.project_id}
      union all select span, start, only_branded, model_id, -url_id, answers, retrievals, citations
      from url_rollup where project_id = ${project.project_id} order by 1, 2, 3, 4, 5`.execute(db);
    return rows;
  };
  const made = await read();
  await sql`insert into rollup_dirty (project_id, day)
    select project_id, day from rollup_days where project_id = ${project.project_id}`.execute(db);
  await rebuildDirtyRollups(db, project);
  assert.deepEqual(await read(), made);
}

test("sources of few answers are counted in them, and say what they are", async () => {
  const world = await makeWorld();
  const market = await makeMarket(world, 41);
  assert.equal(await countSums(world), 0);
  await compareRandom(world, market, ROUNDS);
  const { body } = await world.rest("GET", "/domains/unclassified");
  assert.equal(body.total_count, market.domains.length);
});

test("a project that outgrows it gets sums of the sources of all its days, with the next that is summed", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const market = await makeMarket(world, 43);
  await sumSources(world.pool, { from: market.facts.length });
  const [fact] = market.facts;
  assert.ok(fact);
  const grow = async (sample: number) => {
    const one = { ...fact, sample };
    market.facts.push(one);
    await putFact(db, project.project_id, one);
    await sql`insert into rollup_dirty (project_id, day) values (${project.project_id}, ${one.day})`.execute(
      db,
    );
    await rebuildDirtyRollups(db, project);
  };
  await grow(1_001);
  const rows = await countSums(world);
  assert.ok(rows > market.facts.length, `${rows} rows`);
  await compareRandom(world, market, ROUNDS);
  await assertWhole(world);
  // What has sums keeps them where answers become few again, and they stay true.
  await sumSources(world.pool, { from: 6_000 });
  await grow(1_002);
  assert.ok((await countSums(world)) >= rows);
  await compareRandom(world, market, ROUNDS);
  await assertWhole(world);
});

test("answers that are added to days count in their sources, whether these have sums or get them now", async () => {
  const world = await makeWorld();
  const add = async (day: number, from: number, count: number) => {
    const lines = Array.from({ length: count }, (_, n) =>
      line({
        captured_at: `2026-03-0${day}T10:00:00Z`,
        prompt: `Which ${from + n}?`,
        sources: [{ url: `https://s${(from + n) % 7}.example/p${n % 3}`, cited: true }],
      }),
    );
    const { body } = await importLines(world, ...lines);
    assert.equal(body.imported, count);
    await rebuildDirtyRollups(world.db, world.project);
  };
  const cited = async () => {
    const query = { date_from: "2026-03-01", date_to: "2026-03-09" };
    const [domains, urls] = await Promise.all(
      ["domains", "urls"].map((kind) => world.rest("POST", `/reports/${kind}`, query)),
    );
    const sum = (answer: typeof domains) =>
      answer?.body.data.reduce((all: number, row: { citation_count: number }) => {
        return all + row.citation_count;
      }, 0);
    return [sum(domains), sum(urls)];
  };
  await sumSources(world.pool, { from: 50 });
  await add(1, 0, 20);
  await add(2, 20, 20);
  await add(1, 40, 2);
  assert.equal(await countSums(world), 0);
  assert.deepEqual(await cited(), [42, 42]);
  // Few beside those of their day: added to it, while the project outgrows what is counted in facts.
  await add(2, 42, 4);
  await add(1, 46, 5);
  assert.ok((await countSums(world)) > 0);
  assert.deepEqual(await cited(), [51, 51]);
  await assertWhole(world);
  await add(1, 51, 3);
  assert.deepEqual(await cited(), [54, 54]);
  await assertWhole(world);
});
