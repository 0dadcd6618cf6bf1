import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { prepare } from "#domain/accounts/prepared.ts";
import { openTestDatabase } from "../../../test/kit/test-database.ts";
import { makeDatabase } from "./pool.ts";

const divide = prepare<{ by: number }, { pid: number; half: number }>(
  ({ by }) => sql`select pg_backend_pid() as pid, 4 / ${by}::integer as half`,
);

test("prepared statements of one turn share a connection, which is given back; each has its own rows or failure", async () => {
  const pool = await openTestDatabase();
  const db = makeDatabase(pool);
  const asked = [2, 0, 1].map((by) => divide(db, { by }));
  const [first, failed, last] = await Promise.allSettled(asked);
  assert.ok(first?.status === "fulfilled" && last?.status === "fulfilled");
  assert.deepEqual([first.value[0]?.half, last.value[0]?.half], [2, 4]);
  assert.equal(first.value[0]?.pid, last.value[0]?.pid);
  assert.match(String(failed?.status === "rejected" && failed.reason), /division by zero/);
  assert.equal(pool.idleCount, pool.totalCount);
});

test("the next turn does not wait for a statement that takes long", async () => {
  const pool = await openTestDatabase();
  const db = makeDatabase(pool);
  const sleep = prepare<{ seconds: number }, object>(
    ({ seconds }) => sql`select pg_sleep(${seconds}::float)`,
  );
  let isAwake = false;
  const sleeping = sleep(db, { seconds: 1 }).then(() => {
    isAwake = true;
  });
  await new Promise(setImmediate);
  await divide(db, { by: 2 });
  assert.equal(isAwake, false);
  await sleeping;
});

test("a turn that gets no connection fails whole, and the one after it asks again", async () => {
  const pool = await openTestDatabase();
  const db = makeDatabase(pool);
  const { connect } = pool;
  pool.connect = () => Promise.reject(new Error("away"));
  const refused = await Promise.allSettled([divide(db, { by: 1 }), divide(db, { by: 2 })]);
  assert.deepEqual(
    refused.map((one) => one.status === "rejected" && one.reason.message),
    ["away", "away"],
  );
  pool.connect = connect;
  assert.equal((await divide(db, { by: 1 }))[0]?.half, 4);
});
