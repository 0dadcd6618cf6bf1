import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, get } from "node:https";
import { join } from "node:path";
import { test } from "node:test";
import { type Load, startLoad } from "../kit/load.ts";
import { noCaddy, noNginx, noOpenssl, startCaddy, startNginx } from "../kit/proxy.ts";
import { freePort, startServer } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld, type World } from "../kit/world.ts";

const REQUESTS_BETWEEN = 60;

/** Restarts each of two web processes behind a proxy under load; returns what came of the requests. */
async function restartBoth(
  world: World,
  startProxy: (ports: readonly [number, number]) => Promise<{ origin: string }>,
  settings: Record<string, string>,
): Promise<Load> {
  const ports = [await freePort(), await freePort()] as const;
  const start = (port: number) =>
    startServer(world, { ...settings, WORKER: "off", TRUSTED_PROXIES: "1", PORT: String(port) });
  const running = [await start(ports[0]), await start(ports[1])];
  const { origin } = await startProxy(ports);
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const { load, stop } = startLoad({ origins: [origin], key: world.key, agent });
  const goOn = async () => {
    const from = load.count;
    await waitFor("more requests", () => load.count >= from + REQUESTS_BETWEEN);
  };
  await goOn();
  for (const [at, port] of ports.entries()) {
    assert.equal(await running[at]?.stop(), 0);
    await goOn();
    running[at] = await start(port);
    await goOn();
  }
  const total = await stop();
  agent.destroy();
  return total;
}

async function assertNothingLost(world: World, { count, made, failed }: Load): Promise<void> {
  assert.deepEqual(failed, [], `${failed.length} of ${count} failed`);
  const { rows } = await world.pool.query(
    "select count(*)::int as made from topics where project_id = $1 and name like 'topic %'",
    [world.project.project_id],
  );
  assert.ok(made > 20 && count >= 5 * REQUESTS_BETWEEN);
  assert.equal(rows[0].made, made);
}

test("behind deploy/nginx.conf both web processes are restarted and no request fails", {
  skip: noNginx || noOpenssl,
}, async () => {
  const world = await makeWorld();
  await assertNothingLost(world, await restartBoth(world, startNginx, {}));
});

test("behind deploy/Caddyfile, which asks whether a process is ready, none fails either", {
  skip: noCaddy || noOpenssl,
}, async () => {
  const world = await makeWorld();
  await assertNothingLost(world, await restartBoth(world, startCaddy, { DRAIN_SECONDS: "5" }));
});

test("deploy/nginx.conf logs no secret that stands in an address", {
  skip: noNginx || noOpenssl,
}, async () => {
  // Nothing listens there, so each request is an error, too.
  const { origin, folder } = await startNginx([await freePort(), await freePort()]);
  const agent = new Agent({ rejectUnauthorized: false });
  const paths = ["share/SECRET", "app/share/SECRET/call/x", "invitations/SECRET", "reset/SECRET"];
  const others = ["unsubscribe/SECRET", "%73hare/SECRET", "setup?token=SECRET", "app/progress"];
  for (const path of [...paths, ...others]) {
    const headers = { referer: `${origin}/share/SECRET` };
    await new Promise((done, fail) => {
      const answered = (answer: IncomingMessage) => done(answer.resume().statusCode);
      get(`${origin}/${path}`, { agent, headers }, answered).on("error", fail);
    });
  }
  agent.destroy();
  const logs = readdirSync(folder).filter((name) => /errors|\.log$/.test(name));
  const texts = logs.map((name) => readFileSync(join(folder, name), "utf8"));
  assert.match(texts.join(), /"GET \/app\/share\/\.\.\. .* 502 /);
  assert.match(texts.join(), /"GET \/setup .* 502 /);
  assert.doesNotMatch(texts.join(), /SECRET/);
});

test("a process that stops is not ready at once, goes on answering for DRAIN_SECONDS, and says it is the last", async () => {
  const world = await makeWorld();
  const server = await startServer(world, { WORKER: "off", DRAIN_SECONDS: "2" });
  const ended = server.stop();
  const seen: [string, number, string | null][] = [];
  await waitFor("it is not ready", async () => {
    const ready = await fetch(`${server.origin}/readyz`);
    seen.push(["/readyz", ready.status, ready.headers.get("connection")]);
    return ready.status === 503;
  });
  const answer = await fetch(`${server.origin}/api/v1/brands`, {
    headers: { "x-api-key": world.key },
  });
  assert.deepEqual([answer.status, answer.headers.get("connection")], [200, "close"]);
  assert.deepEqual(seen.at(-1), ["/readyz", 503, "close"]);
  assert.equal(await ended, 0);
});
