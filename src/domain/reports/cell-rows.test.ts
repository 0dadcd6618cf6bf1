import assert from "node:assert/strict";
import { test } from "node:test";
import type { Dimension } from "#domain/sums/dimensions.ts";
import { BRAND_MEASURES, ordersOf } from "#domain/sums/measures.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { loadBrandCells } from "./brand-cells.ts";
import { readBrandRows, readBrands } from "./brand-rows.ts";
import { daysBefore } from "./cell-periods.ts";
import { isOfCells, pageOfCells, rowsBefore } from "./cell-rows.ts";
import type { ReportQuery } from "./report-query.ts";

const PLAIN = { filters: [], rows: [], having: [], order_by: [], branded: "include" } as const;

test("rows from packed cells are the rows that the database makes of the facts, in their order, page by page", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { random, brands: ids } = await makeMarket(world, 21);
  const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;
  const fields = ordersOf(BRAND_MEASURES);
  const splits: Dimension[][] = [
    ["prompt_id"],
    ["tag_id"],
    ["model_id", "prompt_id"],
    ["tag_id", "topic_id"],
    ["country_code", "prompt_id", "model_id"],
  ];
  let paged = 0;
  for (let round = 0; round < 60; round++) {
    const dimensions = pick(splits);
    const order_by = Array.from({ length: random(3) }, () => ({
      ...{ field: pick(fields), direction: pick(["asc", "desc"] as const) },
    }));
    const operator = pick(["gt", "gte", "lt", "lte"] as const);
    const having = [{ field: pick(fields), operator, value: random(3) / 2 }].slice(
      random(4) === 0 ? 0 : 1,
    );
    const rows = [{ field: "brand_id", operator: "not_in" as const, values: [pick(ids)] }];
    const query: ReportQuery = {
      ...{ ...PLAIN, date_from: "2026-02-20", date_to: "2026-03-31", compare: "previous_period" },
      ...{ dimensions, order_by, having, rows: rows.slice(random(2)) },
      ...{ branded: pick(["include", "exclude", "only"] as const) },
      ...{ limit: 1 + random(40), offset: random(2) * random(20) },
    };
    assert.ok(isOfCells(query));
    const loaded = await loadBrandCells(db, project, query, { isSummed: true });
    const brands = await readBrands(db, project, query);
    const found = await pageOfCells(loaded, { query, brands });
    const wanted = await readBrandRows(db, project, query);
    const about = JSON.stringify(query);
    const numbers = (row: Record<string, unknown>) =>
      [...dimensions, "brand_id", "brand_name", "is_own", ...Object.keys(BRAND_MEASURES)].map(
        (name) => row[name],
      );
    assert.equal(found?.total_count, wanted.total_count, about);
    assert.deepEqual(found?.rows.map(numbers), wanted.rows.map(numbers), about);
    paged += wanted.rows.length;
    if (wanted.rows.length === 0) continue;
    const all = { having: [], order_by: [], limit: 1_000, offset: 0 };
    const days = { ...query, ...daysBefore(query), ...all };
    const before = await readBrandRows(db, project, days, { of: wanted.rows });
    const old = await rowsBefore(loaded, { rows: wanted.rows, brands });
    for (const row of before.rows) {
      const same = old.filter((one) =>
        [...dimensions, "brand_id"].every((name) => one[name] === row[name]),
      );
      assert.deepEqual(same.map(numbers), [numbers(row)], about);
    }
  }
  assert.ok(paged > 300, `${paged} rows compared`);
});
