import assert from "node:assert/strict";
import { test } from "node:test";
import { makePool } from "#adapters/database/pool.ts";
import { run } from "#core/run.ts";
import { createKey } from "#domain/keys/create-key.ts";
import { revokeKey } from "#domain/keys/revoke-key.ts";
import { type RealServer, startServer, urlOf } from "../kit/real-server.ts";
import { NO_REDIS, startRedis } from "../kit/redis-server.ts";
import { makeWorld } from "../kit/world.ts";

const ask = ({ origin }: RealServer, key: string, path = "/projects") =>
  fetch(`${origin}/api/v1${path}`, { headers: { "x-api-key": key } });

/** Two processes on one database that share a limit of 200. */
async function twoProcesses(environment: Record<string, string> = {}) {
  const world = await makeWorld();
  const limited = { RATE_LIMIT_PER_MINUTE: "200", BASE_URL: "http://localhost", ...environment };
  const servers = await Promise.all([startServer(world, limited), startServer(world, limited)]);
  return { world, servers };
}

for (const store of ["PostgreSQL", "Redis"]) {
  test(`of 500 requests at once to two processes that share ${store}, exactly 200 pass`, {
    skip: store === "Redis" && NO_REDIS,
  }, async () => {
    const shared = store === "Redis" ? { REDIS_URL: (await startRedis()).url } : {};
    const { world, servers } = await twoProcesses(shared);
    const second = await world.makeKey("read");
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        ask(servers[index % 2] ?? servers[0], index % 3 ? world.key : second),
      ),
    );
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    assert.deepEqual([passed.length, refused.length], [200, 300]);
    const left = passed.map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
    assert.deepEqual(
      left.sort((a, b) => a - b),
      Array.from({ length: 200 }, (_, index) => index),
    );
    const neighbour = await world.neighbour();
    assert.equal((await ask(servers[0], neighbour.key)).status, 200);
  });
}

test("a revoked key is refused by every process at its next request, and no key is ever logged", async () => {
  const { world, servers } = await twoProcesses({ LOG_LEVEL: "debug" });
  const { key, id } = await run(createKey, world.context(), { name: "CI" });
  for (const server of servers) assert.equal((await ask(server, key)).status, 200);
  await run(revokeKey, world.context(), { key_id: id });
  for (const server of servers) assert.equal((await ask(server, key)).status, 401);
  const texts: string[] = [];
  for (const path of [
    `/projects?api_key=${world.key}`,
    `/brands/${world.key}`,
    "/projects?limit=x",
  ]) {
    texts.push(await (await ask(servers[0], world.key, path)).text());
  }
  texts.push(...servers.map((server) => server.output()));
  for (const secret of [key, world.key]) {
    assert.ok(
      texts.every((text) => !text.includes(secret) && !text.includes(secret.slice(15, 40))),
    );
  }
});

test("while the database is away the answer is 503, and service comes back with it", async () => {
  const world = await makeWorld();
  const server = await startServer(world);
  assert.equal((await ask(server, world.key)).status, 200);
  const { database } = world.pool.options;
  const admin = makePool({ url: urlOf(world, "postgres") }, { size: 1 });
  try {
    await admin.query(`alter database ${database} with allow_connections false`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
      database,
    ]);
    const once = () => ask(server, world.key);
    const answer = await once().catch(once);
    const { error } = (await answer.json()) as { error: { code: string } };
    assert.deepEqual([answer.status, error.code], [503, "UNAVAILABLE"]);
    await admin.query(`alter database ${database} with allow_connections true`);
  } finally {
    await admin.end();
  }
  // Connections that broke while idle may each refuse once more before they are replaced.
  let status = 503;
  for (let tries = 0; tries < 20 && status === 503; tries++) {
    // A kept-alive connection may close just as it is used again; that says nothing about the server.
    const again = () => ask(server, world.key);
    status = (await again().catch(again)).status;
  }
  assert.equal(status, 200);
});
