import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { fillCaptureProject } from "../../../test/kit/capture-project.ts";
import { addExtras } from "../../../test/kit/facts.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { dumpProject, makeThings } from "../../../test/kit/one-of-each.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { ERASED_TABLES } from "./tenancy-queries.ts";

const orgOf = ({ project }: World) => encodeId("org", project.organisation_id);
const jobContext = ({ base }: World): AccountContext => ({
  ...base,
  actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
});

async function tenantTables({ pool }: World): Promise<string[]> {
  const { rows } = await pool.query(
    `select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'project_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map((row: { table_name: string }) => row.table_name);
}

/** How many rows a project has in each table that has any. */
async function countRows(world: World): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tenantTables(world)) {
    const { rows } = await world.pool.query(
      `select count(*)::integer as count from ${table} where project_id = $1`,
      [world.project.project_id],
    );
    if (rows[0].count > 0) counts[table] = rows[0].count;
  }
  return counts;
}

async function fill(world: World, seed: number): Promise<void> {
  await makeMarket(world, seed);
  await makeThings(world);
  await world.pool.query(
    `insert into capture_ledger (project_id, day, model_id) values ($1, '2026-11-01', 1)`,
    [world.project.project_id],
  );
  await world.pool.query(
    `insert into raw_answers (project_id, answer_id, adapter_version, body)
     select project_id, answer_id, 'x/1', '{}' from answers where project_id = $1 limit 5`,
    [world.project.project_id],
  );
  await world.pool.query(
    `insert into judgements (project_id, answer_id, brand_id, judge, content_hash, judged_at)
     select project_id, answer_id, 1, 'mdl_x', '', now() from answers where project_id = $1 limit 5`,
    [world.project.project_id],
  );
  await world.pool.query(
    `insert into verdicts (project_id, answer_id, brand_id, doubt, passage, judge, text_hash, judged_at)
     select project_id, answer_id, 1, 'name', '', 'mdl_x', '', now() from answers where project_id = $1 limit 5`,
    [world.project.project_id],
  );
}

test("an owner or admin makes a project with its own brand; others may not", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world, "admin");
  const organisation_id = orgOf(world);
  const input = { organisation_id, name: "Beta", domain: "beta.example", timezone: "Asia/Tokyo" };
  const made = await call(visitor, "create_project", { ...input, country_code: "JP" });
  assert.equal(made.status, 201, made.text);
  const { name, domain, country_code, language_code, timezone, status } = made.body;
  assert.deepEqual(
    [name, domain, country_code, language_code, timezone, status],
    ["Beta", "beta.example", "JP", "en", "Asia/Tokyo", "active"],
  );
  const brands = await call(visitor, "list_brands", { project_id: made.body.id });
  assert.deepEqual(
    brands.body.data.map((brand: Record<string, unknown>) => [brand["name"], brand["is_own"]]),
    [["Beta", true]],
  );
  const member = await signedIn(world, "member");
  assert.equal((await call(member.visitor, "create_project", input)).status, 403);
  const other = await world.neighbour();
  const foreign = { ...input, organisation_id: orgOf(other) };
  assert.equal((await call(visitor, "create_project", foreign)).status, 404);
});

test("a plan's number of projects holds, however many are made at once", async () => {
  const world = await makeWorld({ plan: "brand/growth" });
  const { visitor } = await signedIn(world);
  const organisation_id = orgOf(world);
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      call(visitor, "create_project", { organisation_id, name: `P${n}`, domain: "p.example" }),
    ),
  );
  assert.deepEqual(made.map(({ status }) => status).sort(), [201, 201, 403, 403, 403]);
});

test("only an owner who types the name deletes a project", async () => {
  const world = await makeWorld();
  const project_id = world.project.id;
  const admin = await signedIn(world, "admin");
  const asAdmin = await call(admin.visitor, "delete_project", { project_id, confirm_name: "Acme" });
  assert.equal(asAdmin.status, 403);
  const { visitor } = await signedIn(world);
  const wrong = await call(visitor, "delete_project", { project_id, confirm_name: "acme" });
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, "VALIDATION_ERROR"]);
  const other = await world.neighbour();
  const foreign = { project_id: other.project.id, confirm_name: "Acme" };
  assert.equal((await call(visitor, "delete_project", foreign)).status, 404);
  assert.equal((await call(visitor, "get_project", { project_id })).status, 200);
});

test("of a deleted project nothing is left but the audit log, and its neighbour is untouched", async () => {
  const world = await makeWorld();
  const other = await world.neighbour({ name: "Other" });
  await fill(world, 7);
  await fill(other, 8);
  for (const { db, project } of [world, other]) await addExtras(db, project.project_id);
  const [before, dump] = [await countRows(other), await dumpProject(other)];
  for (const table of ERASED_TABLES) {
    if (!["search_queries", "rollup_dirty"].includes(table)) {
      assert.ok((await countRows(world))[table], table);
    }
  }
  // Work that waits for the project is taken back; a neighbour's is not.
  for (const { base, project } of [world, other]) {
    const input = { project_id: project.project_id };
    await base.queueOn(base.db).add({ name: "suggest", attempts: 1, work: "project" }, input);
  }
  const { visitor } = await signedIn(world);
  const project_id = world.project.id;
  const gone = await call(visitor, "delete_project", { project_id, confirm_name: "Acme" });
  assert.equal(gone.status, 204, gone.text);
  const { rows } = await world.pool.query(
    "select payload->>'project_id' as id from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'suggest')",
  );
  assert.deepEqual(rows, [{ id: String(other.project.project_id) }]);
  assert.equal((await call(visitor, "get_project", { project_id })).status, 404);
  assert.equal((await world.rest("GET", "/brands")).status, 401);
  await world.pool.query(
    "delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'suggest'",
  );
  await world.runJobs();
  const left = await countRows(world);
  assert.deepEqual(Object.keys(left), ["audit_log"]);
  assert.deepEqual(await countRows(other), before);
  assert.equal(await dumpProject(other), dump);
  const organisation_id = orgOf(world);
  const log = await call(visitor, "list_audit", { organisation_id, operation: "delete_project" });
  assert.deepEqual([log.body.total_count, log.body.data[0].project_id], [1, project_id]);
});

test("every table of a tenant is emptied: by a foreign key to its project or by name", async () => {
  const world = await makeWorld();
  const { rows } = await world.pool.query(`
    with recursive tied (oid) as (
      select 'projects'::regclass::oid
      union
      select k.conrelid from pg_constraint k join tied t on k.confrelid = t.oid
      where k.contype = 'f' and k.confdeltype = 'c'
    )
    select oid::regclass::text as name from tied`);
  const tied = rows.map((row: { name: string }) => row.name);
  const known = [...tied, ...ERASED_TABLES, "audit_log", "onboarding_sessions"];
  const tables = await tenantTables(world);
  assert.ok(tables.length > 20, `${tables.length} tables`);
  assert.deepEqual(
    tables.filter((table) => !known.includes(table)),
    [],
  );
});

test("a project can be deleted while its prompts are being asked; nothing of it comes back", async () => {
  const server = await startSimulatedServer({ seed: "delete" });
  try {
    const world = await makeWorld();
    await fillCaptureProject(world, { server, prompts: 20, models: 2 });
    const { visitor } = await signedIn(world);
    const project_id = world.project.id;
    const run = await call(visitor, "run_captures", { project_id });
    assert.equal(run.body.planned, 40, run.text);
    const context = jobContext(world);
    let asked = 0;
    const deleted = Promise.withResolvers<void>();
    const work = async () => {
      // What was asked when its project went away fails to be stored; the worker logs that and goes on.
      while (await workOnce(context).catch(() => true)) {
        asked++;
        // However long the deletion takes to begin, some of the forty questions are left.
        if (asked >= 30) await deleted.promise;
      }
    };
    const workers = [work(), work(), work(), work()];
    await waitFor("six questions", () => asked >= 6);
    const gone = await call(visitor, "delete_project", { project_id, confirm_name: "Acme" });
    deleted.resolve();
    assert.equal(gone.status, 204, gone.text);
    await Promise.all(workers);
    await world.runJobs();
    assert.deepEqual(Object.keys(await countRows(world)), ["audit_log"]);
  } finally {
    await server.close();
  }
});
