import assert from "node:assert/strict";
import { test } from "node:test";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { countLooks } from "../../../test/kit/count-looks.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { isCluster } from "../../../test/kit/test-database.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { readSiteRivals } from "./rival-queries.ts";

/** Some are looked at to find out which prompts and brands there are; not one for each of hundreds of answers. */
const LOOKS_MAX = 10;
const DAYS = { date_from: "2026-01-10", date_to: "2026-02-20", branded: "include" as const };

const skip = isCluster && "On a cluster the coordinator does not know what others look at.";

test("of a site's answers those of other topics are not looked at, nor any one by one where no sums tell their days", {
  skip,
}, async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { prompts, brands, domains } = await makeMarket(world, 21);
  const ids = domains.map(({ domain_id }) => domain_id);
  const topic = prompts.flatMap(({ topic_id }) => topic_id ?? []).slice(0, 1);
  const looksOf = (filters: DatedScope["filters"]) =>
    db.transaction().execute(async (trx) => {
      const before = await countLooks(trx);
      const found = await readSiteRivals(trx, project, { scope: { ...DAYS, filters }, ids });
      assert.ok(found.size > 0);
      return (await countLooks(trx)) - before;
    });
  const all = await looksOf([]);
  const some = await looksOf([{ field: "topic_id", operator: "in", values: topic }]);
  assert.ok(some < all / 2, `${some} of ${all} answers`);
  const others = await looksOf([
    { field: "brand_id", operator: "not_in", values: brands.slice(1, 2) },
  ]);
  assert.ok(others < LOOKS_MAX, `${others} looks`);
});
