import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, signedIn } from "../../../../test/kit/http-client.ts";
import { makeMarket } from "../../../../test/kit/random-project.ts";
import { makeWorld } from "../../../../test/kit/world.ts";

const RANGE = { date_from: "2026-01-01", date_to: "2026-04-10" };
const world = await makeWorld();
const market = await makeMarket(world, 3);
const { visitor } = await signedIn(world, "viewer");
const { prompts, models, facts, pages } = market;
type Fact = (typeof facts)[number];

async function browse(input: Record<string, unknown>) {
  const project_id = world.project.id;
  const answer = await call(visitor, "browse_chats", { project_id, ...RANGE, ...input });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const promptOf = (fact: Fact) => prompts.find(({ prompt_id }) => prompt_id === fact.prompt_id);
const slugOf = (fact: Fact) => models.find(({ model_id }) => model_id === fact.model_id)?.slug;
const topics = [...new Set(prompts.map(({ topic_id }) => topic_id))].filter((id) => id > 0);
const tags = [...new Set(prompts.flatMap(({ tag_ids }) => tag_ids))];
const page = pages[0];

const toneOf = ({ mentions = [] }: Fact, of = market.brands[1]) =>
  mentions.find(({ brand_id }) => brand_id === of)?.sentiment ?? null;
const any = (field: string, values: string[]) => ({ field, operator: "in", values });

const CASES: [string, Record<string, unknown>, (fact: Fact) => boolean][] = [
  ["nothing", {}, () => true],
  [
    "two models",
    { filters: [any("model_id", ["mdl_a", "mdl_c"])] },
    (fact) => ["a", "c"].includes(slugOf(fact) ?? ""),
  ],
  [
    "topics",
    {
      filters: [
        any(
          "topic_id",
          topics.map((id) => encodeId("top", id)),
        ),
      ],
    },
    (fact) => topics.includes(promptOf(fact)?.topic_id ?? 0),
  ],
  [
    "tags",
    {
      filters: [
        any(
          "tag_id",
          tags.map((id) => encodeId("tag", id)),
        ),
      ],
    },
    (fact) => (promptOf(fact)?.tag_ids.length ?? 0) > 0,
  ],
  [
    "a country and prompts without the name",
    { country_code: "US", branded: "exclude" },
    (fact) => promptOf(fact)?.country_code === "US" && !promptOf(fact)?.is_branded,
  ],
  ["prompts with the name", { branded: "only" }, (fact) => promptOf(fact)?.is_branded === true],
  ["a status", { status: "refused" }, ({ status }) => status === "refused"],
  [
    "a brand among several models",
    {
      brand_id: encodeId("brd", market.brands[1] ?? 0),
      filters: [any("model_id", ["mdl_a", "mdl_b"])],
    },
    (fact) =>
      ["a", "b"].includes(slugOf(fact) ?? "") &&
      (fact.mentions ?? []).some(({ brand_id }) => brand_id === market.brands[1]),
  ],
  [
    "models without one, and a brand that is not named",
    {
      not_brand_id: encodeId("brd", market.brands[1] ?? 0),
      filters: [{ ...any("model_id", ["mdl_b"]), operator: "not_in" }],
    },
    (fact) =>
      slugOf(fact) !== "b" &&
      !(fact.mentions ?? []).some(({ brand_id }) => brand_id === market.brands[1]),
  ],
  [
    "those that name a brand before any other",
    { first_brand_id: encodeId("brd", market.brands[1] ?? 0) },
    (fact) =>
      (fact.mentions ?? []).some(
        ({ brand_id, position }) => brand_id === market.brands[1] && position === 1,
      ),
  ],
  [
    "criticism of a brand",
    { brand_id: encodeId("brd", market.brands[1] ?? 0), tone: "negative" },
    (fact) => (toneOf(fact) ?? 0) <= -50,
  ],
  [
    "praise of the own brand",
    { tone: "positive" },
    (fact) => (toneOf(fact, market.brands[0]) ?? 0) >= 50,
  ],
  ["whether they searched", { searched: "false" }, ({ search_ran }) => search_ran === false],
  ["nobody knows whether", { searched: "unknown" }, ({ search_ran }) => search_ran === null],
  [
    "a site",
    { domain: page?.domain },
    ({ citations = [] }) => citations.some(({ domain_id }) => domain_id === page?.domain_id),
  ],
  [
    "a site that they cite",
    { domain: page?.domain, use: "cited" },
    ({ citations = [] }) =>
      citations.some(({ domain_id, cited }) => domain_id === page?.domain_id && cited > 0),
  ],
  [
    "a page that they read",
    { url: page?.url, use: "retrieved" },
    ({ citations = [] }) =>
      citations.some(({ url_id, retrieved }) => url_id === page?.url_id && retrieved > 0),
  ],
  [
    "a page",
    { url: page?.url },
    ({ citations = [] }) => citations.some(({ url_id }) => url_id === page?.url_id),
  ],
];

for (const [name, input, isWanted] of CASES) {
  test(`answers by ${name} are the very facts`, async () => {
    const wanted = facts.filter(isWanted);
    assert.ok(wanted.length > 0, "the market has such answers");
    const { data, total_count } = await browse({ ...input, limit: 1000 });
    const key = (one: { date: string; sample: number }) => `${one.date} ${one.sample}`;
    assert.deepEqual(
      data.map(key).sort(),
      wanted.map(({ day, sample = 1 }) => key({ date: day, sample })).sort(),
    );
    assert.equal(total_count, wanted.length);
  });
}

test("what a report counts is what its filters list, archived prompts' answers included", async () => {
  const archived = prompts[0]?.prompt_id ?? 0;
  await world.rest("POST", "/prompts/archive", { prompt_ids: [encodeId("prm", archived)] });
  const filters = [{ field: "model_id", operator: "in", values: ["mdl_a", "mdl_b"] }];
  const report = await world.rest("POST", "/reports/brands", { ...RANGE, filters });
  const { total_count, data } = await browse({
    filters,
    status: "answered",
    limit: 1000,
  });
  assert.equal(total_count, report.body.population.answers);
  assert.ok(
    data.some((chat: { prompt_id: string }) => chat.prompt_id === encodeId("prm", archived)),
  );
});

test("answers come with the words of their prompts, page by page, in an order that stays", async () => {
  const whole = await browse({ limit: 1000 });
  const words = new Set(whole.data.map((chat: { prompt_text: string }) => chat.prompt_text));
  assert.deepEqual([...words].sort(), ["q0", "q1", "q2", "q3", "q4", "q5"]);
  const second = await browse({ limit: 50, offset: 50 });
  assert.deepEqual(second.data, whole.data.slice(50, 100));
  assert.equal(second.total_count, whole.total_count);
});

test("answers are ordered by their tone on a brand, those without one last", async () => {
  const brand_id = encodeId("brd", market.brands[1] ?? 0);
  const scores = async (sort: string) => {
    const { data } = await browse({ brand_id, sort, limit: 1000 });
    return data.map(({ sentiment }: { sentiment: number | null }) => sentiment);
  };
  const wanted = facts.flatMap((fact) => {
    const named = (fact.mentions ?? []).some((one) => one.brand_id === market.brands[1]);
    const tone = toneOf(fact);
    return named ? [tone === null ? null : (1000 + tone) / 20] : [];
  });
  const numbers = wanted.filter((one) => one !== null).sort((one, other) => one - other);
  const rest = wanted.filter((one) => one === null);
  assert.ok(numbers.length > 2 && rest.length > 0);
  assert.deepEqual(await scores("worst_tone"), [...numbers, ...rest]);
  assert.deepEqual(await scores("best_tone"), [...numbers.reverse(), ...rest]);
  const scored = await browse({ brand_id, tone: "scored" });
  assert.equal(scored.total_count, numbers.length);
});

test("every answer tells the tone on the own brand, or on the brand that is asked for, among those that name another", async () => {
  const [own = 0, rival = 0] = market.brands;
  const toneIn = (fact: Fact | undefined, of: number) => {
    const tone = fact && toneOf(fact, of);
    return tone === null || tone === undefined ? null : (1000 + tone) / 20;
  };
  const factOf = (chat: { date: string; sample: number; model_id: string; prompt_id: string }) =>
    facts.find(
      (fact) =>
        fact.day === chat.date &&
        (fact.sample ?? 1) === chat.sample &&
        `mdl_${slugOf(fact)}` === chat.model_id &&
        encodeId("prm", fact.prompt_id) === chat.prompt_id,
    );
  const both = { brand_id: encodeId("brd", rival), tone_brand_id: encodeId("brd", own) };
  for (const [input, of] of [
    [{}, own],
    [{ brand_id: encodeId("brd", rival) }, rival],
    [both, own],
  ] as const) {
    const { data } = await browse({ ...input, limit: 1000 });
    const told = data.map(({ sentiment }: { sentiment: number | null }) => sentiment);
    assert.deepEqual(
      told,
      data.map((chat: Parameters<typeof factOf>[0]) => toneIn(factOf(chat), of)),
    );
    assert.ok(told.some((one: number | null) => one !== null));
  }
  const { total_count } = await browse({ ...both, tone: "scored" });
  const wanted = facts.filter(
    (fact) =>
      (fact.mentions ?? []).some(({ brand_id }) => brand_id === rival) &&
      toneOf(fact, own) !== null,
  );
  assert.equal(total_count, wanted.length);
  const unknown = { project_id: world.project.id, tone_brand_id: encodeId("brd", 999_999_999) };
  const refused = await call(visitor, "browse_chats", unknown);
  assert.equal(refused.status, 404);
  assert.match(refused.body.error.message, /^tone_brand_id: /);
});

test("answers that are named by their ids are these, and none that the project does not have", async () => {
  const { data } = await browse({ limit: 3, offset: 7 });
  const chat_ids = data.map(({ id }: { id: string }) => id);
  assert.deepEqual((await browse({ chat_ids })).data, data);
  const project_id = world.project.id;
  const unknown = { project_id, chat_ids: [...chat_ids, encodeId("cht", 999_999_999)] };
  assert.equal((await call(visitor, "browse_chats", unknown)).status, 404);
});
