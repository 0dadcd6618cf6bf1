import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { encodeId, encodeModelId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { newcombe } from "#domain/reports/intervals.ts";
import { readFilters } from "#domain/sums/answer-scope.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, type Fact, putFact } from "../../../test/kit/facts.ts";
import { chosen } from "../../../test/kit/naive-reports.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { ANSWERS_MAX, readEvidence } from "./gap-evidence.ts";
import { listPromptGaps, listSourceGaps } from "./opportunity-queries.ts";

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

/** Twenty answers without the own brand cite gap.example, twenty with it do not; all cite even.example. */
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
    const both = [mention(own), mention(rival, 2)];
    await putFact(db, project_id, {
      ...{ day, model_id, prompt_id: missed, mentions: [mention(rival)] },
      citations: [cite(gap), cite(even)],
    });
    const answer = { day, model_id, prompt_id: won, mentions: both, citations: [cite(even)] };
    await putFact(db, project_id, answer);
  }
  await rebuildDirtyRollups(db, project);
  return { world, own, rival, missed, model_id, gap };
}

test("a source of competitors and a prompt without the own brand are ranked with their evidence", async () => {
  const { world, rival, missed } = await makeGap();
  const { status, body } = await world.rest("GET", `/opportunities?${RANGE}`);
  assert.equal(status, 200);
  assert.equal(body.total_count, 2);
  const source = body.data.find((row: { kind: string }) => row.kind === "source");
  const prompt = body.data.find((row: { kind: string }) => row.kind === "prompt");
  const { difference_low, difference_high, ...counts } = source.source;
  const text = "missed";
  const id = encodeId("prm", missed);
  const site = { domain: "gap.example", classification: "other" };
  assert.deepEqual(counts, {
    ...{ ...site, difference: 1 },
    ...{ missing_count: 20, missing_total: 20, named_count: 0, named_total: 20 },
    pages: [{ url: "https://gap.example/", title: null, chat_count: 20 }],
    prompts: [{ id, text, chat_count: 20 }],
  });
  const interval = newcombe({ before: 0, before_total: 20, now: 20, now_total: 20 });
  assert.deepEqual({ low: difference_low, high: difference_high }, interval);
  assert.equal(prompt.source, null);
  const sources = [site, { ...site, domain: "even.example" }];
  assert.deepEqual(prompt.prompt, {
    ...{ id, text, competitor_count: 20, answer_count: 20 },
    sources: sources.map((one) => ({ ...one, chat_count: 20 })),
  });
  for (const row of [source, prompt]) {
    assert.equal(row.evidence_count, 20);
    assert.deepEqual(row.competitor_ids, [encodeId("brd", rival)]);
    assert.equal(row.chat_ids.length, 3);
    for (const chat of row.chat_ids) {
      const { body: read } = await world.rest("GET", `/chats/${chat}`);
      assert.equal(read.prompt_id, id);
    }
  }
  assert.deepEqual((await world.rest("GET", "/opportunities")).body, body);
  const rest = await world.rest("GET", `/opportunities?${RANGE}&limit=1&offset=1`);
  assert.deepEqual(rest.body.data, [body.data[1]]);
});

test("one mention of the own brand closes a prompt's gap; archived prompts and own sites are none", async () => {
  const { world, own, missed, model_id, gap } = await makeGap();
  const { db, project } = world;
  const { project_id } = project;
  const kinds = async () => {
    await rebuildDirtyRollups(db, project);
    const { body } = await world.rest("GET", `/opportunities?${RANGE}`);
    return body.data.map((row: { kind: string }) => row.kind);
  };
  const fact = { day: "2026-01-28", model_id, prompt_id: missed, mentions: [mention(own)] };
  await putFact(db, project_id, { ...fact, status: "error" });
  assert.deepEqual((await kinds()).sort(), ["prompt", "source"]);
  await putFact(db, project_id, fact);
  assert.deepEqual(await kinds(), ["source"]);
  for (const kind of ["own", "competitor"]) {
    await sql`update domains set classification = ${kind} where project_id = ${project_id}
      and domain_id = ${gap.domain_id}`.execute(db);
    assert.deepEqual(await kinds(), []);
  }
  await putFact(db, project_id, { ...fact, mentions: [] });
  assert.deepEqual(await kinds(), ["prompt"]);
  await sql`update prompts set status = 'archived' where project_id = ${project_id}
    and prompt_id = ${missed}`.execute(db);
  assert.deepEqual(await kinds(), []);
});

test("an own brand that is never named has sources, with no difference to claim", async () => {
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
  const sources = body.data.filter((row: { kind: string }) => row.kind === "source");
  assert.deepEqual(
    sources.map((row: { source: { domain: string } }) => row.source.domain),
    ["even.example", "gap.example"],
  );
  assert.equal(sources[0].source.named_total, 0);
  assert.equal(sources[0].source.difference, null);
});

