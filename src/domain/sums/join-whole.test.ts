import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { joinWhole } from "./join-whole.ts";

async function loops(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ loops: string }>`
    select current_setting('enable_nestloop') as loops`.execute(db);
  return rows[0]?.loops;
}

test("what joins tables whole within or beside another that does so leaves it as it is until the last has ended", async () => {
  const { db } = await makeWorld();
  await db.transaction().execute(async (trx) => {
    const within = await joinWhole(trx, true, async () => {
      const inner = await joinWhole(trx, true, () => loops(trx));
      return [inner, await loops(trx)];
    });
    assert.deepEqual(within, ["off", "off"]);
    assert.equal(await loops(trx), "on");
    const first = Promise.withResolvers<void>();
    const [, beside] = await Promise.all([
      joinWhole(trx, true, async () => void (await loops(trx))).then(first.resolve),
      joinWhole(trx, true, () => first.promise.then(() => loops(trx))),
    ]);
    assert.equal(beside, "off");
    assert.equal(await loops(trx), "on");
  });
});
