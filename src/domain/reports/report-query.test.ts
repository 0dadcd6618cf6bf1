import assert from "node:assert/strict";
import { test } from "node:test";
import { DIMENSION_NAMES } from "#domain/sums/dimensions.ts";
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