test("the evidence of a gap is counted in its newest answers, however many there are", async () => {
  const { world, missed, rival, model_id, gap } = await makeGap();
  const { db, project } = world;
  const { project_id } = project;
  const answer = { model_id, mentions: [mention(rival)] };
  const other = await addPrompt(db, project_id, { text: "asked often" });
  for (let sample = 1; sample <= ANSWERS_MAX - 8; sample++) {
    const fact = { ...answer, day: "2026-01-28", prompt_id: other, sample };
    const citations = [{ ...gap, retrieved: 1, cited: 1 }];
    await putFact(db, project_id, { ...fact, citations });
  }
  await rebuildDirtyRollups(db, project);
  const { body } = await world.rest("GET", `/opportunities?${RANGE}`);
  const { source, evidence_count } = body.data.find(
    (row: { kind: string }) => row.kind === "source",
  );
  assert.equal(evidence_count, ANSWERS_MAX);
  assert.equal(source.missing_count, ANSWERS_MAX + 12);
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

test("counts of gaps are those of a naive recount over random answers", async () => {
  const world = await makeWorld({ now });
  const market = await makeMarket(world, 11);
  const own = await ownBrand(world);
  const [model] = market.models;
  const [prompt] = market.prompts;
  const filter = (field: string, value: string, operator: "in" | "not_in" = "in") => ({
    ...{ field, operator, values: [value] },
  });
  const rival = encodeId("brd", market.brands[1] ?? 0);
  const of = (...filters: ReturnType<typeof filter>[]) => ({
    branded: "include" as const,
    filters,
  });
  const whole = [0, 100] as const;
  for (const [[from, length], given] of [
    [whole, of()],
    [[20, 30], of()],
    [[50, 15], of()],
    [whole, { branded: "exclude" as const, filters: [] }],
    [whole, of(filter("model_id", encodeModelId(model?.slug ?? "")))],
    [whole, of(filter("prompt_id", encodeId("prm", prompt?.prompt_id ?? 0), "not_in"))],
    [whole, of(filter("country_code", "US"))],
    [whole, of(filter("searched", "true"), filter("brand_id", rival))],
    [whole, of(filter("not_brand_id", rival))],
  ] as const) {
    const days = {
      date_from: addDays("2026-01-01", from),
      date_to: addDays("2026-01-01", from + length),
    };
    const filters = await readFilters(world.db, world.project, given.filters);
    const scope = { ...days, branded: given.branded, filters };
    const query = { ...days, branded: given.branded, filters: [...given.filters], dimensions: [] };
    const facts = chosen(market, query)
      .map(({ fact }) => fact)
      .filter(({ status }) => (status ?? "answered") === "answered");
    const has = (fact: Fact) => fact.mentions?.some(({ brand_id }) => brand_id === own) ?? false;
    const able = facts.filter(
      ({ model_id, mentions }) =>
        mentions?.length && market.models.some((one) => one.model_id === model_id && one.able),
    );
    const cites = (fact: Fact, domain: number) =>
      fact.citations?.some(({ domain_id, cited }) => domain_id === domain && cited > 0) ?? false;
    const sources = market.domains.map(({ domain_id, domain }) => {
      const [with_own, without] = [able.filter(has), able.filter((fact) => !has(fact))];
      return {
        ...{ domain_id, domain, classification: "other" },
        missing_count: without.filter((fact) => cites(fact, domain_id)).length,
        missing_total: without.length,
        named_count: with_own.filter((fact) => cites(fact, domain_id)).length,
        named_total: with_own.length,
      };
    });
    const ids = market.domains.map(({ domain_id }) => domain_id);
    const evidence = await readEvidence(world.db, world.project, { scope, kind: "source", ids });
    for (const id of ids) {
      const makers = able.filter((fact) => !has(fact) && cites(fact, id));
      const tops = (counted: number[]) => counted.filter(Boolean).sort((a, b) => b - a);
      const { pages = [], prompts = [] } = evidence.get(id) ?? {};
      const usedPages = market.pages
        .filter(({ domain_id }) => domain_id === id)
        .map(
          ({ url_id }) =>
            makers.filter((fact) =>
              fact.citations?.some((one) => one.url_id === url_id && one.cited > 0),
            ).length,
        );
      const asked = market.prompts.map(
        ({ prompt_id }) => makers.filter((fact) => fact.prompt_id === prompt_id).length,
      );
      const counts = (found: { chat_count: number }[]) => found.map((one) => one.chat_count);
      assert.deepEqual(counts(pages), tops(usedPages).slice(0, 3));
      assert.deepEqual(counts(prompts), tops(asked).slice(0, 3));
    }
    const byDomain = (a: { domain: string }, b: { domain: string }) =>
      a.domain < b.domain ? -1 : 1;
    assert.deepEqual(
      (await listSourceGaps(world.db, world.project, scope)).sort(byDomain),
      sources.filter(({ missing_count }) => missing_count >= 3).sort(byDomain),
    );
    const prompts = market.prompts.flatMap(({ prompt_id }) => {
      const answers = facts.filter((fact) => fact.prompt_id === prompt_id);
      const competitor_count = answers.filter(({ mentions }) => mentions?.length).length;
      if (competitor_count < 3 || answers.some(has)) return [];
      return [{ prompt_id, competitor_count, answer_count: answers.length }];
    });
    const found = await listPromptGaps(world.db, world.project, scope);
    assert.deepEqual(
      found.map(({ text: _, ...row }) => row).sort((a, b) => a.prompt_id - b.prompt_id),
      prompts.sort((a, b) => a.prompt_id - b.prompt_id),
    );
  }
});

test("another tenant's answers are never an opportunity, and wrong ranges are refused", async () => {
  const { world } = await makeGap();
  const other = await world.neighbour();
  assert.equal((await other.rest("GET", `/opportunities?${RANGE}`)).body.total_count, 0);
  for (const query of ["date_from=2026-02-01&date_to=2026-01-01", "date_from=2024-01-01"]) {
    assert.equal((await world.rest("GET", `/opportunities?${query}`)).status, 400);
  }
});
