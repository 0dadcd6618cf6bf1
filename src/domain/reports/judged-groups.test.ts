import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const RANGE = { date_from: "2026-02-08", date_to: "2026-02-14", compare: "previous_period" };

type Answer = { model: string; prompt: string; country: string };
type Row = Record<"domain" | "model_id" | "country_code", string> & {
  total_chat_count: number;
  change: { retrieved_percentage: { p: number | null; significant: boolean | null } } | null;
};

/** Reads domains of a project in which `asked` is asked on each of 14 days, and uses of day `n` what `uses` says. */
async function makeSites(asked: Answer[], uses: (answer: Answer, day: number) => string[]) {
  const world = await makeWorld();
  const lines = Array.from({ length: 14 }, (_, day) =>
    asked.map(({ country: country_code, ...answer }) =>
      JSON.stringify({
        captured_at: `2026-02-${String(day + 1).padStart(2, "0")}T10:00:00Z`,
        ...{ ...answer, country_code, answer: "None." },
        sources: uses({ ...answer, country: country_code }, day).map((name) => ({
          ...{ url: `https://${name}.example/`, cited: false },
        })),
      }),
    ),
  ).flat();
  const made = (await world.rest("POST", "/chats/import", lines.join("\n"))).body;
  assert.equal(made.imported, lines.length, JSON.stringify(made).slice(0, 500));
  return async (rest: object): Promise<Row[]> => {
    const { status, body } = await world.rest("POST", "/reports/domains", { ...RANGE, ...rest });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
}

const changeOf = (rows: Row[], domain: string, country?: string) =>
  rows.find((row) => row.domain === domain && (!country || row.country_code === country))?.change
    ?.retrieved_percentage;

test("a source that a model begins to use from nothing is more than chance, though it reported none before", async () => {
  const random = makeRandom(5);
  const prompts = Array.from({ length: 20 }, (_, n) => `Which number ${n}?`);
  const asked = ["ChatGPT", "Perplexity"].flatMap((model) =>
    prompts.map((prompt) => ({ model, prompt, country: "US" })),
  );
  const sites = Array.from({ length: 120 }, (_, n) => `site${n}`);
  const read = await makeSites(asked, ({ model }, day) => {
    if (model === "Perplexity") return sites.filter(() => random(100) < 20);
    return day >= 7 && random(100) < 60 ? ["began"] : [];
  });
  const rows = await read({ dimensions: ["model_id"], limit: 200 });
  assert.equal(rows.length, 121);
  const change = changeOf(rows, "began.example");
  assert.ok(Number(change?.p) < 1e-9, JSON.stringify(change));
  assert.equal(change?.significant, true);
});

test("rows of groups of too few prompts take no row's place among those that are tested", async () => {
  const codes =
    "AT AU BE BG BR CA CH CZ DE DK EE ES FI FR GB GR HU IE IT JP NL NO PL PT RO SE".split(" ");
  const ask = (country: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ model: "ChatGPT", prompt: `Which number ${n} in ${country}?`, country },
    }));
  const random = makeRandom(6);
  const read = await makeSites(
    [...codes.flatMap((code) => ask(code, 4)), ...ask("US", 20)],
    ({ country }, day) => {
      if (country === "US") return random(100) < (day < 7 ? 30 : 60) ? ["grown"] : [];
      return day > 0 && day < 7 ? [] : ["one", "two", "three", "four"];
    },
  );
  const rows = await read({ dimensions: ["country_code"], limit: 200 });
  assert.equal(rows.length, 105);
  assert.deepEqual(
    rows.filter(({ change }) => typeof change?.retrieved_percentage.p === "number").length,
    1,
  );
  const change = changeOf(rows, "grown.example", "US");
  const only = [{ field: "country_code", operator: "in", values: ["US"] }];
  const filtered = await read({ dimensions: ["country_code"], filters: only });
  for (const one of [change, changeOf(filtered, "grown.example", "US")])
    assert.equal(one?.significant, true, JSON.stringify(one));
});
