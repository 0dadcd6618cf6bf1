import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { shareConnections } from "#adapters/database/share-connections.ts";
import { urlOf } from "../../test/kit/real-server.ts";
import { makeWorld, type World } from "../../test/kit/world.ts";
import type { Database } from "./database.ts";
import { atOneMoment, readBoth } from "./one-moment.ts";

const isLong = true;

async function look(db: Database): Promise<{ topics: number; backend: number }> {
  const { rows } = await sql<{ topics: number; backend: number }>`
    select count(*)::integer as topics, pg_backend_pid() as backend from topics`.execute(db);
  return rows[0] ?? { topics: -1, backend: -1 };
}

const readerOf = (db: Database) => ({
  db,
  inTurn: shareConnections(10),
  project: { project_id: 1 },
});
const slow = (db: Database) => sql`select pg_sleep(0.05)`.execute(db);
const lookSlowly = (db: Database) => slow(db).then(() => look(db));

/** Another pool on a world's database, of at most `size` connections. */
function poolOf(world: World, size: number): Database {
  const pool = makePool({ url: urlOf(world) }, { size });
  after(() => pool.end());
  return makeDatabase(pool);
}

test("two long readings see one moment over two connections, whatever is stored meanwhile", async () => {
  const world = await makeWorld();
  const [before, [one, other]] = await atOneMoment(readerOf(world.db), async (db) => {
    const before = await look(db);
    await world.rest("POST", "/topics", { name: "Boots" });
    const slowly = (db: Database) => sql`select pg_sleep(1)`.execute(db).then(() => look(db));
    return [before, await readBoth(db, [slowly, look], { isLong })];
  });
  assert.notEqual(one.backend, other.backend);
  assert.deepEqual([one.topics, other.topics], [before.topics, before.topics]);
  assert.equal((await look(world.db)).topics, before.topics + 1);
});

test("a reading whose plan was chosen just before its tables were spread over a cluster is done again, once", async () => {
  const { db } = await makeWorld();
  for (const [message, tries] of [
    ["could not create distributed plan", 2],
    ["another thing that is not supported", 1],
  ] as const) {
    let tried = 0;
    const read = atOneMoment(readerOf(db), async () => {
      tried += 1;
      throw Object.assign(new Error(message), { code: "0A000" });
    });
    await assert.rejects(read, { message });
    assert.equal(tried, tries, message);
  }
});

test("short readings, and those of a transaction, stay on their connection", async () => {
  const { db } = await makeWorld();
  const short = await atOneMoment(readerOf(db), (one) =>
    readBoth(one, [look, look], { isLong: false }),
  );
  assert.equal(short[0].backend, short[1].backend);
  const inside = await db
    .transaction()
    .execute((one) =>
      atOneMoment(readerOf(one), (same) => readBoth(same, [look, look], { isLong })),
    );
  assert.equal(inside[0].backend, inside[1].backend);
});

test("who holds a connection never waits for a second one", { timeout: 20_000 }, async () => {
  const world = await makeWorld();
  for (const size of [1, 2]) {
    const db = poolOf(world, size);
    const all = await Promise.all(
      Array.from({ length: 12 }, () =>
        atOneMoment(readerOf(db), (one) => readBoth(one, [lookSlowly, look], { isLong })),
      ),
    );
    assert.equal(new Set(all.flat().map(({ topics }) => topics)).size, 1);
  }
});

test("what fails in either reading fails the whole, and the pool goes on", async () => {
  const world = await makeWorld();
  const db = poolOf(world, 3);
  const fail = (one: Database) => sql`select 1 / 0`.execute(one);
  for (const parts of [
    [fail, look],
    [slow, fail],
    [look, fail],
  ] as const) {
    for (const isLong of [true, false]) {
      await assert.rejects(
        atOneMoment(readerOf(db), (one) => readBoth<unknown, unknown>(one, parts, { isLong })),
        /division by zero/,
      );
    }
  }
  await Promise.all(Array.from({ length: 6 }, () => look(db)));
});
