import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client } from "pg";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { runAs } from "./postgres-account.ts";
import { copyBinaries, findPackageFolder } from "./postgres-binaries.ts";
import { findPostmaster, listServerProcesses, signalWords } from "./postmaster.ts";

const scratch = fs.mkdtempSync(join(tmpdir(), "earshot-pg-loopback-"));
fs.chmodSync(scratch, 0o755);
const data_dir = join(scratch, "data");
const folder = join(data_dir, "postgres");
after(() => {
  const found = findPostmaster(folder);
  if (found?.is_running) process.kill(found.pid, "SIGQUIT");
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** As on Windows, which knows no sockets in folders. */
function startHere() {
  return startEmbeddedPostgres({ data_dir, durable: false, way: "loopback", log: () => {} });
}

async function ask(connection: object, text: string) {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

test("over TCP it listens on loopback alone and asks for the password from the first moment on", async () => {
  const server = await startHere();
  const { password, ...without } = server.connection;
  assert.equal(without.host, "127.0.0.1");
  assert.ok(password && password.length > 40);
  const rules = fs.readFileSync(join(folder, "pg_hba.conf"), "utf8");
  assert.equal(rules, "host all all 127.0.0.1/32 scram-sha-256\n");
  const [shown] = await ask(
    server.connection,
    "select current_setting('listen_addresses') addresses, current_setting('unix_socket_directories') sockets",
  );
  assert.deepEqual(shown, { addresses: "127.0.0.1", sockets: "" });
  await assert.rejects(ask({ ...without, password: "guessed" }, "select 1"), { code: "28P01" });

  const joined = await startHere();
  assert.deepEqual(joined.connection, server.connection);
  await ask(server.connection, "create table kept (number int)");
  await server.stop();
  await ask(joined.connection, "select from kept");
  await joined.stop();
  assert.deepEqual(listServerProcesses(folder), []);

  const again = await startHere();
  assert.equal(again.connection.password, password);
  await ask(again.connection, "select from kept");
  await again.stop();
});

test("pg_ctl, which started it, takes the signals that end it", async () => {
  const server = await startHere();
  const found = findPostmaster(folder);
  assert.ok(found);
  const { uid, gid } = fs.statSync(folder);
  const spawn_as = process.getuid?.() === 0 ? { uid, gid } : {};
  const account = { label: "its own", uid, gid, wrapper: [], spawn_as };
  // Where its account may read them, whoever owns the folder of the packages.
  const { pg_ctl } = copyBinaries(findPackageFolder(), join(scratch, "binaries"));
  await runAs(account, [pg_ctl, ...signalWords(found.pid, "SIGINT")], 10_000);
  await server.stop();
  assert.deepEqual(listServerProcesses(folder), []);
});

test("without the file of its password it opens to nobody", async () => {
  const file = join(data_dir, "postgres-password");
  const password = fs.readFileSync(file);
  fs.rmSync(file);
  const missing = /postgres-password is missing in DATA_DIR, or empty.*Put it back\.$/;
  await assert.rejects(startHere(), missing);
  fs.writeFileSync(file, "", { mode: 0o600 });
  await assert.rejects(startHere(), missing);
  fs.writeFileSync(file, password);
  const server = await startHere();
  fs.rmSync(file);
  await assert.rejects(startHere(), missing);
  await server.stop();
  fs.writeFileSync(file, password, { mode: 0o600 });
  await (await startHere()).stop();
});
