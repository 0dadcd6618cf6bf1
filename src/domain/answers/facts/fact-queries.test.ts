import assert from "node:assert/strict";
import { test } from "node:test";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import { queryProject } from "../../../../test/kit/failing-provider.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { insertCitations, insertMentions } from "./fact-rows.ts";

const ANSWERS = 9;
const EACH = 500;
const KEYS = Array.from({ length: ANSWERS }, (_, index) => ({
  ...{ day: "2026-03-02", model_id: 1, prompt_id: index + 1, sample: 1 },
}));
const NUMBERS = Array.from({ length: EACH }, (_, index) => index + 1);

test("mentions and citations of many answers are all written, some thousand with one statement", async () => {
  const world = await makeWorld();
  const mentions = KEYS.flatMap((key) =>
    NUMBERS.map((brand_id) => ({
      ...{ ...key, brand_id, position: brand_id, mention_count: 1, first_offset: 0 },
      ...{ sentiment: null, evidence: [{ start: 0, end: 2, text: "zz" }] },
    })),
  );
  const cited = KEYS.map((key) => ({
    ...key,
    pages: NUMBERS.map((url_id) => ({
      ...{ url_id, domain_id: 1, position: url_id, retrieved: 1, cited: 1, raw_url: null },
      ...{ url: "", url_hash: "", domain: "", title: null, page_type: "other" },
    })),
  }));
  for (const [table, insert] of [
    ["mentions", (db: typeof world.db) => insertMentions(db, world.project, mentions)],
    ["citations", (db: typeof world.db) => insertCitations(db, world.project, cited)],
  ] as const) {
    let statements = 0;
    const db = betweenStatements(world.db, `insert into ${table}`, async (time) => {
      statements = time;
    });
    await insert(db);
    const rows = await queryProject(
      world,
      `select count(*)::int as count from ${table} where project_id = $1`,
    );
    assert.deepEqual([table, statements, rows[0].count], [table, 3, ANSWERS * EACH]);
  }
});
