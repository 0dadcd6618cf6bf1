import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword, verifyPassword } from "./password.ts";

const MEGABYTE = 1_048_576;
/** What one hash needs; more at once than there are threads must wait, not add up. */
const HASH_MB = 19;

test("116: forty sign-ins at once take the memory of a few", async () => {
  const stored = await hashPassword("correct horse battery");
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const tries = Array.from({ length: 40 }, (_, index) => verifyPassword(stored, `guess ${index}`));
  assert.ok((await Promise.all(tries)).every((good) => !good));
  clearInterval(watch);
  const grown = (most - before) / MEGABYTE;
  assert.ok(grown < 12 * HASH_MB, `${Math.round(grown)} MB more`);
});

test("a password is the same however its letters are composed, and none is good for who has none", async () => {
  const stored = await hashPassword("café crème brûlée");
  assert.equal(await verifyPassword(stored, "café crème brûlée".normalize("NFD")), true);
  assert.equal(await verifyPassword(stored, "cafe creme brulee"), false);
  assert.equal(await verifyPassword(null, "no user has this password"), false);
});

test("a password is long enough and not one that everybody tries first", async () => {
  for (const weak of ["short", "password1234", "PASSWORD1234", "123456789012", "qwertyuiop12"]) {
    await assert.rejects(hashPassword(weak), { code: "VALIDATION_ERROR" }, weak);
  }
  for (const weak of ["aaaaaaaaaaaaaa", "abcabcabcabcabc", "passwordpassword"]) {
    await assert.rejects(hashPassword(weak), { code: "VALIDATION_ERROR" }, weak);
  }
  await hashPassword("four random words here");
});
