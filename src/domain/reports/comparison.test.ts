import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, type Fact, putFact } from "../../../test/kit/facts.ts";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { meanInterval } from "./mean-interval.ts";
import { OVERLAP_ANSWERS_MAX } from "./paired-rows.ts";

const DAYS = { date_from: "2026-03-01", date_to: "2026-03-31" };
const PAIR = { model_id: "mdl_api", other_model_id: "mdl_app" };

async function makePair(supports = true) {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const api = await addModel(db, project_id, "api", supports);
  const app = await addModel(db, project_id, "app");
  const brand_id = await insertBrand(db, project, { name: "Umbra" });
  const pages: { url_id: number; domain_id: number }[] = [];
  for (const name of ["a", "b", "c"]) pages.push(await addPage(db, project_id, `${name}.example`));
  const prompts: number[] = [];
  for (let n = 0; n < 8; n++) prompts.push(await addPrompt(db, project_id, { text: `q${n}` }));
  const put = (fact: Omit<Fact, "day"> & { day: number }) =>
    putFact(db, project_id, { ...fact, day: addDays(DAYS.date_from, fact.day) });
  const named = (position: number): NonNullable<Fact["mentions"]> => [
    { brand_id, position, mention_count: 1, sentiment: null },
  ];
  const citing = (...places: number[]) =>
    places.flatMap((place) => {
      const page = pages[place];
      return page ? [{ ...page, retrieved: 1, cited: 1 }] : [];
    });
  return { world, api, app, prompts, put, named, citing };
}

const ask = async (world: World, more: object = {}) =>
  (await world.rest("POST", "/reports/comparison", { ...DAYS, ...PAIR, ...more })).body;

test("only prompts and days of both count; visibility, place, citing and overlap differ as the answers do", async () => {
  const { world, api, app, prompts, put, named, citing } = await makePair();
  for (const [n, prompt_id] of prompts.slice(0, 6).entries()) {
    for (let day = 0; day < 6; day++) {
      const key = { prompt_id, day };
      await put({ ...key, model_id: api, mentions: named(3), citations: citing(0, 1) });
      const isNamed = day % 2 === 0;
      await put({
        ...{ ...key, model_id: app, mentions: isNamed ? named(n === 0 ? 2 : 1) : [] },
        citations: day < 3 ? citing(1, 2) : [],
      });
    }
  }
  // Of one of them alone, or not usable: these would turn the numbers round.
  for (let day = 10; day < 20; day++) {
    await put({ prompt_id: prompts[6] ?? 0, day, model_id: app, mentions: named(9) });
    await put({ prompt_id: prompts[7] ?? 0, day, model_id: api });
    await put({ prompt_id: prompts[7] ?? 0, day, model_id: app, status: "refused" });
  }
  const body = await ask(world);
  assert.deepEqual([body.prompts, body.cells], [6, 36]);
  assert.deepEqual(body.one, { answers: 36, citing_share: 1 });
  assert.deepEqual(body.other, { answers: 36, citing_share: 0.5 });
  const umbra = body.data.find((row: { brand: { name: string } }) => row.brand.name === "Umbra");
  assert.deepEqual([umbra.one.visibility, umbra.other.visibility], [1, 0.5]);
  assert.equal(umbra.visibility.value.toFixed(9), "-0.500000000");
  assert.ok(umbra.visibility.low < -0.5 && umbra.visibility.high < 0);
  assert.ok(umbra.visibility.significant);
  // Five prompts two places earlier, one by one.
  assert.ok(Math.abs(umbra.position.value + 11 / 6) < 1e-9);
  assert.ok(umbra.position.high < -1 && umbra.position_prompts === 6);
  assert.equal(umbra.one.position, 3);
  assert.ok(Math.abs(umbra.other.position - 7 / 6) < 1e-9);
  assert.equal(body.citing.value.toFixed(9), "-0.500000000");
  // One of three domains in common on three days, none where the app cites nothing.
  assert.ok(Math.abs(body.overlap.value - 1 / 6) < 1e-9);
  assert.deepEqual([body.overlap.pairs, body.overlap.one_with_itself], [36, 1]);
  // Equal twice, then once against an answer that cites nothing.
  assert.ok(Math.abs(body.overlap.other_with_itself - 2 / 3) < 1e-9);
  assert.equal(body.population.refused, 10);
  assert.equal(body.data[0].brand.is_own, true);
});

