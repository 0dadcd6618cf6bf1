import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openTestDatabase } from "../../../test/kit/test-database.ts";
import { makeDatabase } from "./pool.ts";

const LEAVE = sql`select pg_terminate_backend(pg_backend_pid())`;

test("a transaction whose connection is lost throws what was thrown first, and its connection serves nobody else", async () => {
  const db = makeDatabase(await openTestDatabase());
  const lost = db.transaction().execute(async (trx) => LEAVE.execute(trx));
  await assert.rejects(lost, { code: "57P01" });
  const first = new Error("what went wrong");
  const failed = db.transaction().execute(async (trx) => {
    await LEAVE.execute(trx).catch(() => {});
    throw first;
  });
  await assert.rejects(failed, (error) => error === first);
  const held = await db.startTransaction().execute();
  await LEAVE.execute(held).catch(() => {});
  await held.rollback().execute();
  for (let count = 0; count < 20; count++) {
    const { rows } = await db
      .transaction()
      .execute((trx) => sql<{ one: number }>`select 1 as one`.execute(trx));
    assert.deepEqual(rows, [{ one: 1 }]);
  }
});
