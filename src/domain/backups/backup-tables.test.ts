import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../../../test/kit/world.ts";
import { BACKUP_TABLES, readColumns, TABLES_LEFT_OUT } from "./backup-tables.ts";

/** What may be a secret or of the moment by its type or name, and is in a backup all the same. */
const SUSPECT = /secret|token|password|api_key|worker|process|lease|reserved|streak|refus|_until$/;
const HARMLESS = [
  "answers.content_hash",
  "judgements.content_hash",
  "raw_answers.body",
  "verdicts.text_hash",
];

test("every table of a project is in a backup or left out for a reason, and so is what may be a secret", async () => {
  const world = await makeWorld();
  const columns = await readColumns(world.base.db);
  const { rows } = await world.pool.query<{ table: string; column: string; type: string }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and exists (
       select from information_schema.columns p where p.table_schema = 'public'
         and p.table_name = c.table_name and p.column_name = 'project_id')`,
  );
  assert.ok(rows.length > 150, `${rows.length} columns`);
  const strange = rows.filter(({ table, column }) => {
    if (column === "project_id" || table in TABLES_LEFT_OUT) return false;
    if (table === "projects" && column === "organisation_id") return false;
    const isLeftOut = column in (BACKUP_TABLES[table]?.left_out ?? {});
    return (columns.get(table)?.includes(column) ?? false) === isLeftOut;
  });
  assert.deepEqual(strange, []);
  const written = rows.filter(({ table, column }) => columns.get(table)?.includes(column));
  const suspect = written.filter(({ column, type }) => type === "bytea" || SUSPECT.test(column));
  assert.deepEqual(suspect.map(({ table, column }) => `${table}.${column}`).sort(), HARMLESS);
  const there = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  for (const [table, { left_out = {} }] of Object.entries(BACKUP_TABLES)) {
    for (const column of Object.keys(left_out)) assert.ok(there.has(`${table}.${column}`), column);
  }
});
