import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { makeWorld } from "../../../test/kit/world.ts";
import { prepare } from "./prepared.ts";

test("a statement that was put together once takes the values of each execution, in a transaction too", async () => {
  const { base } = await makeWorld();
  let built = 0;
  const add = prepare<{ one: number; other: number }, { sum: number }>(({ one, other }) => {
    built += 1;
    return sql`select ${one}::integer + ${other}::integer + ${one}::integer as sum`;
  });
  assert.deepEqual(await add(base.db, { one: 1, other: 10 }), [{ sum: 12 }]);
  const inside = await base.db.transaction().execute((db) => add(db, { one: 2, other: 20 }));
  assert.deepEqual(inside, [{ sum: 24 }]);
  assert.equal(built, 1);
});
