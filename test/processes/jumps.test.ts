import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { openRedis } from "#adapters/limiter.ts";
import { turnOnApp } from "../kit/authenticator-app.ts";
import { addUser, call, PASSWORD, signedIn, Visitor, visitorOf } from "../kit/http-client.ts";
import { startProcess } from "../kit/own-process.ts";
import { startServer, urlOf } from "../kit/real-server.ts";
import { NO_REDIS, startRedis } from "../kit/redis-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld, type World } from "../kit/world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const NEXT = "create table next_thing (number integer); insert into next_thing values (1);";

/** A folder that is gone when the file is done. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "earshot-jumps-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of this tree that is one migration ahead, and how that migration is written. */
function makeNextVersion() {
  const folder = makeFolder();
  for (const name of ["src", "migrations", "package.json", "package-lock.json"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const write = (text: string) => writeFileSync(join(folder, "migrations/9999-next.sql"), text);
  return { command: join(folder, "src/commands/earshot.ts"), write };
}

test("a migration that is killed in the middle loses nothing, and the next start goes on; an older version is refused in one sentence", async () => {
  const world = await makeWorld();
  await world.rest("POST", "/prompts", { prompts: [{ text: "Which boots last?" }] });
  const DATABASE_URL = urlOf(world);
  const { command, write } = makeNextVersion();
  const migrate = () => startProcess([command, "migrate"], { DATABASE_URL });
  write(
    `create table next_thing (number integer); delete from prompts; select pg_sleep(600); ${NEXT}`,
  );
  const killed = migrate();
  const asleep = async () =>
    (
      await world.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      )
    ).rowCount;
  await waitFor("the migration is under way", async () => (await asleep()) === 1);
  killed.child.kill("SIGKILL");
  await killed.ended;
  assert.equal((await world.rest("GET", "/prompts")).body.total_count, 1, "nothing is half done");
  // What is still at work for the process that died must not hold the next one up.
  write(NEXT);
  const started = performance.now();
  const again = await migrate().ended;
  assert.equal(again.code, 0, again.errors);
  assert.ok(performance.now() - started < 300_000);
  assert.equal(await asleep(), 0);
  assert.deepEqual((await world.pool.query("select * from next_thing")).rows, [{ number: 1 }]);
  assert.equal((await world.rest("GET", "/prompts")).body.total_count, 1);

  for (const script of ["src/main.ts", "src/worker.ts", "src/commands/earshot.ts key list"]) {
    const { ended } = startProcess(script.split(" "), {
      DATABASE_URL,
      PORT: "0",
      DASHBOARD: "off",
    });
    const { code, output, errors } = await ended;
    assert.equal(code, 1, script);
    assert.match(
      errors.trim(),
      /^[^\n]*The database is newer than this version of Earshot: it was given 9999-next\.sql[^\n]*$/,
      script,
    );
    assert.doesNotMatch(output, /listening/i, script);
  }
  await world.pool.query(
    "drop table next_thing; delete from migrations where name = '9999-next.sql'",
  );
});

test("while Redis is away limits hold in each process, who is signed in stays so, and nobody else is let in", {
  skip: NO_REDIS,
}, async () => {
  const world = await makeWorld();
  const redis = await startRedis();
  const limits = { RATE_LIMIT_PER_MINUTE: "12", REDIS_URL: redis.url };
  const server = await startServer(world, { ...limits, DASHBOARD: "off", WORKER: "off" });
  const { email } = await addUser(world);
  const visitor = () => new Visitor((path, init) => fetch(path, init), server.origin);
  const signedIn = visitor();
  assert.equal((await signedIn.signIn(email)).status, 303);
  const ask = async (key = world.key) => {
    const answer = await fetch(`${server.origin}/api/v1/project`, {
      headers: { "x-api-key": key },
    });
    return answer.status;
  };
  const counted = await openRedis(redis.url, { info() {}, warn() {} }, "");
  after(() => counted.disconnect());
  const keys = () => counted.keys("*").catch(() => []);
  await waitFor("limits are counted in Redis", async () => {
    await ask();
    return (await keys()).length > 0;
  });
  for (const away of ["SIGSTOP", "SIGKILL"] as const) {
    redis.signal(away);
    const key = await world.makeKey("read");
    const begun = performance.now();
    assert.equal((await call(signedIn, "get_me")).status, 200, `${away}: stays signed in`);
    assert.equal(await ask("earshot_wrong"), 401, away);
    assert.notEqual((await visitor().signIn(email, "a wrong password")).status, 303, away);
    assert.equal((await visitor().signIn(email, PASSWORD)).status, 303, `${away}: comes in`);
    assert.ok(performance.now() - begun < 90_000, `${away}: nobody waits for it`);
    const statuses = await Promise.all(Array.from({ length: 30 }, () => ask(key)));
    assert.ok(statuses.filter((status) => status === 200).length <= 12, `${away}: ${statuses}`);
    assert.ok(statuses.includes(429), `${away}: the limit holds`);
    if (away === "SIGSTOP") redis.signal("SIGCONT");
  }
  redis.start();
  await waitFor("limits are counted in Redis again", async () => {
    await ask();
    return (await keys()).length > 0;
  });
  assert.equal((await call(signedIn, "get_me")).status, 200);
  assert.equal(await server.stop(), 0);
});

const FAKETIME = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
].find((path) => existsSync(path));
const NO_FAKETIME = FAKETIME ? false : "There is no libfaketime here.";
const DAY = 86_400;

