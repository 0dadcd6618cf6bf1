import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findPostmaster, listServerProcesses } from "./postmaster.ts";

const IS_ROOT = process.getuid?.() === 0;
const IS_LINUX = process.platform === "linux";
const children = new Set<ChildProcess>();
let scratch = "";

before(() => {
  scratch = fs.mkdtempSync(join(tmpdir(), "earshot-pg-"));
  fs.chmodSync(scratch, 0o755);
});

after(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const name of fs.readdirSync(scratch)) {
    const found = findPostmaster(join(scratch, name, "postgres"));
    if (found?.is_running) process.kill(found.pid, "SIGQUIT");
  }
  await sleep(50);
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

function startHere(data_dir: string, durable = false) {
  return startEmbeddedPostgres({ data_dir, durable, log: () => {} });
}

/** A process of its own that starts the server, says so, and stops it when its stdin ends. */
async function startChild(data_dir: string, durable = false): Promise<ChildProcess> {
  const url = new URL("./embedded-postgres.ts", import.meta.url).href;
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(url)};
    const server = await startEmbeddedPostgres({
      data_dir: ${JSON.stringify(data_dir)}, durable: ${durable}, log: () => {},
    });
    console.log("ready");
    process.stdin.resume().on("end", async () => { await server.stop(); process.exit(0); });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  assert(child.stdout);
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => ["ended"]),
  ]);
  assert.equal(line, "ready");
  return child;
}

async function endChild(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  await once(child, "exit");
}

