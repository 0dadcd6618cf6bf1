import assert from "node:assert/strict";
import { test } from "node:test";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import { factsOf } from "#domain/sums/day-sums.ts";
import { factCondition } from "#domain/sums/scope-conditions.ts";
import { isCluster } from "../../../../test/kit/test-database.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { ofPrompts } from "./prompt-answer-queries.ts";

const skip = isCluster && "On a cluster a plan tells which node is asked, not how it reads.";

test("facts of prompts that move are found so, too", { skip }, async () => {
  const { db, project } = await makeWorld();
  const facts = factsOf({ ...project, days: ["2026-01-01", "2026-01-02"], prompt_ids: [1] });
  for (const table of ["mentions", "citations"] as const) {
    const text = await db.transaction().execute(async (one) => {
      await copyTable(one, table, table);
      return explain(one, facts[table]);
    });
    assertByKey(text);
  }
});

/** A copy with the primary key alone: of an empty table all would be read, or any other index. */
async function copyTable(db: Database, table: string, name: string): Promise<void> {
  const { rows: keys } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype = 'p'`.execute(db);
  await sql`create temp table ${sql.table(name)} (like ${sql.table(`public.${table}`)}) on commit drop`.execute(
    db,
  );
  await sql`alter table ${sql.table(name)} add ${sql.raw(keys[0]?.definition ?? "")}`.execute(db);
}

async function explain(db: Database, rows: RawBuilder<unknown>): Promise<string> {
  await sql`set local enable_seqscan = off`.execute(db);
  const { rows: lines } = await sql<Record<string, string>>`
    explain select * from ${rows} f`.execute(db);
  return lines.map((row) => row["QUERY PLAN"]).join("\n");
}

function assertByKey(text: string): void {
  for (const column of ["day", "model_id", "prompt_id"])
    assert.match(text, new RegExp(`Index Cond: .*\\(${column} = ANY`), `${column}:\n${text}`);
}

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
        await copyTable(one, table, "copy");
        return explain(one, sql`(select * from copy f where ${condition})`);
      });
      assertByKey(text);
    }
  }
});
