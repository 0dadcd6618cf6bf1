import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { encodeId, encodeModelId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { studentQuantile } from "#domain/statistics/student.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { ANSWERS_MAX } from "./gap-evidence.ts";
import { RIVAL_ANSWERS_MAX } from "./rival-queries.ts";

const RANGE = "date_from=2026-01-01&date_to=2026-01-30";
const now = () => new Date("2026-01-30T12:00:00Z");

async function ownBrand({ db, project }: World): Promise<number> {
  const { rows } = await sql<{ brand_id: number }>`
    select brand_id from brands where project_id = ${project.project_id} and is_own`.execute(db);
  return rows[0]?.brand_id ?? 0;
}

const mention = (brand_id: number, position = 1) => ({
  ...{ brand_id, position, mention_count: 1, sentiment: null },
});

/** Twenty answers name a competitor alone and cite gap.example, twenty the own brand alone; all cite even.example. */
async function makeGap() {
  const world = await makeWorld({ now });
  const { db, project } = world;
  const { project_id } = project;
  const own = await ownBrand(world);
  const rival = await insertBrand(db, project, { name: "Globex" });
  const model_id = await addModel(db, project_id, "a");
  const missed = await addPrompt(db, project_id, { text: "missed" });
  const won = await addPrompt(db, project_id, { text: "won" });
  const gap = await addPage(db, project_id, "gap.example");
  const even = await addPage(db, project_id, "even.example");
  const cite = (page: typeof gap) => ({ ...page, retrieved: 1, cited: 1 });
  for (let n = 0; n < 20; n++) {
    const day = addDays("2026-01-05", n);
    await putFact(db, project_id, {
      ...{ day, model_id, prompt_id: missed, mentions: [mention(rival)] },
      citations: [cite(gap), cite(even)],
    });
    const answer = {
      day,
      model_id,
      prompt_id: won,
      mentions: [mention(own)],
      citations: [cite(even)],
    };
    await putFact(db, project_id, answer);
  }
  await rebuildDirtyRollups(db, project);
  return { world, own, rival, missed, model_id, gap };
}

test("a site and a prompt with competitors alone are gaps, with their shares and evidence", async () => {
  const { world, rival, missed } = await makeGap();
  const { status, body } = await world.rest("GET", `/opportunities?${RANGE}`);
  assert.equal(status, 200);
  assert.equal(body.total_count, 2);
  const [prompt, source] = body.data;
  const best_brand = { id: encodeId("brd", rival), name: "Globex" };
  // Wilson's interval of twenty answers that spread by nothing, as known from twenty days, from -1 to 1.
  const low = 2 / (1 + studentQuantile(19) ** 2 / 20) - 1;
  for (const row of body.data) {
    assert.ok(Math.abs(row.difference_low - low) < 1e-9, `${row.difference_low}`);
    row.difference_low = low;
  }
  const shares = {
    ...{ own_share: 0, own_count: 0, answer_count: 20 },
    ...{ best_brand, best_share: 1, best_count: 20, best_total: 20 },
    ...{ difference: 1, difference_low: low, difference_high: 1 },
    ...{ missing_count: 20, evidence_count: 20, competitor_ids: [best_brand.id] },
  };
  const text = "missed";
  const id = encodeId("prm", missed);
  const site = { domain: "gap.example", classification: "other" };
  assert.deepEqual(source, {
    ...{ kind: "source_missing", ...shares, prompt: null, chat_ids: source.chat_ids },
    source: {
      ...site,
      pages: [{ url: "https://gap.example/", title: null, chat_count: 20 }],
      prompts: [{ id, text, chat_count: 20 }],
    },
  });
  const sources = [site, { ...site, domain: "even.example" }];
  assert.deepEqual(prompt, {
    ...{ kind: "prompt_missing", ...shares, source: null, chat_ids: prompt.chat_ids },
    prompt: { id, text, sources: sources.map((one) => ({ ...one, chat_count: 20 })) },
  });
  for (const row of [source, prompt]) {
    assert.equal(row.chat_ids.length, 3);
    for (const chat of row.chat_ids) {
      const { body: read } = await world.rest("GET", `/chats/${chat}`);
      assert.equal(read.prompt_id, id);
    }
  }
  assert.equal((await world.rest("GET", "/opportunities")).body.total_count, 2);
  const rest = await world.rest("GET", `/opportunities?${RANGE}&limit=1&offset=1`);
  assert.equal(rest.body.data[0].kind, "source_missing");
});

test("a mention of the own brand makes a gap weak and hides it not; archived prompts and own sites are none", async () => {
  const { world, own, missed, model_id, gap } = await makeGap();
  const { db, project } = world;
  const { project_id } = project;
  const kinds = async () => {
    await rebuildDirtyRollups(db, project);
    const { body } = await world.rest("GET", `/opportunities?${RANGE}`);
    return body.data.map((row: { kind: string }) => row.kind);
  };
  const citations = [{ ...gap, retrieved: 1, cited: 1 }];
  const mentions = [mention(own)];
  const fact = { day: "2026-01-28", model_id, prompt_id: missed, mentions, citations };
  await putFact(db, project_id, { ...fact, status: "error" });
  assert.deepEqual(await kinds(), ["prompt_missing", "source_missing"]);
  await putFact(db, project_id, fact);
  assert.deepEqual(await kinds(), ["prompt_weak", "source_weak"]);
  for (const kind of ["own", "competitor"]) {
    await sql`update domains set classification = ${kind} where project_id = ${project_id}
      and domain_id = ${gap.domain_id}`.execute(db);
    assert.deepEqual(await kinds(), ["prompt_weak"]);
  }
  // A brand that is suggested may be a competitor: nobody gets named there, unless the site is known for something else.
  await sql`insert into suggestions (project_id, kind, name, name_key, domains, chat_count, model_count, examples,
    detail, reason, score) values (${project_id}, 'brand', 'Gap', 'gap', '{gap.example}', 4, 2, '[]', '{}', '', 4)`.execute(
    db,
  );
  for (const [kind, state, found] of [
    ["other", "open", []],
    ["corporate", "open", []],
    ["other", "rejected", ["source_weak"]],
    ["editorial", "open", ["source_weak"]],
  ] as const) {
    await sql`update domains set classification = ${kind} where project_id = ${project_id}
      and domain_id = ${gap.domain_id}`.execute(db);
    await sql`update suggestions set status = ${state} where project_id = ${project_id}`.execute(
      db,
    );
    assert.deepEqual(await kinds(), ["prompt_weak", ...found], `${kind}, ${state}`);
  }
  await sql`update domains set classification = 'own' where project_id = ${project_id}`.execute(db);
  await sql`update prompts set status = 'archived' where project_id = ${project_id}
    and prompt_id = ${missed}`.execute(db);
  assert.deepEqual(await kinds(), []);
});

test("12 % against 78 % comes before twelve answers without the own brand, six are too few, and ties go to the larger prize", async () => {
  const world = await makeWorld({ now });
  const { db, project } = world;
  const { project_id } = project;
  const own = await ownBrand(world);
  const rival = await insertBrand(db, project, { name: "Globex" });
  const model_id = await addModel(db, project_id, "a");
  const other = await insertBrand(db, project, { name: "Initech" });
  const ask = async (text: string, answers: readonly (readonly number[])[]) => {
    const prompt_id = await addPrompt(db, project_id, { text });
    for (const [index, brands] of answers.entries()) {
      const mentions = brands.map((brand_id, at) => mention(brand_id, at + 1));
      // Days far apart follow each other, so that no day is like the one before.
      const day = addDays("2026-01-02", (index * 7) % 25);
      await putFact(db, project_id, { day, model_id, prompt_id, sample: index + 1, mentions });
    }
  };
  const times = (count: number, ...brands: number[]) => Array.from({ length: count }, () => brands);
  await ask("weak", [...times(12, own), ...times(78, rival), ...times(10)]);
  await ask("few", times(12, rival));
  await ask("too few", times(6, rival));
  await ask("level", [...times(40, own), ...times(45, rival)]);
  // Both have nothing of the own brand in as many answers, but more of one are without any brand at all.
  await ask("small prize", [...times(30, rival), ...times(10)]);
  await ask("large prize", [...times(30, rival), ...times(10, other)]);
  await rebuildDirtyRollups(db, project);
  const { body } = await world.rest("GET", `/opportunities?${RANGE}`);
  assert.deepEqual(
    body.data.map((row: { prompt: { text: string }; own_share: number; best_share: number }) => [
      row.prompt.text,
      row.own_share,
      row.best_share,
    ]),
    [
      ["large prize", 0, 0.75],
      ["small prize", 0, 0.75],
      ["weak", 0.12, 0.78],
      ["few", 0, 1],
    ],
  );
});

test("an own brand that is never named has every site of its competitors as a gap", async () => {
  const { world, own } = await makeGap();
  const { db, project } = world;
  const { project_id } = project;
  await sql`delete from mentions where project_id = ${project_id} and brand_id = ${own}`.execute(
    db,
  );
  await sql`update answers set brand_ids = array_remove(brand_ids, ${own}::integer)
    where project_id = ${project_id}`.execute(db);
  const days = Array.from({ length: 20 }, (_, n) => addDays("2026-01-05", n));
  await markDirty(db, project, days);
  await rebuildDirtyRollups(db, project);
  const { body } = await world.rest("GET", `/opportunities?${RANGE}`);
  const sources = body.data.filter((row: { kind: string }) => row.kind === "source_missing");
  assert.deepEqual(
    sources.map((row: { source: { domain: string } }) => row.source.domain),
    ["even.example", "gap.example"],
  );
});

test("gaps can be split: each is then one of its part alone", async () => {
  const { world, rival, missed, gap } = await makeGap();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "b");
  for (let n = 0; n < 12; n++) {
    await putFact(db, project_id, {
      ...{ day: addDays("2026-01-05", n), model_id, prompt_id: missed, mentions: [mention(rival)] },
      citations: [{ ...gap, retrieved: 1, cited: 1 }],
    });
  }
  await rebuildDirtyRollups(db, project);
  type Row = { kind: string; answer_count: number } & Record<string, unknown>;
  const by = async (dimension: string) => {
    const { body } = await world.rest("GET", `/opportunities?${RANGE}&dimension=${dimension}`);
    return body.data.map((row: Row) => [row.kind, row[dimension], row.answer_count]);
  };
  const [a, b] = [encodeModelId("a"), encodeModelId("b")];
  assert.deepEqual(await by("model_id"), [
    ["prompt_missing", a, 20],
    ["source_missing", a, 20],
    ["prompt_missing", b, 12],
    ["source_missing", b, 12],
  ]);
  assert.deepEqual(await by("topic_id"), [
    ["prompt_missing", null, 32],
    ["source_missing", null, 32],
  ]);
  assert.deepEqual(await by("country_code"), [
    ["prompt_missing", "US", 32],
    ["source_missing", "US", 32],
  ]);
  assert.deepEqual(await by("tag_id"), []);
  assert.equal((await world.rest("GET", `/opportunities?${RANGE}&dimension=date`)).status, 400);
});

