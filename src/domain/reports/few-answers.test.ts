import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const FIRST = "2026-01-01";
const DAYS = 28;
const RANGE = { date_from: FIRST, date_to: addDays(FIRST, DAYS - 1) };
/** Of so many days in 28 a prompt's answers name the brand; none and all tell nothing of how days repeat each other. */
const NAMED = [0, 28, 25, 9, 14, 20, 6, 17];
/** Whether something is said on a day, counted from the first one, by how often it is said in answers to a prompt. */
const isIn = (day: number, place: number) =>
  (((day * 5 + place) % DAYS) + DAYS) % DAYS < (NAMED[place % NAMED.length] ?? 0);

/**
 * A project of eight prompts, a topic each, asked in two models; how often answers name Globex, use a site and search
 * differs by prompt. Filters by how answers were asked for keep all answers.
 */
async function makeProject() {
  const world = await makeWorld({ now: () => new Date(`${RANGE.date_to}T12:00:00Z`) });
  const { db, project } = world;
  const { project_id } = project;
  const models = [await addModel(db, project_id, "a"), await addModel(db, project_id, "b")];
  const brand_id = await insertBrand(db, project, { name: "Globex" });
  const page = await addPage(db, project_id, "one.example");
  const other = await addPage(db, project_id, "two.example");
  const topics: string[] = [];
  for (const place of NAMED.keys()) {
    const { rows } = await sql<{ topic_id: number }>`insert into topics (project_id, name, name_key)
      values (${project_id}, ${`topic ${place}`}, ${`topic ${place}`}) returning topic_id`.execute(
      db,
    );
    const topic_id = rows[0]?.topic_id ?? 0;
    topics.push(encodeId("top", topic_id));
    const prompt_id = await addPrompt(db, project_id, { text: `prompt ${place}`, topic_id });
    for (const [at, model_id] of models.entries()) {
      for (let day = -DAYS; day < DAYS; day++) {
        const [retrieved, cited] = [isIn(day, place + at), isIn(day + 2, place + at + 1)];
        await putFact(db, project_id, {
          ...{ day: addDays(FIRST, day), model_id, prompt_id, asked: { effort: "low" } },
          mentions: isIn(day, place)
            ? [{ brand_id, position: 1, mention_count: 1, sentiment: 0 }]
            : [],
          citations: [
            { ...page, retrieved: Number(retrieved), cited: Number(cited) },
            { ...other, retrieved: 1, cited: Number(day % 2 === 0) },
          ],
          search_ran: isIn(day + 3, place + at + 2),
        });
      }
    }
  }
  await rebuildDirtyRollups(db, project);
  return { world, topics, brand_id };
}

type Row = { [name: string]: Row } & { topic_id: string };
const keeps = (field: string, value: string) => ({ field, operator: "in", values: [value] });
const A = keeps("model_id", "mdl_a");
const ASKED = keeps("asked", "effort=low");
const ONE_SITE = keeps("domain", "one.example");

/** The ends of the intervals of a row's numbers. */
const endsOf = (row: Row | undefined, numbers: readonly string[]) =>
  numbers.flatMap((name) => [row?.[`${name}_low`], row?.[`${name}_high`]].map(Number));

/** That some ends are those expected, and no interval as wide as that of a single answer. */
function checkEnds(found: number[], expected: number[], about: string): void {
  assert.ok(found.length > 0 && found.length === expected.length, about);
  for (const [at, end] of found.entries()) {
    const told = `${about}: ${found}, not ${expected}`;
    assert.ok(Math.abs(end - (expected[at] ?? Number.NaN)) < 1e-9, told);
    if (at % 2 === 1) assert.ok(end - (found[at - 1] ?? 0) < 0.5, told);
  }
}

const made = makeProject();

