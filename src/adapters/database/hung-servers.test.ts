import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import { waitFor } from "../../../test/kit/wait-for.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { listSilent, makeDatabase, makePool } from "./pool.ts";

/** What work is told where a server of a cluster does not answer, and a pool that knows it. */
async function makeHung(size = 2) {
  const world = await makeWorld();
  const current = new AsyncLocalStorage<number>();
  const away = new Set<number>();
  const placement = {
    away,
    within: <R>({ project_id }: { project_id: number }, work: () => R) =>
      current.run(project_id, work),
    here: () => current.getStore(),
  };
  const { user = "", database = "", host = "", port = 0, password } = world.pool.options;
  const connection = { user, database, host, port, ...(password && { password }) };
  const pool = makePool(connection as never, { size, placement });
  const db = makeDatabase(pool);
  /** Reads one row, whatever others have in this database. */
  const ask = () =>
    db
      .selectFrom("projects")
      .where("project_id", "=", world.project.project_id)
      .select("name")
      .execute();
  return { away, placement, pool, db, ask };
}

test("what is asked for a project whose server is away fails at once, also in a transaction, and nothing else does", async () => {
  const { away, placement, pool, db, ask: read } = await makeHung(1);
  const ask = (project_id: number) => placement.within({ project_id }, read);
  const ended = placement.within({ project_id: 1 }, () =>
    db.transaction().execute(async (trx) => {
      await trx.selectFrom("projects").select("name").execute();
      away.add(1);
      await trx.selectFrom("projects").select("name").execute();
    }),
  );
  await assert.rejects(ended, { code: "57P03" });
  await assert.rejects(ask(1), { code: "57P03" });
  await assert.rejects(
    placement.within({ project_id: 1 }, () => pool.query("select 1")),
    { code: "57P03" },
  );
  // The one connection is free again, and in no transaction.
  assert.equal((await ask(2)).length, 1);
  const { rows } = await pool.query(
    "select xact_start = query_start as is_alone from pg_stat_activity where pid = pg_backend_pid()",
  );
  assert.deepEqual(rows, [{ is_alone: true }]);
  away.clear();
  assert.equal((await ask(1)).length, 1);
  await pool.end();
});

test("a connection that waits says for which projects, and can be given up", async () => {
  const { placement, pool } = await makeHung();
  await placement.within({ project_id: 1 }, () => pool.query("select 1"));
  const asking = placement.within({ project_id: 2 }, () => pool.query("select pg_sleep(60)"));
  asking.catch(() => {});
  await waitFor("it is silent", () => listSilent(pool, 50).length === 1);
  const [silent] = listSilent(pool, 50);
  assert.deepEqual(silent?.projects, [2]);
  silent?.giveUp();
  await assert.rejects(asking, { code: "ETIMEDOUT" });
  await waitFor("it is gone", () => listSilent(pool, 0).length === 0);
  await pool.end();
});
