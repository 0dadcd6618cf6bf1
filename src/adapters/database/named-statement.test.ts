import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openTestDatabase } from "../../../test/kit/test-database.ts";
import { type Connection, makePool } from "./pool.ts";

const READ = "select * from kept_columns where id >= $1 order by id";

/** A connection over a table of its own, and how often the columns of a statement were described on it. */
async function open(has_sessions: boolean) {
  // The password is not enumerable.
  const { host, port, user, password, database } = (await openTestDatabase()).options;
  const server = { host, port, user, password, database } as Connection;
  const pool = makePool(server, { size: 1, reach: { has_sessions, has_names: true } });
  const client = await pool.connect();
  after(async () => {
    client.release();
    await pool.end();
  });
  await client.query("create temporary table kept_columns (id integer, at timestamptz)");
  await client.query("insert into kept_columns values (1, '2026-11-21 06:00+00'), (2, null)");
  const described: unknown[] = [];
  client.connection.on("rowDescription", (message) => described.push(message));
  const read = async (from: number) => (await client.query(READ, [from])).rows;
  return { client, described, read };
}

const ROWS = [
  { id: 1, at: "2026-11-21T06:00:00Z" },
  { id: 2, at: null },
];

test("the columns of a statement are described once on a connection, and its rows are read alike ever after", async () => {
  const { described, read } = await open(true);
  assert.deepEqual(
    [await read(1), await read(1), await read(2), await read(3)],
    [ROWS, ROWS, ROWS.slice(1), []],
  );
  assert.equal(described.length, 1);
  assert.deepEqual(await Promise.all([read(1), read(2)]), [ROWS, ROWS.slice(1)]);
  assert.equal(described.length, 1);
});

test("a statement whose columns have become others is refused, not read as what they were", async () => {
  const { client, read } = await open(true);
  await read(1);
  await client.query("alter table kept_columns alter column at type text");
  await assert.rejects(read(1), /must not change result type/);
});

test("where a pooler may prepare it again, a statement is described each time", async () => {
  const { described, read } = await open(false);
  assert.deepEqual([await read(1), await read(1)], [ROWS, ROWS]);
  assert.equal(described.length, 2);
});
