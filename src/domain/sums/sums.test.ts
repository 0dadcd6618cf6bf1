import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import {
  addModel,
  addPage,
  addPrompt,
  type Fact,
  putFact,
  removeFact,
} from "../../../test/kit/facts.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { rebuildDirtyRollups } from "./dirty-days.ts";
import { SPANS, spanStart } from "./spans.ts";

async function makeFacts(world: World, seed: number) {
  const { db, project } = world;
  const { project_id } = project;
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
  const models = [await addModel(db, project_id, "a"), await addModel(db, project_id, "b", false)];
  const prompts = [
    await addPrompt(db, project_id, { text: "one" }),
    await addPrompt(db, project_id, { text: "two", country_code: "DE", is_branded: true }),
  ];
  const other = await insertBrand(db, project, { name: "Globex" });
  const pages = [
    await addPage(db, project_id, "a.example"),
    await addPage(db, project_id, "a.example", "/x"),
    await addPage(db, project_id, "b.example"),
  ];
  const facts: Fact[] = [];
  for (let n = 0; n < 60; n++) {
    const fact: Fact = {
      day: addDays("2026-01-01", random(150)),
      model_id: models[random(2)] ?? 0,
      prompt_id: prompts[random(2)] ?? 0,
      sample: n + 1,
      mentions:
        random(2) === 0
          ? []
          : [{ brand_id: other, position: 1 + random(3), mention_count: 2, sentiment: -400 }],
      citations: pages
        .filter(() => random(2) === 0)
        .map((page) => ({ ...page, retrieved: random(3), cited: random(2) })),
    };
    facts.push(fact);
    await putFact(db, project_id, fact);
  }
  return { facts, models };
}

/** What the rollups of one span say in all. */
async function totals(world: World, span: number) {
  const { project_id } = world.project;
  const { rows } = await sql`
    select (select sum(answers) from answer_rollup where project_id = ${project_id} and span = ${span}) as answers,
      (select sum(answers) from brand_rollup where project_id = ${project_id} and span = ${span}) as mentions,
      (select sum(position_sum) from brand_rollup where project_id = ${project_id} and span = ${span}) as positions,
      (select sum(cited_answers) from domain_rollup where project_id = ${project_id} and span = ${span} and not only_branded and model_id = 0) as domains,
      (select sum(cited_answers) from url_rollup where project_id = ${project_id} and span = ${span} and not only_branded and model_id > 0) as urls`.execute(
    world.db,
  );
  return rows[0];
}

function expected(facts: Fact[], reporting: number | undefined) {
  const mentions = facts.flatMap(({ mentions = [] }) => mentions);
  const cited = facts
    .filter(({ model_id }) => model_id === reporting)
    .map(({ citations = [] }) => citations.filter((c) => c.cited > 0));
  return {
    answers: facts.length,
    mentions: mentions.length,
    positions: mentions.reduce((sum, { position }) => sum + position, 0),
    domains: cited.reduce((sum, rows) => sum + new Set(rows.map((c) => c.domain_id)).size, 0),
    urls: cited.reduce((sum, rows) => sum + rows.length, 0),
  };
}

test("every span holds the same sums as the facts, after inserts, deletions and again", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { facts, models } = await makeFacts(world, 7);
  const days = await rebuildDirtyRollups(db, project);
  assert.equal(days, new Set(facts.map(({ day }) => day)).size);
  for (const span of SPANS) {
    assert.deepEqual(await totals(world, span), expected(facts, models[0]), `span ${span}`);
  }
  const kept = facts.slice(20);
  for (const fact of facts.slice(0, 20)) await removeFact(db, project.project_id, fact);
  assert.ok((await rebuildDirtyRollups(db, project)) > 0);
  assert.equal(await rebuildDirtyRollups(db, project), 0);
  for (const span of SPANS) {
    assert.deepEqual(await totals(world, span), expected(kept, models[0]), `span ${span}`);
  }
});

test("a day that got dirty during a rebuild is summed again, and two rebuilds do not interleave", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  const prompt_id = await addPrompt(db, project_id, { text: "one" });
  const day = "2026-03-03";
  await putFact(db, project_id, { day, model_id, prompt_id });
  await db.transaction().execute(async (writer) => {
    await putFact(writer, project_id, { day, model_id, prompt_id, sample: 2 });
    // The writer has marked the day and not committed: this rebuild sees neither its answer nor its mark.
    assert.equal(await rebuildDirtyRollups(db, project), 1);
    assert.equal(((await totals(world, 1)) as { answers: number }).answers, 1);
  });
  const both = await Promise.all([
    rebuildDirtyRollups(db, project),
    rebuildDirtyRollups(db, project),
  ]);
  assert.deepEqual(both.sort(), [0, 1]);
  for (const span of SPANS) {
    assert.equal(((await totals(world, span)) as { answers: number }).answers, 2);
  }
});

/** A project with one answer of one day that names a brand, and what puts another. */
async function makeMentions(world: World) {
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  const prompt_id = await addPrompt(db, project_id, { text: "one" });
  const brand_id = await insertBrand(db, project, { name: "Globex" });
  const mentions = [{ brand_id, position: 1, mention_count: 1, sentiment: null }];
  let sample = 0;
  const put = () =>
    putFact(db, project_id, { day: "2026-03-03", model_id, prompt_id, sample: ++sample, mentions });
  await put();
  return { put };
}

test("all sums of a day are of one moment, whatever is stored while they are made", async () => {
  const world = await makeWorld();
  const { put } = await makeMentions(world);
  let committed: unknown;
  const db = betweenStatements(world.db, "insert into answer_rollup", async (time) => {
    if (time === 1) await put();
    committed = await totals(world, 1);
  });
  assert.equal(await rebuildDirtyRollups(db, world.project), 2);
  const both = { positions: null, domains: null, urls: null };
  assert.deepEqual(committed, { ...both, answers: 1, mentions: 1, positions: 1 });
  assert.deepEqual(await totals(world, 64), { ...both, answers: 2, mentions: 2, positions: 2 });
});

test("a rebuild inside a transaction is a mistake, and one that fails leaves its days dirty and no lock", async () => {
  const world = await makeWorld();
  const { put } = await makeMentions(world);
  const { db, project } = world;
  await assert.rejects(
    db.transaction().execute((inner) => rebuildDirtyRollups(inner, project)),
    /after the transaction/,
  );
  const broken = betweenStatements(db, "insert into answer_rollup", async () => {
    throw new Error("broken");
  });
  await assert.rejects(rebuildDirtyRollups(broken, project), /broken/);
  await put();
  assert.equal(await rebuildDirtyRollups(db, project), 1);
  assert.equal(((await totals(world, 16)) as { answers: number }).answers, 2);
});

test("spans begin at days whose number divides by them", () => {
  assert.equal(spanStart("1970-01-04", 4), "1970-01-01");
  assert.equal(spanStart("1970-01-05", 4), "1970-01-05");
  assert.equal(spanStart("1970-03-06", 64), "1970-03-06");
  assert.equal(spanStart("1970-03-05", 64), "1970-01-01");
});
