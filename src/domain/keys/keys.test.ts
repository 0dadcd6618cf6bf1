import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "#core/failure.ts";
import { run } from "#core/run.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { createKey } from "./create-key.ts";
import { makeKey, previewKey } from "./key.ts";
import { listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { rotateKey } from "./rotate-key.ts";

const isLetIn = async (world: World, key: string) =>
  (await world.rest("GET", "/projects", undefined, key)).status === 200;

test("a new key works, with the access it was given, until it is revoked", async () => {
  const world = await makeWorld();
  const made = await run(createKey, world.context(), { name: "CI" });
  assert.deepEqual(
    [made.access, made.created_by, made.expires_at],
    ["read", world.user.email, null],
  );
  assert.ok(await isLetIn(world, made.key));
  assert.equal((await world.rest("POST", "/topics", { name: "X" }, made.key)).status, 403);
  const revoked = await run(revokeKey, world.context(), { key_id: made.id });
  assert.notEqual(revoked.revoked_at, null);
  assert.equal(await isLetIn(world, made.key), false);
  const again = await run(revokeKey, world.context(), { key_id: made.id });
  assert.equal(again.revoked_at, revoked.revoked_at);
});

test("a list of keys shows neither keys nor hashes", async () => {
  const world = await makeWorld();
  const made = await run(createKey, world.context(), { name: "CI" });
  const text = JSON.stringify(await run(listKeys, world.context(), {}));
  assert.ok(text.includes(made.preview) && !text.includes(made.key) && !text.includes("hash"));
  // The operator may have chosen a short one.
  assert.equal(previewKey("12345678"), "12…78");
});

test("rotating leaves the old key working for the overlap, or ends it at once", async () => {
  const world = await makeWorld();
  const old = await run(createKey, world.context(), { name: "CI", access: "write" });
  const made = await run(rotateKey, world.context(), { key_id: old.id });
  assert.deepEqual([made.name, made.access], ["CI", "write"]);
  assert.ok((await isLetIn(world, old.key)) && (await isLetIn(world, made.key)));
  const { data } = await run(listKeys, world.context(), {});
  const shown = data.find(({ id }) => id === old.id);
  assert.equal(shown?.replaced_by, made.id);
  const hours = (Date.parse(shown?.expires_at ?? "") - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours < 24.1);
  const last = await run(rotateKey, world.context(), { key_id: made.id, overlap_hours: 0 });
  assert.equal(await isLetIn(world, made.key), false);
  assert.ok(await isLetIn(world, last.key));
  await assert.rejects(run(rotateKey, world.context(), { key_id: made.id }), /works no longer/);
});

test("a key is rotated once, however many rotate it at the same moment", async () => {
  const world = await makeWorld();
  const old = await run(createKey, world.context(), { name: "CI" });
  const sent = Array.from({ length: 6 }, () =>
    run(rotateKey, world.context(), { key_id: old.id }).catch((error: unknown) => error),
  );
  const ended = await Promise.all(sent);
  const made = ended.filter((one) => !(one instanceof Failure)) as { id: string }[];
  assert.equal(made.length, 1);
  const message = `key_id: this key was rotated already; rotate ${made[0]?.id}, or create a new one.`;
  for (const one of ended) {
    if (one instanceof Failure) assert.deepEqual([one.code, one.message], ["CONFLICT", message]);
  }
  const { data } = await run(listKeys, world.context(), {});
  assert.equal(data.filter(({ name }) => name === "CI").length, 2);
});

test("only admins and owners make, rotate and revoke keys, and only of their own project", async () => {
  const world = await makeWorld();
  const made = await run(createKey, world.context(), { name: "CI" });
  for (const role of ["viewer", "member"] as const) {
    const context = world.context({ role });
    await assert.rejects(run(createKey, context, { name: "x" }), { code: "ROLE_REQUIRED" });
    await assert.rejects(run(revokeKey, context, { key_id: made.id }), { code: "ROLE_REQUIRED" });
  }
  const other = await world.neighbour();
  for (const operation of [revokeKey, rotateKey]) {
    await assert.rejects(run(operation, other.context(), { key_id: made.id }), {
      code: "NOT_FOUND",
    });
  }
  assert.ok(await isLetIn(world, made.key));
});

test("what a caller may not set of a key is refused", async () => {
  const world = await makeWorld();
  for (const field of ["project_id", "created_by", "hash", "key"]) {
    await assert.rejects(run(createKey, world.context(), { name: "x", [field]: "y" }), {
      code: "VALIDATION_ERROR",
    });
  }
});

test("96: a key with a wrong checksum is refused without asking the database, in the words of all others", async () => {
  const world = await makeWorld();
  const context = world.context();
  const expired = await run(createKey, context, { name: "Short", expires_in_days: 1 });
  const over = { expires_at: new Date(Date.now() - 1_000) };
  await world.db.updateTable("api_keys").set(over).where("name", "=", "Short").execute();
  const revoked = await run(createKey, context, { name: "Gone" });
  await run(revokeKey, context, { key_id: revoked.id });
  // A database that must not be asked.
  const away = { ...world.base, db: null as unknown as World["db"] };
  const typo = `${world.key.slice(0, 20)}${world.key[20] === "a" ? "b" : "a"}${world.key.slice(21)}`;
  const shapeless = [undefined, "", "x", typo, world.key.slice(0, -1), `${world.key}a`];
  const dead = [makeKey(), revoked.key, expired.key];
  const said = new Set<string>();
  for (const [base, keys] of [
    [away, shapeless],
    [world.base, dead],
  ] as const) {
    for (const key of keys) {
      await assert.rejects(authenticateKey(base, key), (error: Error & { code?: string }) => {
        said.add(error.message);
        return error.code === "UNAUTHORIZED";
      });
    }
  }
  assert.equal(said.size, 1);
});
