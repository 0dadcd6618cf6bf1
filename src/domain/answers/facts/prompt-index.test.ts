import assert from "node:assert/strict";
import { test } from "node:test";
import { type RawBuilder, sql } from "kysely";
import { factCondition } from "#domain/sums/scope-conditions.ts";
import { isCluster } from "../../../../test/kit/test-database.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { ofPrompts } from "./prompt-answer-queries.ts";

const skip = isCluster && "On a cluster a plan tells which node is asked, not how it reads.";

test("facts of a few prompts are found by the whole of their primary key, by any PostgreSQL", {
  skip,
}, async () => {
  const { db, project } = await makeWorld();
  const scope = {
    ...{ date_from: "2026-01-01", date_to: "2026-03-31", branded: "include" as const },
    filters: [{ field: "prompt_id" as const, operator: "in" as const, values: [1] }],
  };
  const conditions: RawBuilder<unknown>[] = [
    factCondition(project, scope, { of: "f", isAnswer: false }),
    ofPrompts(project, [1]),
  ];
  for (const table of ["mentions", "citations"]) {
    for (const condition of conditions) {
      const text = await db.transaction().execute(async (one) => {
        // A copy with the primary key alone: of an empty table all would be read, or any other index.
        const { rows: keys } = await sql<{ definition: string }>`
          select pg_get_constraintdef(oid) as definition from pg_constraint
          where conrelid = ${table}::regclass and contype = 'p'`.execute(one);
        await sql`create temp table copy (like ${sql.table(table)}) on commit drop`.execute(one);
        await sql`alter table copy add ${sql.raw(keys[0]?.definition ?? "")}`.execute(one);
        await sql`set local enable_seqscan = off`.execute(one);
        const { rows } = await sql<Record<string, string>>`
          explain select * from copy f where ${condition}`.execute(one);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
      const on = `on copy f[\\s\\S]*?Index Cond: .*`;
      for (const column of ["day", "model_id", "prompt_id"]) {
        assert.match(text, new RegExp(`${on}\\(${column} = ANY`), `${column}:\n${text}`);
      }
    }
  }
});
