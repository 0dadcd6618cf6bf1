import assert from "node:assert/strict";
import { test } from "node:test";
import { DIMENSION_NAMES } from "#domain/sums/dimensions.ts";
import { importLines, line } from "../../../test/kit/open-store.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("a dimension that is named twice is one, in every report", async () => {
  const world = await makeWorld({ now: () => new Date("2026-04-11T12:00:00Z") });
  await makeMarket(world, 3);
  const days = { date_from: "2026-01-01", date_to: "2026-03-01" };
  for (const report of ["brands", "domains", "urls"]) {
    for (const name of DIMENSION_NAMES) {
      const ask = (dimensions: string[]) =>
        world.rest("POST", `/reports/${report}`, { ...days, dimensions });
      const [once, twice] = [await ask([name]), await ask([name, name])];
      assert.equal(once.status, 200, `${report} by ${name}`);
      assert.ok(once.body.total_count > 0, `${report} by ${name}`);
      assert.deepEqual(twice.body, once.body, `${report} by ${name}`);
    }
  }
});

test("a filter's value that none can have is refused with those that are legal, and an address means its site", async () => {
  const world = await makeWorld({ now: () => new Date("2026-04-11T12:00:00Z") });
  const sources = [{ url: "https://www.yearledger.example/tax", cited: true }];
  await importLines(world, line({ captured_at: "2026-01-05T08:00:00Z", sources }));
  const days = { date_from: "2026-01-01", date_to: "2026-03-01" };
  const ask = (report: string, field: string, value: string) => {
    const filters = [{ field, operator: "in", values: [value] }];
    return world.rest("POST", `/reports/${report}`, { ...days, filters });
  };
  const wrong: [report: string, field: string, value: string, legal: RegExp][] = [
    ["brands", "country_code", "Germany", /country code of two capitals, like "US"; not "Germany"/],
    ["brands", "searched", "yes", /searched takes true, false, unknown; not "yes"/],
    ["brands", "asked", "de", /like "search=forced"; not "de"/],
    ["domains", "classification", "news", /classification takes own, .*editorial.*; not "news"/],
    ["urls", "page_type", "blog", /page_type takes .*article.*; not "blog"/],
  ];
  for (const [report, field, value, legal] of wrong) {
    const { status, body } = await ask(report, field, value);
    assert.equal(status, 400, field);
    assert.match(body.error.message, legal);
  }
  for (const value of [
    "yearledger.example",
    "www.yearledger.example",
    "https://yearledger.example/x",
  ])
    assert.equal((await ask("domains", "domain", value)).body.total_count, 1, value);
  for (const value of ["https://yearledger.example/tax", "www.yearledger.example/tax?utm_source=x"])
    assert.equal((await ask("urls", "url", value)).body.total_count, 1, value);
});
