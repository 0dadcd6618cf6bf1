import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const RANGE = { date_from: "2026-02-08", date_to: "2026-02-14", compare: "previous_period" };
const RIVALS = ["Borealis", "Cirrus", "Dorado", "Eridani", "Fornax", "Gemini", "Hydra", "Indus"];

const world = await makeWorld();
const [random, chance] = [makeRandom(7), makeRandom(8)];
/** Sites, and searches, that no brand is called after. */
const OTHERS = Array.from({ length: 16 }, (_, at) => `site${at}`);
for (const name of RIVALS) await world.rest("POST", "/brands", { name });
const lines = Array.from({ length: 14 }, (_, day) =>
  Array.from({ length: 14 }, (_, prompt) => {
    // Each brand is named by chance alone, the own one more often in the second week.
    const own = random(100) < (day < 7 ? 40 : 60) ? ["Acme"] : [];
    const named = [...own, ...RIVALS.filter(() => random(100) < 50)];
    const used = [...named, ...OTHERS.filter(() => chance(100) < 50)];
    return JSON.stringify({
      captured_at: `2026-02-${String(day + 1).padStart(2, "0")}T10:00:00Z`,
      ...{ prompt: `Which number ${prompt}?`, model: "ChatGPT" },
      sources: used.map((name) => ({ url: `https://${name}.example/`, cited: true })),
      search_queries: used,
      answer: named.length > 0 ? `Take ${named.join(", then ")}.` : "None.",
    });
  }),
).flat();
assert.equal((await world.rest("POST", "/chats/import", lines.join("\n"))).body.imported, 196);

type Change = { p: number | null; significant: boolean | null };
type Row = { brand: { id: string }; change: Record<string, Change> };
const read = async (rest: object): Promise<Row[]> =>
  (await world.rest("POST", "/reports/brands", { ...RANGE, ...rest })).body.data;

test("a change of a brand has one verdict, whether all are asked for, a page of them or it alone", async () => {
  const all = await read({ limit: 100 });
  const doubtful = all.flatMap(({ change }) =>
    Object.values(change).filter(({ p, significant }) => !significant && p !== null && p < 0.0125),
  );
  assert.ok(doubtful.length > 0, "some are more than chance by themselves, and not among all");
  for (const [place, row] of all.entries()) {
    const { id } = row.brand;
    const only = { field: "brand_id", operator: "in", values: [id] };
    assert.deepEqual((await read({ filters: [only] }))[0]?.change, row.change);
    assert.deepEqual((await read({ limit: 1, offset: place }))[0]?.change, row.change);
    const order_by = [{ field: "visibility_change" }];
    assert.deepEqual((await read({ filters: [only], order_by }))[0]?.change, row.change);
  }
  const few = await read({ having: [{ field: "visibility", operator: "gte", value: 0.5 }] });
  for (const { brand, change } of few)
    assert.deepEqual(change, all.find((row) => row.brand.id === brand.id)?.change);
});

for (const { report, field, rest } of [
  { report: "brands", field: "visibility", rest: { dimensions: ["model_id"] } },
  { report: "domains", field: "cited_percentage", rest: {} },
  { report: "domains", field: "cited_percentage", rest: { dimensions: ["model_id"] } },
  { report: "urls", field: "cited_percentage", rest: {} },
  { report: "search-queries", field: null, rest: {} },
])
  test(`so has a row of ${report}, ${JSON.stringify(rest)}: page by page it says what all pages say`, async () => {
    const page = async (more: object) =>
      (await world.rest("POST", `/reports/${report}`, { ...RANGE, ...rest, ...more })).body.data;
    const all = await page({ limit: 100 });
    assert.equal(all.length, report === "brands" ? 9 : 25);
    const changes: Change[] = all.map(({ change }: Row) => (field ? change[field] : change));
    assert.ok(
      changes.some(({ p, significant }) => significant === false && Number(p) < 0.05),
      changes.map(({ p }) => p).join(),
    );
    for (const [place, row] of all.entries())
      assert.deepEqual((await page({ limit: 1, offset: place }))[0], row);
  });

test("a row says why it has no interval: one prompt is no sample of questions, and one day says nothing of places", async () => {
  const [row] = (
    await world.rest("POST", "/reports/brands", {
      ...{ date_from: "2026-02-14", date_to: "2026-02-14", dimensions: ["prompt_id"] },
      order_by: [{ field: "position_count" }],
    })
  ).body.data;
  assert.equal(row.position_low, null);
  assert.equal(row.visibility_questions_low, null);
  assert.equal(row.interval_reason, "too few days");
  assert.equal(row.questions_reason, "too few prompts");
  const [whole] = (await world.rest("POST", "/reports/brands", RANGE)).body.data;
  assert.deepEqual(
    [whole.questions_reason, typeof whole.visibility_questions_low],
    [undefined, "number"],
  );
});