async function killChild(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function withClient<T>(
  server: { connection: object },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(server.connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

function getPid(data_dir: string): number {
  const found = findPostmaster(join(data_dir, "postgres"));
  assert(found?.is_running);
  return found.pid;
}

test("starts cold, keeps what was written, starts warm, and leaves no process", async () => {
  const data_dir = join(scratch, "plain");
  const cold = await startHere(data_dir);
  await withClient(cold, async (client) => {
    await client.query("create table word (text text primary key)");
    await client.query("insert into word values ('b'), ('a'), ('B'), ('é'), ('日本')");
  });
  await cold.stop();
  assert.equal(findPostmaster(join(data_dir, "postgres")), undefined);
  assert.deepEqual(listServerProcesses(join(data_dir, "postgres")), []);

  const warm = await startHere(data_dir);
  const rows = await withClient(warm, async (client) => {
    const { rows } = await client.query("select text from word order by text");
    return rows.map((row) => row.text);
  });
  await warm.stop();
  assert.deepEqual(rows, ["B", "a", "b", "é", "日本"], "sorted by code point");
  assert.deepEqual(fs.readdirSync(join(data_dir, "postgres-users")), []);
  assert.equal(fs.existsSync(join(data_dir, "postgres.lock")), false);
});

test("listens on a private unix socket only, and folds letters beyond ASCII", async () => {
  const server = await startHere(join(scratch, "plain"));
  assert.equal(fs.statSync(server.connection.host).mode & 0o777, 0o700);
  await withClient(server, async (client) => {
    const ask = async (sql: string) => Object.values((await client.query(sql)).rows[0])[0];
    assert.equal(await ask("show listen_addresses"), "");
    assert.equal(await ask("select lower('ÀÉÑЖ')"), "àéñж");
    assert.equal(await ask("show data_checksums"), "on");
    await client.query("create extension if not exists pg_trgm");
    if (IS_LINUX) assert.notDeepEqual(await ask("select show_trgm('кофе')"), []);
  });
  await server.stop();
});

test("an over-long DATA_DIR still gets a socket, and a second process finds it", async () => {
  const data_dir = join(scratch, "long", "x".repeat(120));
  const server = await startHere(data_dir);
  const second = await startHere(data_dir);
  assert.deepEqual(second.connection, server.connection);
  assert(Buffer.byteLength(server.connection.host) < 90);
  await second.stop();
  await server.stop();
  assert.equal(fs.existsSync(server.connection.host), false);
});

test("a server that is killed under a living process is up again, with all that was written", async () => {
  const data_dir = join(scratch, "revived");
  const server = await startHere(data_dir, true);
  await withClient(server, (client) => client.query("create table kept as select 1 as number"));
  const killed = getPid(data_dir);
  process.kill(killed, "SIGKILL");
  const deadline = Date.now() + 60_000;
  let rows: unknown[] = [];
  while (rows.length === 0 && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, 100));
    rows = await withClient(
      server,
      async (client) => (await client.query("table kept")).rows,
    ).catch(() => []);
  }
  assert.deepEqual(rows, [{ number: 1 }]);
  assert.notEqual(getPid(data_dir), killed);
  await server.stop();
  assert.equal(findPostmaster(join(data_dir, "postgres")), undefined);
});

test("an interrupted initdb does not spoil the folder", async () => {
  const data_dir = join(scratch, "interrupted");
  fs.mkdirSync(join(data_dir, "postgres-new-abc", "base"), { recursive: true });
  const server = await startHere(data_dir);
  await server.stop();
  assert.equal(fs.existsSync(join(data_dir, "postgres-new-abc")), false);
});

test("a folder of another major version is refused with what to do", async () => {
  const data_dir = join(scratch, "old");
  fs.mkdirSync(join(data_dir, "postgres"), { recursive: true });
  fs.writeFileSync(join(data_dir, "postgres", "PG_VERSION"), "17\n");
  await assert.rejects(startHere(data_dir), /PostgreSQL 17.*export.*DATABASE_URL/s);
});

test("a DATA_DIR that cannot be written to is named", async () => {
  fs.writeFileSync(join(scratch, "file"), "");
  await assert.rejects(startHere(join(scratch, "file", "data")), /cannot write to DATA_DIR/);
  fs.rmSync(join(scratch, "file"));
});

test("parents of mode 0700 that belong to root are no obstacle", { skip: !IS_ROOT }, async () => {
  const data_dir = join(scratch, "private", "data");
  fs.mkdirSync(join(scratch, "private"), { mode: 0o700 });
  for (let round = 0; round < 2; round += 1) {
    const server = await startHere(data_dir);
    await withClient(server, (client) => client.query("select 1"));
    await server.stop();
  }
  assert.equal(fs.statSync(join(scratch, "private")).mode & 0o777, 0o700);
});

test("run by root, files go to the owner of DATA_DIR", { skip: !IS_ROOT }, async () => {
  const data_dir = join(scratch, "owned");
  fs.mkdirSync(data_dir);
  fs.chownSync(data_dir, 54321, 54321);
  const server = await startHere(data_dir);
  await server.stop();
  assert.equal(fs.statSync(join(data_dir, "postgres", "base")).uid, 54321);
  for (const name of fs.readdirSync(data_dir)) {
    assert.equal(fs.statSync(join(data_dir, name)).uid, 54321, name);
  }
});

test("a server whose starter was killed is adopted", async () => {
  const data_dir = join(scratch, "adopted");
  const child = await startChild(data_dir);
  const pid = getPid(data_dir);
  await killChild(child);
  assert.equal(getPid(data_dir), pid, "it outlives its starter");

  const server = await startHere(data_dir);
  assert.equal(getPid(data_dir), pid);
  await withClient(server, (client) => client.query("select 1"));
  await server.stop();
  assert.deepEqual(listServerProcesses(join(data_dir, "postgres")), []);
});

test("a killed server recovers with every acknowledged write there", async () => {
  const data_dir = join(scratch, "killed");
  const child = await startChild(data_dir, true);
  const joined = await startHere(data_dir, true);
  const pid = getPid(data_dir);
  let acknowledged = 0;
  const writing = withClient(joined, async (client) => {
    await client.query("create table batch (number int primary key, text text)");
    for (;;) {
      const number = acknowledged + 1;
      await client.query("insert into batch values ($1, repeat('x', 500))", [number]);
      acknowledged = number;
    }
  });
  const killing = (async () => {
    while (acknowledged <= 10) await sleep(20);
    process.kill(pid, "SIGKILL");
  })();
  await Promise.all([assert.rejects(writing), killing]);

  const server = await startHere(data_dir, true);
  assert.notEqual(getPid(data_dir), pid);
  const { rows } = await withClient(server, (client) =>
    client.query("select count(*)::int as count, max(number) from batch"),
  );
  assert.equal(rows[0].count, rows[0].max, "no gaps");
  // One more may have been committed without the answer having reached us.
  assert([acknowledged, acknowledged + 1].includes(rows[0].max));
  await killChild(child);
  await joined.stop();
  await server.stop();
  assert.deepEqual(listServerProcesses(join(data_dir, "postgres")), []);
});

test("a pid file whose pid was reused by another program is no obstacle", async () => {
  const data_dir = join(scratch, "plain");
  const pid_file = join(data_dir, "postgres", "postmaster.pid");
  const content = `${process.pid}\n${data_dir}/postgres\n1\n5432\n/nowhere\n\n1 1\nready\n`;
  const { uid, gid } = fs.statSync(join(data_dir, "postgres"));
  fs.writeFileSync(pid_file, content);
  fs.chownSync(pid_file, uid, gid);
  const server = await startHere(data_dir);
  assert.notEqual(getPid(data_dir), process.pid);
  await server.stop();
});

test("a lock of a dead process, or of an earlier one with our pid, is taken over", async () => {
  const data_dir = join(scratch, "plain");
  for (const holder of ["999999999 1 abc", `${process.pid} 1 abc`]) {
    fs.writeFileSync(join(data_dir, "postgres.lock"), holder);
    const server = await startHere(data_dir);
    await server.stop();
  }
});

test("processes of one DATA_DIR that start at once share one server, and the last one out stops it", async () => {
  const data_dir = join(scratch, "shared");
  const [first, second, here] = await Promise.all([
    startChild(data_dir),
    startChild(data_dir),
    startHere(data_dir),
  ]);
  const pid = getPid(data_dir);
  const log = fs.readFileSync(join(data_dir, "postgres.log"), "utf8");
  assert.equal(log.match(/starting PostgreSQL/g)?.length, 1);

  await endChild(first);
  assert.equal(getPid(data_dir), pid);
  await withClient(here, (client) => client.query("select 1"));
  await here.stop();
  await here.stop();
  assert.equal(getPid(data_dir), pid, "stopping twice counts once");
  await endChild(second);
  assert.equal(findPostmaster(join(data_dir, "postgres")), undefined);
  assert.deepEqual(listServerProcesses(join(data_dir, "postgres")), []);
});
