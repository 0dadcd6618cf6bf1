import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addModel, addPrompt, putFact } from "../../../../test/kit/facts.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { listChatRows } from "./chat-queries.ts";

test("a list that names many prompts is planned with their numbers each time, one that names few is not", async () => {
  const { db, project } = await makeWorld();
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  for (let n = 0; n < 60; n++) {
    const prompt_id = await addPrompt(db, project_id, { text: `Which ${n}?` });
    await putFact(db, project_id, { day: "2026-01-05", model_id, prompt_id, sample: 1 });
  }
  const page = { limit: 5, offset: 0 };
  const scope = {
    branded: "include" as const,
    filters: [],
    date_from: undefined,
    date_to: undefined,
  };
  await db.connection().execute(async (one) => {
    const planOf = (search: string) => {
      const filter = { scope, search, include_archived: true, sort: "desc" as const };
      return one.transaction().execute(async (all) => {
        const { data: rows } = await listChatRows(all, project, { filter, page });
        const { rows: set } = await sql<{ mode: string }>`
          select current_setting('plan_cache_mode') as mode`.execute(all);
        return [rows.length, set[0]?.mode];
      });
    };
    const generic = async () => {
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(generic_plans), 0)::int as count from pg_prepared_statements
        where statement like '%order by a.captured_at%'`.execute(one);
      return rows[0]?.count ?? 0;
    };
    // Others may have used this connection before.
    const before = await generic();
    for (let time = 0; time < 8; time++)
      assert.deepEqual(await planOf("which"), [5, "force_custom_plan"]);
    assert.equal(await generic(), before);
    assert.deepEqual(await planOf("which 59"), [1, "auto"]);
  });
});