async function ask(path: string, body: object): Promise<Row[]> {
  const { world } = await made;
  const answer = await world.rest("POST", path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

for (const { path, numbers, chosen } of [
  { path: "/reports/brands", numbers: ["visibility"], chosen: [] },
  { path: "/reports/domains", numbers: ["retrieved", "cited"], chosen: [ONE_SITE] },
  { path: "/reports/urls", numbers: ["retrieved", "cited"], chosen: [ONE_SITE] },
]) {
  test(`a report of ${path} on one topic has the intervals of its row among all topics, not those of a single answer`, async () => {
    const { topics } = await made;
    const read = async (rest: object) =>
      (await ask(path, { ...RANGE, compare: "previous_period", ...rest })).filter(
        (row) => !("brand" in row) || String(row["brand"]?.["name"]) === "Globex",
      );
    const rows = await read({ dimensions: ["topic_id"], filters: [A, ...chosen] });
    assert.ok(rows.length >= NAMED.length - 1);
    for (const row of rows) {
      const topic = keeps("topic_id", row.topic_id);
      const about = `${topics.indexOf(row.topic_id)}`;
      const expected = endsOf(row, numbers);
      // What every answer passes leaves the interval as it is, though it is counted from the facts.
      for (const more of [[], [ASKED], [ASKED, keeps("country_code", "US")]]) {
        const [alone] = await read({ filters: [A, topic, ...chosen, ...more] });
        assert(alone);
        checkEnds(endsOf(alone, numbers), expected, about);
        checkEnds(
          endsOf(alone["previous"], numbers),
          endsOf(row["previous"], numbers),
          `${about} before`,
        );
      }
    }
  });
}

/** A version that no row of packed cells has had: a cluster takes no function that is another each time. */
const anew = () =>
  sql`md5(${randomUUID()}::text || span::text || (start - date '2026-01-01')::text || model_id::text)::uuid`;

/** Has what was computed of a project computed anew: its packed cells are of another version. */
async function forget(): Promise<void> {
  const { db, project } = (await made).world;
  await sql`update cell_rollup set version = ${anew()}
    where project_id = ${project.project_id}`.execute(db);
}

test("a row of a source has the interval that its page tells, whichever page was asked for before", async () => {
  const read = async (filters: object[]) =>
    endsOf(
      (await ask("/reports/domains", { ...RANGE, filters })).find(
        ({ domain }) => String(domain) === "one.example",
      ),
      ["retrieved", "cited"],
    );
  await forget();
  const alone = await read([ONE_SITE]);
  const both = await read([]);
  await forget();
  assert.deepEqual(await read([]), both);
  assert.deepEqual(await read([ONE_SITE]), alone);
});

test("where packed cells are of an older format, a report on one topic takes in all topics, too", async () => {
  const { db, project } = (await made).world;
  const { topics } = await made;
  const read = () =>
    Promise.all(
      topics.map(async (topic) => {
        const filters = [A, keeps("topic_id", topic)];
        const rows = await ask("/reports/brands", { ...RANGE, filters });
        const globex = rows.find((row) => String(row["brand"]?.["name"]) === "Globex");
        return endsOf(globex, ["visibility"]);
      }),
    );
  const expected = await read();
  const format = (byte: number) => sql`update cell_rollup set version = ${anew()},
    cells = set_byte(cells, 0, ${byte}::integer) where project_id = ${project.project_id}`;
  // The database refuses what another version of the server would write.
  const table = sql`alter table cell_rollup`;
  const { rows } = await sql<{ now: number; name: string; check: string }>`
    select (select get_byte(cells, 0) from cell_rollup limit 1) as now, conname as name, pg_get_constraintdef(oid) as check
    from pg_constraint where conname = 'cell_rollup_format'`.execute(db);
  assert(rows[0]);
  const { now, name, check } = rows[0];
  await sql`${table} drop constraint ${sql.ref(name)}`.execute(db);
  await format(now - 1).execute(db);
  try {
    for (const [at, found] of (await read()).entries())
      checkEnds(found, expected[at] ?? [], `${at}`);
  } finally {
    await format(now).execute(db);
    await sql`${table} add constraint ${sql.ref(name)} ${sql.raw(check)}`.execute(db);
  }
});

test("an assistant's share of searched answers to one topic is no wider than its prompts tell", async () => {
  const { topics } = await made;
  for (const topic of topics) {
    const filters = [A, keeps("topic_id", topic)];
    const [row] = await ask("/reports/models", { ...RANGE, filters });
    const [low = 0, high = 1] = endsOf(row, ["searched_share"]);
    const share = Number(row?.["searched_share"]);
    assert.ok(low <= share && share <= high && high - low < 0.5, `${topic}: ${low} to ${high}`);
  }
});

test("gaps and parts of a change take answers that repeat each other for as few, whatever filters keep them", async () => {
  const { world, topics } = await made;
  const scope = (topic: string) =>
    new URLSearchParams({ ...RANGE, model_id: "mdl_a", topic_id: topic });
  const gaps = async (asked: string) => {
    const { status, body } = await world.rest("GET", `/opportunities?${asked}`);
    assert.equal(status, 200, JSON.stringify(body));
    return (body.data as Row[]).map((row) => endsOf(row, ["difference"]));
  };
  const parts = async (filters: object[]) => {
    const body = { ...RANGE, brand_id: encodeId("brd", (await made).brand_id), filters };
    const found = await ask("/reports/changes", body);
    return found.filter(({ low }) => low !== null).map((part) => [part["low"], part["high"]]);
  };
  const found = { gaps: 0, parts: 0 };
  for (const topic of topics) {
    const [few, fewer] = [
      await gaps(`${scope(topic)}`),
      await gaps(`${scope(topic)}&asked=effort%3Dlow`),
    ];
    assert.deepEqual(fewer, few, topic);
    const filters = [keeps("topic_id", topic)];
    const told = await parts(filters);
    assert.deepEqual(await parts([...filters, ASKED]), told, topic);
    found.gaps += few.length;
    found.parts += told.length;
  }
  assert.ok(found.gaps > 3 && found.parts > 3, JSON.stringify(found));
});
