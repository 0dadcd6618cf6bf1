import assert from "node:assert/strict";
import { test } from "node:test";
import { call, signedIn, type Visitor } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { deleteExpired } from "./delete-expired.ts";

test("a project keeps its audit log for as long as it says, and no longer than the installation; others keep theirs", async () => {
  const now = () => new Date("2026-06-30T12:00:00Z");
  const world = await makeWorld({ now });
  const other = await world.neighbour();
  for (const { project, pool } of [world, other]) {
    for (const days of [20, 40, 80, 400]) {
      await pool.query(
        `insert into audit_log (organisation_id, project_id, actor, door, operation, at)
         values ($1, $2, 'system', 'job', 'done', $3::timestamptz - $4 * interval '1 day')`,
        [project.organisation_id, project.project_id, now(), days],
      );
    }
  }
  const keep = ({ visitor }: { visitor: Visitor }, audit_days: number) =>
    call(visitor, "set_retention", { project_id: world.project.id, audit_days });
  assert.equal((await keep(await signedIn(world), 29)).status, 400);
  assert.equal((await keep(await signedIn(world, "admin"), 60)).status, 403, "only an owner");
  const path = `/projects/${world.project.id}/retention`;
  assert.equal((await world.rest("PATCH", path, { audit_days: 60 })).status, 403, "and no key");
  const set = await keep(await signedIn(world), 60);
  assert.deepEqual([set.body.audit_days, set.body.kept.audit_days], [60, 60]);
  const noted = await world.pool.query(
    "select target from audit_log where operation = 'set_retention' and project_id = $1",
    [world.project.project_id],
  );
  assert.deepEqual(noted.rows, [{ target: { audit_days: 60 } }]);
  const kept = async (project_id: number) => {
    const { rows } = await world.pool.query(
      "select count(*)::integer as count from audit_log where project_id = $1 and operation = 'done'",
      [project_id],
    );
    return rows[0].count;
  };
  const actor = { kind: "system", door: "job", access: new Set(["read", "write"]) } as never;
  const sweep = async () => {
    await deleteExpired.handler({ ...world.base, actor }, {});
    await world.runJobs();
    return [await kept(world.project.project_id), await kept(other.project.project_id)];
  };
  assert.deepEqual(await sweep(), [2, 4]);
  Object.assign(world.base.server.keep_days, { audit: 30 });
  assert.equal((await world.rest("GET", path)).body.kept.audit_days, 30);
  assert.deepEqual(await sweep(), [1, 1]);
});
