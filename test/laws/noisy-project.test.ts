import assert from "node:assert/strict";
import { test } from "node:test";
import { makePool } from "#adapters/database/pool.ts";
import { call, signedIn } from "../kit/http-client.ts";
import { openMcp } from "../kit/mcp-client.ts";
import { urlOf } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld, type World } from "../kit/world.ts";

const range = { date_from: "2026-03-01", date_to: "2026-03-31" };

/** Holds up whatever reads or writes a table until it is let go. */
async function holdTable(world: World, table: string): Promise<() => Promise<void>> {
  const pool = makePool({ url: urlOf(world) }, { size: 1 });
  const client = await pool.connect();
  await client.query("begin");
  await client.query(`lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query("rollback");
    client.release();
    await pool.end();
  };
}

test("a project whose reports and changes hang keeps no other from lists, changes and sign-in", async () => {
  const noisy = await makeWorld();
  const quiet = await noisy.neighbour({ name: "Quiet" });
  const client = await openMcp(noisy);
  const { visitor } = await signedIn(noisy);
  const project_id = noisy.project.id;
  const letReports = await holdTable(noisy, "brand_rollup");
  // A change of brands asks for answers to be read again; reports read the brands.
  const letChanges = await holdTable(noisy, "recalculations");
  const refused: Headers[] = [];
  const note = (answer: { status: number; headers: Headers }) => {
    if (answer.status === 429) refused.push(answer.headers);
    return answer.status;
  };
  const reports = Array.from({ length: 45 }, () =>
    noisy.rest("POST", "/reports/brands", range).then(note),
  );
  const changes = Array.from({ length: 10 }, (_, index) =>
    noisy.rest("POST", "/brands", { name: `Rival ${index}` }).then(note),
  );
  await waitFor("one report too many is refused", () => refused.length > 0);
  const asked = await Promise.all([
    client.call("get_brand_report", { project_id, ...range }),
    call(visitor, "get_brand_report", { project_id, ...range }),
  ]);
  for (const { status, headers } of asked) {
    assert.equal(status, 429);
    assert.ok(Number(headers.get("retry-after")) >= 1);
  }
  assert.deepEqual(
    [asked[0].body.error.code, asked[0].body.error.data.code],
    [-32000, "RATE_LIMITED"],
  );
  for (const [method, path, body, status] of [
    ["GET", "/topics", undefined, 200],
    ["POST", "/topics", { name: "Boots" }, 201],
    ["POST", "/reports/urls", range, 200],
    ["GET", "/prompts", undefined, 200],
  ] as const) {
    assert.equal((await noisy.rest(method, path, body, quiet.key)).status, status, path);
  }
  assert.equal((await noisy.rest("GET", "/topics")).status, 200);
  assert.equal(noisy.pool.waitingCount, 0);
  await letReports();
  await letChanges();
  const statuses = await Promise.all([...reports, ...changes]);
  assert.deepEqual([...new Set(statuses)].sort(), [200, 201, 429]);
  assert.ok(refused.every((headers) => Number(headers.get("retry-after")) >= 1));
});