/** A server whose clock is the file's: `jump` sets it, in seconds from ours, and waits until the server has seen it. */
async function startAhead(world: World) {
  const file = join(makeFolder(), "clock");
  writeFileSync(file, "+0\n");
  const server = await startServer(world, {
    ...{ LD_PRELOAD: FAKETIME ?? "", FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1" },
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  });
  const jump = async (seconds: number) => {
    writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    await waitFor("the server's clock", async () => {
      const head = (await fetch(`${server.origin}/healthz`)).headers.get("date") ?? "";
      return Math.abs(Date.parse(head) - Date.now() - seconds * 1_000) < 3_000;
    });
  };
  return { server, jump };
}

test("a clock that jumps a year ahead and back, or two days back, loses nothing, and lets nobody in for longer", {
  skip: NO_FAKETIME,
}, async () => {
  const world = await makeWorld();
  await world.rest("POST", "/prompts", { prompts: [{ text: "Which boots last?" }] });
  const { email } = await addUser(world);
  const { server, jump } = await startAhead(world);
  const visitor = () => new Visitor((path, init) => fetch(path, init), server.origin);
  const statusOf = async (one: Visitor) => (await call(one, "get_me")).status;
  const before = visitor();
  await before.signIn(email);
  assert.equal(await statusOf(before), 200);
  await jump(400 * DAY);
  assert.equal(await statusOf(before), 401, "over");
  assert.notEqual((await visitor().signIn(email, "a wrong password")).status, 303);
  const ahead = visitor();
  assert.equal((await ahead.signIn(email)).status, 303);
  assert.equal(await statusOf(ahead), 200);
  await jump(0);
  assert.equal(await statusOf(ahead), 401, "a session of a time that has not come");
  await jump(-2 * DAY);
  const behind = visitor();
  assert.equal((await behind.signIn(email)).status, 303);
  await jump(0);
  assert.equal(await statusOf(behind), 200);
  const { status, body } = await world.rest("GET", "/prompts");
  assert.deepEqual([status, body.total_count], [200, 1]);
  assert.equal(await server.stop(), 0);
});

test("what is done every minute is done again when a clock that was a year ahead is right", {
  skip: NO_FAKETIME,
}, async () => {
  const world = await makeWorld();
  const { server, jump } = await startAhead(world);
  /** Some seconds before a full minute. */
  const jumpNear = (days: number) => jump(days * DAY + 40 - new Date().getSeconds());
  const isNoted = async () => {
    const { rows } = await world.pool.query(
      "select from graphile_worker._private_known_crontabs where last_execution > now() + interval '1 year'",
    );
    return rows.length > 0;
  };
  await jumpNear(400);
  // The clock of the database stays as it was, so that nothing is due there.
  await waitFor("what is noted as done then", isNoted);
  await jumpNear(0);
  const worked = () => server.output().split('"job":"rebuild_rollups"').length;
  const before = worked();
  await waitFor("the work of a minute", () => worked() > before);
  assert.equal(await isNoted(), false);
  assert.equal(await server.stop(), 0);
});

test("what was typed while the clock was ahead neither locks its user out nor counts for later", async () => {
  const clock = { time: Date.parse("2026-03-01T12:00:15Z") };
  const world = await makeWorld({ now: () => new Date(clock.time) });
  const { visitor, email } = await signedIn(world);
  const app = await turnOnApp(visitor, clock.time);
  const enter = async (code = app.codeAt(clock.time)) => {
    const other = visitorOf(world);
    await other.signIn(email);
    const { status } = await other.submit("/login/code", { code });
    return { other, status };
  };
  const right = clock.time + 60_000;
  clock.time = right + 400 * 86_400_000;
  assert.equal((await enter()).status, 303);
  clock.time = right;
  const code = app.codeAt(right);
  assert.equal((await enter()).status, 303, "not locked out for 400 days");
  assert.equal((await enter(code)).status, 401, "once");

  clock.time = right + 3 * 3_600_000;
  const { other: ahead } = await enter();
  const make = () =>
    call(ahead, "create_key", { project_id: world.project.id, name: "Mine", access: "read" });
  clock.time = right + 60_000;
  const { status, body } = await make();
  assert.deepEqual([status, body.error.code], [403, "PASSWORD_REQUIRED"]);
});
