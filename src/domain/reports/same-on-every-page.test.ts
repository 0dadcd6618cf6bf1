import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const RANGE = { date_from: "2026-02-01", date_to: "2026-02-20", compare: "previous_period" };
const DAY_MS = 86_400_000;
const SITES = 26;

const world = await makeWorld();
const random = makeRandom(3);

/** Each site, and the search for it, has good and bad spells of its own length, so that neighbouring days depend. */
const lines = Array.from({ length: 40 }, (_, day) =>
  Array.from({ length: 12 }, (_, prompt) => {
    const used = Array.from({ length: SITES }, (_, site) => site).filter((site) => {
      const isSpell = Math.floor((day + 5 * site + 3 * prompt) / (1 + (site % 9))) % 2 === 0;
      return random(100) < (isSpell ? 62 : 8) / (1 + site / 12);
    });
    return JSON.stringify({
      captured_at: new Date(Date.parse("2026-01-12T08:00:00Z") + day * DAY_MS).toISOString(),
      ...{ prompt: `Which number ${prompt}?`, model: "ChatGPT", answer: `Number ${day}.` },
      sources: used.map((site) => ({ url: `https://site${site}.example/a`, cited: true })),
      search_queries: used.map((site) => `search ${site}`),
    });
  }),
).flat();
assert.equal((await world.rest("POST", "/chats/import", lines.join("\n"))).body.imported, 480);

for (const kind of ["domains", "urls", "search-queries"])
  test(`a row of ${kind} says the same on every page and in every order`, async () => {
    const read = async (rest: object) => {
      const { status, body } = await world.rest("POST", `/reports/${kind}`, { ...RANGE, ...rest });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data as Record<string, unknown>[];
    };
    const nameOf = (row: Record<string, unknown>) => row["url"] ?? row["domain"] ?? row["query"];
    const all = await read({ limit: 100 });
    assert.equal(all.length, SITES);
    const told = all.map((row) => JSON.stringify(row));
    assert.ok(told.some((row) => /"low":-?\d/.test(row)));
    for (const [place, row] of all.entries())
      assert.deepEqual((await read({ limit: 1, offset: place }))[0], row);
    if (kind === "search-queries") return;
    const turned = await read({
      limit: 3,
      order_by: [{ field: "cited_chat_count", direction: "asc" }],
    });
    for (const row of turned)
      assert.deepEqual(
        row,
        all.find((one) => nameOf(one) === nameOf(row)),
      );
  });
