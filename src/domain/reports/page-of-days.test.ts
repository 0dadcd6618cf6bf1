import assert from "node:assert/strict";
import { test } from "node:test";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("pages of rows by day are parts of all rows, whichever way these are sorted", async () => {
  const world = await makeWorld();
  const { brands } = await makeMarket(world, 5);
  const ask = async (query: object) => {
    const period = { date_from: "2026-01-20", date_to: "2026-03-31" };
    const { status, body } = await world.rest("POST", "/reports/brands", { ...period, ...query });
    assert.equal(status, 200);
    return body;
  };
  for (const dimensions of [["date"], ["date", "topic_id"], ["model_id", "date"]]) {
    for (const order_by of [
      [],
      [{ field: "date", direction: "desc" }],
      [{ field: "date", direction: "asc" }, { field: "mention_count" }],
      [{ field: "mention_count" }, { field: "date" }],
    ]) {
      const all = await ask({ dimensions, order_by, limit: 1_000 });
      assert.ok(all.data.length > 20 * brands.length);
      for (const [offset, limit] of [
        [0, 1],
        [0, brands.length],
        [3, brands.length],
        [brands.length - 1, 11],
        [all.data.length - 5, 20],
      ] as const) {
        const page = await ask({ dimensions, order_by, offset, limit });
        assert.equal(page.total_count, all.total_count);
        assert.deepEqual(page.data, all.data.slice(offset, offset + limit));
      }
    }
  }
});