test("answers that cite are counted among all answers of both, however many these are", async () => {
  const { world, api, app, citing } = await makePair();
  const id = world.project.project_id;
  const [page] = citing(0);
  const samples = 41;
  await sql`
    insert into answers (project_id, day, model_id, prompt_id, sample, captured_at, status, origin, content_hash, answer)
    select ${id}::integer, day::date, m, prompt_id, sample, day, 'answered', 'import',
      sha256(convert_to(concat_ws(',', day, m, prompt_id, sample), 'UTF8')), ''
    from generate_series(${DAYS.date_from}::date, ${DAYS.date_to}::date, interval '1 day') day,
      unnest(${[api, app]}::integer[]) m, prompts, generate_series(1, ${samples}::integer) sample
    where project_id = ${id}`.execute(world.db);
  // In the oldest alone.
  await sql`
    insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id, retrieved, cited, position)
    select project_id, day, model_id, prompt_id, sample, ${page?.url_id}::integer, ${page?.domain_id}::integer, 1, 1, 1
    from answers where project_id = ${id} and day = ${DAYS.date_from}::date and model_id = ${api}::integer`.execute(
    world.db,
  );
  const body = await ask(world);
  const answers = 31 * 8 * samples;
  assert.ok(2 * answers > OVERLAP_ANSWERS_MAX);
  assert.equal(body.data[0].one.visibility_total, answers);
  assert.deepEqual(body.one, { answers, citing_share: 1 / 31 });
  assert.deepEqual(body.other, { answers, citing_share: 0 });
});

test("too few answers and what cannot be reported are said, never guessed", async () => {
  const { world, api, app, prompts, put, named } = await makePair(false);
  const nothing = await ask(world);
  assert.deepEqual([nothing.prompts, nothing.cells], [0, 0]);
  assert.equal(nothing.data[0].visibility.reason, "not enough data");
  assert.deepEqual([nothing.data[0].one.visibility, nothing.overlap.value], [null, null]);
  const key = { prompt_id: prompts[0] ?? 0, day: 1 };
  await put({ ...key, model_id: api, mentions: named(1) });
  await put({ ...key, model_id: app });
  const few = await ask(world);
  const umbra = few.data.find((row: { brand: { name: string } }) => row.brand.name === "Umbra");
  assert.deepEqual(
    [umbra.visibility.value, umbra.visibility.low, umbra.visibility.reason],
    [-1, null, "too few prompts"],
  );
  assert.deepEqual([few.one.citing_share, few.citing.value], [null, null]);
  assert.deepEqual(
    [umbra.one.position, umbra.other.position, umbra.position.value, umbra.position.reason],
    [1, null, null, "not enough data"],
    "one names it alone",
  );
  const same = await world.rest("POST", "/reports/comparison", {
    ...{ ...DAYS, ...PAIR, other_model_id: "mdl_api" },
  });
  assert.equal(same.status, 400);
  const gone = { ...DAYS, ...PAIR, other_model_id: "mdl_gone" };
  assert.equal((await world.rest("POST", "/reports/comparison", gone)).status, 404);
  const other = await world.neighbour();
  assert.equal((await other.rest("POST", "/reports/comparison", { ...DAYS, ...PAIR })).status, 404);
});

test("a position is the one that the brand report tells of the same answers, and so is its difference", async () => {
  const { world, api, app, prompts, put, named } = await makePair();
  // Prompts name it more or less often: a mean of prompts is another than that of answers.
  for (const [n, prompt_id] of prompts.entries()) {
    for (let day = 0; day < 8; day++) {
      const key = { prompt_id, day };
      await put({ ...key, model_id: api, mentions: day <= n ? named(n < 4 ? 4 : 1) : [] });
      await put({ ...key, model_id: app, mentions: n > 0 && day % 2 ? named(n < 4 ? 3 : 2) : [] });
    }
  }
  const days = prompts.map((_, day) => addDays(DAYS.date_from, day));
  await markDirty(world.db, world.project, days);
  await rebuildDirtyRollups(world.db, world.project);
  const filters = (model: string) => [{ field: "model_id", operator: "in", values: [model] }];
  const positionIn = async (model: string): Promise<number> => {
    const asked = { ...DAYS, filters: filters(model) };
    const { body } = await world.rest("POST", "/reports/brands", asked);
    return body.data.find((row: { brand: { name: string } }) => row.brand.name === "Umbra")
      .position;
  };
  const body = await ask(world);
  const umbra = body.data.find((row: { brand: { name: string } }) => row.brand.name === "Umbra");
  const [one, other] = [await positionIn(PAIR.model_id), await positionIn(PAIR.other_model_id)];
  assert.ok(Math.abs(umbra.one.position - one) < 1e-5, `${umbra.one.position}, not ${one}`);
  assert.ok(Math.abs(umbra.other.position - other) < 1e-5);
  assert.ok(Math.abs(umbra.position.value - (other - one)) < 1e-5, "their difference is told");
  assert.equal(umbra.position_prompts, 7);
});

test("the interval of a mean over prompts holds its truth 95 times in 100, with few prompts, too", () => {
  const random = makeRandom(5);
  const normal = () =>
    Array.from({ length: 12 }, () => random(1e6) / 1e6).reduce((sum, one) => sum + one, -6);
  for (const n of [5, 8, 30]) {
    let holds = 0;
    for (let tries = 0; tries < 4_000; tries++) {
      const found = meanInterval(Array.from({ length: n }, normal));
      if (found && found.low <= 0 && found.high >= 0) holds++;
    }
    assert.ok(Math.abs(holds / 4_000 - 0.95) < 0.013, `${n}: ${holds / 4_000}`);
  }
  assert.equal(meanInterval([1, 2, 3, 4]), null);
});
