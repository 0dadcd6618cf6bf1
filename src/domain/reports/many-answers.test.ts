import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { refreshStatistics } from "#domain/answers/facts/fact-queries.ts";
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

/** Half of all answers or more use the site on some days, and fewer on others. */
const SHARED = "(sample * 7 + prompt_id) % 10 < case when md5(day::text) < '8' then 3 else 7 end";

/** The ends of all intervals of a row. */
const endsOf = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => /_(low|high)$/.test(name)));

test("a row of sources has the same intervals whether it is compared or not, of thousands of answers and of more than are counted", async () => {
  // Runs of days on which all answers to a prompt use the site, or none.
  const report = await makeUsed({
    samples: "case when day = '2026-01-20' then 17500 else 50 end",
    isUsed:
      "sample <= 50 and (prompt_id * 5 + (day - '2026-01-01'::date) / 4 * 3) % 4 < 1 + prompt_id % 2",
  });
  for (const { date_to, answers } of [
    { date_to: "2026-01-19", answers: 2_700 },
    { date_to: "2026-01-20", answers: 107_700 },
  ])
    for (const kind of ["domains", "urls"]) {
      const read = async (rest: object) => {
        const body = await report({ date_from: "2026-01-11", date_to, ...rest }, kind);
        assert.equal(body.population.answers, answers);
        return body.data[0];
      };
      const alone = await read({});
      assert.deepEqual(endsOf(alone), endsOf(await read({ compare: "previous_period" })));
      // As wide as days that repeat each other make it: of independent answers it would be four such errors wide.
      const { retrieved_low, retrieved_high, retrieved_percentage: share } = alone;
      const independent = Math.sqrt((share * (1 - share)) / answers);
      assert.ok(retrieved_high - retrieved_low > 6 * independent, JSON.stringify(alone));
      const isMany = answers > 100_000;
      assert.equal(alone.retrieved_questions_low === null, isMany);
      assert.equal(alone.questions_reason, isMany ? "too many answers" : undefined);
      const filters = [{ field: "country_code", operator: "in", values: ["US"] }];
      assert.deepEqual(endsOf(await read({ filters })), endsOf(alone));
    }
});

/**
 * Reads reports of a project of six prompts, of whose `samples` answers of a day those that are `isUsed` use one site; unless
 * given, all prompts' more often on some days than on others.
 */
async function makeUsed({ samples, isUsed = SHARED }: { samples: string; isUsed?: string }) {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  for (let n = 0; n < 6; n++) await addPrompt(db, project_id, { text: `prompt ${n}` });
  const page = await addPage(db, project_id, "shop.example");
  await sql`
    with made as (
      insert into answers (project_id, day, model_id, prompt_id, sample, captured_at, status, answer, origin,
        content_hash, brand_ids)
      select ${project_id}, day, ${model_id}, prompt_id, sample, day, 'answered', '', 'import',
        decode(md5(day::text || prompt_id || '.' || sample), 'hex'), '{}'
      from prompts p, generate_series('2026-01-01'::date, '2026-01-30', '1 day') day,
        generate_series(1, ${sql.raw(samples)}) sample
      where p.project_id = ${project_id} returning day, prompt_id, sample)
    insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id, retrieved, cited, position)
    select ${project_id}, day, ${model_id}, prompt_id, sample, ${page.url_id}, ${page.domain_id}, 1,
      (sample % 4 = 0)::integer, 1 from made
    where ${sql.raw(isUsed)}`.execute(db);
  const days = Array.from({ length: 30 }, (_, n) => `2026-01-${String(n + 1).padStart(2, "0")}`);
  await refreshStatistics(db);
  await markDirty(db, project, days);
  await rebuildDirtyRollups(db, project);
  return async (rest: object, kind = "domains") => {
    const { status, body } = await world.rest("POST", `/reports/${kind}`, rest);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
}

test("days without questions and short ranges make no interval of many answers too narrow", async () => {
  const read = await makeUsed({ samples: "150" });
  const date_to = "2026-01-30";
  const rowOf = async (rest: object) => (await read({ date_to, ...rest })).data[0];
  const whole = await rowOf({ date_from: "2026-01-01" });
  const country = [{ field: "country_code", operator: "in", values: ["US"] }];
  for (const more of [{}, { filters: country }, { dimensions: ["model_id"] }])
    assert.deepEqual(endsOf(await rowOf({ date_from: "2025-02-01", ...more })), endsOf(whole));
  const widthOf = (row: Record<string, unknown>) =>
    Number(row["retrieved_high"]) - Number(row["retrieved_low"]);
  // The same days tell: of fewer days it is wider by the root of how many times as many there are.
  const short = await read({ date_from: "2026-01-18", date_to });
  assert.equal(short.population.answers, 11_700);
  const ratio = widthOf(short.data[0]) / widthOf(whole);
  assert.ok(ratio > 1.35 && ratio < 1.6, `${ratio}`);
  // Four days of a week are as wide as a range of four days, and no less.
  const [week] = (await read({ date_from: "2025-12-29", date_to, dimensions: ["week"] })).data;
  assert.equal(week.week, "2025-12-29");
  assert.ok(widthOf(week) > 2 * widthOf(whole), JSON.stringify(week));
});

for (const { samples, isTested } of [
  { samples: 200, isTested: true },
  { samples: 1_700, isTested: false },
])
  test(`a period says the same alone and compared with, beside one of ${60 * samples} answers or as that`, async () => {
    const read = await makeUsed({
      samples: `case when day between '2026-01-11' and '2026-01-20' then ${samples} else 30 end`,
    });
    const told = ({ questions_reason, interval_reason, ...row }: Record<string, unknown>) => ({
      ...{ questions_reason, interval_reason, ...endsOf(row) },
    });
    for (const { date_from, date_to, before } of [
      {
        ...{ date_from: "2026-01-21", date_to: "2026-01-30" },
        before: ["2026-01-11", "2026-01-20"],
      },
      {
        ...{ date_from: "2026-01-11", date_to: "2026-01-20" },
        before: ["2026-01-01", "2026-01-10"],
      },
    ]) {
      const [row] = (await read({ date_from, date_to, compare: "previous_period" })).data;
      const [alone] = (await read({ date_from, date_to })).data;
      const [old] = (await read({ date_from: before[0], date_to: before[1] })).data;
      assert.equal(alone.questions_reason === undefined, old.questions_reason !== undefined);
      assert.deepEqual(told(row), told(alone));
      assert.deepEqual(told(row.previous), told(old));
      const { reason, p } = row.change.retrieved_percentage;
      assert.deepEqual(
        [reason, p !== null],
        isTested ? [undefined, true] : ["too many answers", false],
      );
    }
  });
