import assert from "node:assert/strict";
import { test } from "node:test";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
type Any = any;
const NOW = { date_from: "2026-03-12", date_to: "2026-04-10" };
const world = await makeWorld();
await makeMarket(world, 31);

async function ask(kind: string, more: object): Promise<Any> {
  const asked = { ...NOW, limit: 1000, ...more };
  const { status, body } = await world.rest("POST", `/reports/${kind}`, asked);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const compare = "previous_period";
/** The number of an entity that its row begins with. */
const keyOf = ({ brand, url, domain }: Any) => brand?.id ?? url ?? domain;

test("days chosen to compare with are as the period before where they are the same days", async () => {
  const days = { compare_from: "2026-02-10", compare_to: "2026-03-11" };
  for (const kind of ["brands", "domains", "urls"])
    assert.deepEqual(await ask(kind, { compare, ...days }), await ask(kind, { compare }), kind);
});

test("a report on chosen days tells what they alone tell, however many they are", async () => {
  for (const [compare_from, compare_to] of [
    ["2026-01-01", "2026-01-20"],
    ["2026-01-05", "2026-03-01"],
  ] as const) {
    for (const kind of ["brands", "domains", "urls"]) {
      const { data } = await ask(kind, { compare, compare_from, compare_to });
      const alone = await ask(kind, { date_from: compare_from, date_to: compare_to });
      const before = new Map<string, Any>(alone.data.map((row: Any) => [keyOf(row), row]));
      assert.ok(data.length > 0);
      for (const { previous, change, ...row } of data) {
        const old = before.get(keyOf(row));
        for (const name of ["visibility", "cited_percentage", "citation_count", "position"])
          assert.equal(previous[name], old[name], `${kind} ${name}`);
        assert.ok(change, kind);
      }
    }
    const brands = await ask("brands", { compare, compare_from, compare_to });
    const own = brands.data.find((row: Any) => row.brand.is_own);
    const why = await ask("changes", { compare_from, compare_to });
    assert.equal(own.change.visibility.value, why.change.value);
  }
});

test("chosen days are both given, in order, before the range and compared", async () => {
  for (const [given, word] of [
    [{ compare, compare_from: "2026-02-01" }, "compare_to"],
    [{ compare, compare_from: "2026-02-02", compare_to: "2026-02-01" }, "compare_to"],
    [{ compare, compare_from: "2026-02-02", compare_to: "2026-03-12" }, "compare_to"],
    [{ compare, compare_from: "2020-01-01", compare_to: "2026-03-01" }, "compare_to"],
    [{ compare_from: "2026-02-01", compare_to: "2026-02-02" }, "compare_from"],
  ] as const) {
    const { status, body } = await world.rest("POST", "/reports/brands", { ...NOW, ...given });
    assert.equal(status, 400);
    assert.match(body.error.message, new RegExp(`^${word}`));
  }
});
