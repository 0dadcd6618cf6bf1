import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { Client } from "pg";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findPostmaster } from "./postmaster.ts";
import { requireSystemUser } from "./system-user.ts";

const IS_ROOT = process.getuid?.() === 0;
const scratch = fs.mkdtempSync(join(tmpdir(), "earshot-pg-access-"));
fs.chmodSync(scratch, 0o755);
after(() => {
  for (const name of fs.readdirSync(scratch)) {
    const found = findPostmaster(join(scratch, name, "postgres"));
    if (found?.is_running) process.kill(found.pid, "SIGQUIT");
  }
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

function startHere(data_dir: string) {
  return startEmbeddedPostgres({ data_dir, durable: false, log: () => {} });
}

async function ask(connection: object, text: string) {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

/** What another program finds that runs as `uid` and tries to enter the socket's folder and the server. */
function tryAs(uid: number, connection: object): Promise<string> {
  const script = `
    const { Client } = require("pg");
    // Only now, as that user may not read the packages below a folder of root's own.
    process.setgroups([]);
    process.setgid(${uid});
    process.setuid(${uid});
    const client = new Client(${JSON.stringify({ ...connection, password: "guessed" })});
    client.connect().then(() => console.log("in"), (error) => console.log(error.code));`;
  const child = spawn(process.execPath, ["-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  assert(child.stdout);
  return once(createInterface(child.stdout), "line").then(([line]) => String(line));
}

test("started by root, the database is a user's of its own; no other user reads or enters it", {
  skip: !IS_ROOT,
}, async () => {
  const data_dir = join(scratch, "own-user");
  const server = await startHere(data_dir);
  const own = requireSystemUser();
  const folder = join(data_dir, "postgres");
  assert.ok(own.uid > 0 && own.uid !== 65534);
  assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
  for (const name of fs.readdirSync(folder, { recursive: true }) as string[])
    assert.equal(fs.lstatSync(join(folder, name)).uid, own.uid, name);
  const secret = fs.statSync(join(data_dir, "postgres-password"));
  assert.deepEqual([secret.mode & 0o777, secret.uid], [0o600, 0]);
  assert.equal(fs.statSync(join(data_dir, "postgres.log")).mode & 0o777, 0o600);
  for (const uid of [65534, 54321]) assert.equal(await tryAs(uid, server.connection), "EACCES");
  assert.equal(
    await tryAs(own.uid, server.connection),
    "28P01",
    "nor its own without the password",
  );
  const { password, ...without } = server.connection;
  assert.match(password ?? "", /^[\w-]{43}$/);
  await assert.rejects(ask(without, "select 1"));
  await server.stop();
});

test("a folder that nobody's server had without a password gets both, and keeps what is in it", {
  skip: !IS_ROOT,
}, async () => {
  const data_dir = join(scratch, "formerly-nobody");
  const first = await startHere(data_dir);
  await ask(first.connection, "create table kept as select 1 as number");
  await first.stop();
  for (const name of fs.readdirSync(join(data_dir, "postgres"), { recursive: true }) as string[])
    fs.lchownSync(join(data_dir, "postgres", name), 65534, 65534);
  fs.chownSync(join(data_dir, "postgres"), 65534, 65534);
  fs.rmSync(join(data_dir, "postgres-password"));
  const server = await startHere(data_dir);
  assert.notEqual(server.connection.password, first.connection.password);
  assert.deepEqual(await ask(server.connection, "table kept"), [{ number: 1 }]);
  assert.equal(fs.statSync(join(data_dir, "postgres", "base")).uid, requireSystemUser().uid);
  await server.stop();
});

test("a password file of another database is refused with what to do", async () => {
  const data_dir = join(scratch, "mixed");
  await (await startHere(data_dir)).stop();
  fs.writeFileSync(join(data_dir, "postgres-password"), "of another");
  await assert.rejects(startHere(data_dir), /postgres-password.*delete that file/s);
  const { pid } = findPostmaster(join(data_dir, "postgres")) ?? {};
  assert.equal(pid, undefined, "it left no server behind");
  // A crash may have left it empty: that is none.
  fs.truncateSync(join(data_dir, "postgres-password"));
  const server = await startHere(data_dir);
  assert.match(server.connection.password ?? "", /^[\w-]{43}$/);
  await server.stop();
});

test("a system user that cannot be made is a refusal that says how to make it", () => {
  const tried: string[] = [];
  const run = (file: string) => {
    tried.push(file);
    throw new Error(`${file} is not here`);
  };
  assert.throws(() => requireSystemUser(run), /useradd --system.*ordinary user.*DATABASE_URL/s);
  assert.ok(tried.includes("useradd") && tried.includes("adduser"));
});
