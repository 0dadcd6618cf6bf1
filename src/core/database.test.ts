import assert from "node:assert/strict";
import { test } from "node:test";
import { translateDatabaseError } from "./database.ts";
import { Failure } from "./failure.ts";

/** What a caller is told of a database error with this SQLSTATE. */
function told(code: string): [code: string, message: string] {
  const failure = translateDatabaseError(Object.assign(new Error("inner words"), { code }));
  assert.ok(failure instanceof Failure);
  return [failure.code, failure.message];
}

test("callers are told that the disk is full or that nothing can be changed when it is so, and that the database is away when that is so", () => {
  assert.deepEqual(told("53100"), ["UNAVAILABLE", "The disk of the database is full: free space."]);
  assert.deepEqual(told("25006"), [
    "UNAVAILABLE",
    "The database takes no changes: see its disk, or whether DATABASE_URL names a standby.",
  ]);
  for (const code of ["53200", "53300", "57014", "ECONNREFUSED"]) {
    assert.match(told(code).join(), /^UNAVAILABLE,The database does not answer in time/);
  }
});

test("who comes second with the same name is told that another call came first", () => {
  assert.deepEqual(told("23505"), ["DUPLICATE", "Another call just made one like it; read it."]);
});