test("the evidence of a gap is counted in its newest answers, however many there are", async () => {
  const { world, missed, rival, model_id, gap } = await makeGap();
  const { db, project } = world;
  const { project_id } = project;
  const answer = { model_id, mentions: [mention(rival)] };
  const other = await addPrompt(db, project_id, { text: "asked often" });
  for (let sample = 1; sample <= ANSWERS_MAX - 8; sample++) {
    const day = addDays("2026-01-25", sample % 6);
    const fact = { ...answer, day, prompt_id: other, sample };
    const citations = [{ ...gap, retrieved: 1, cited: 1 }];
    await putFact(db, project_id, { ...fact, citations });
  }
  await rebuildDirtyRollups(db, project);
  const { body } = await world.rest("GET", `/opportunities?${RANGE}`);
  const { source, ...found } = body.data.find(
    (row: { kind: string }) => row.kind === "source_missing",
  );
  const { evidence_count, missing_count, answer_count, best_count, best_total } = found;
  assert.equal(evidence_count, ANSWERS_MAX);
  assert.deepEqual([missing_count, answer_count], [ANSWERS_MAX + 12, ANSWERS_MAX + 12]);
  assert.deepEqual([best_count, best_total], [RIVAL_ANSWERS_MAX, RIVAL_ANSWERS_MAX]);
  assert.deepEqual(
    source.prompts.map(({ id, chat_count }: { id: string; chat_count: number }) => [
      id,
      chat_count,
    ]),
    [
      [encodeId("prm", other), ANSWERS_MAX - 8],
      [encodeId("prm", missed), 8],
    ],
  );
  assert.equal(source.pages[0].chat_count, ANSWERS_MAX);
});

test("another tenant's answers are never an opportunity, and wrong ranges are refused", async () => {
  const { world } = await makeGap();
  const other = await world.neighbour();
  assert.equal((await other.rest("GET", `/opportunities?${RANGE}`)).body.total_count, 0);
  for (const query of ["date_from=2026-02-01&date_to=2026-01-01", "date_from=2024-01-01"]) {
    assert.equal((await world.rest("GET", `/opportunities?${query}`)).status, 400);
  }
});
