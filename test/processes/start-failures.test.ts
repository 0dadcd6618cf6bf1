import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { migrate } from "#adapters/database/migrate.ts";
import { makePool } from "#adapters/database/pool.ts";
import { listServerProcesses } from "#adapters/database/postmaster.ts";
import { readConfig } from "../../src/config.ts";
import { openInstallation } from "../../src/installation.ts";
import { startProcess } from "../kit/own-process.ts";
import { urlOf } from "../kit/real-server.ts";
import { testLog } from "../kit/secret-trail.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

/** What a process of ours says on standard error until it ends, and how it ends. */
async function failing(script: string, environment: Record<string, string>) {
  const { ended } = startProcess(script.split(" "), { DASHBOARD: "off", ...environment });
  const { code, errors } = await ended;
  return { code, errors: errors.trim() };
}

test("a taken port ends the start in one sentence", async () => {
  const world = await makeWorld();
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const address = other.address();
  assert(address && typeof address === "object");
  const environment = { DATABASE_URL: urlOf(world), PORT: String(address.port) };
  const { code, errors } = await failing("src/main.ts", environment);
  other.close();
  assert.equal(code, 1);
  assert.match(errors, /^Earshot could not start: .*EADDRINUSE.*; PORT chooses another\.$/);
});

test("an address that this machine has not is named by the server and by doctor, one of IPv6 in brackets", async () => {
  const DATABASE_URL = urlOf(await makeWorld());
  const started = await failing("src/main.ts", { DATABASE_URL, HOST: "192.0.2.1" });
  assert.equal(started.code, 1);
  assert.match(
    started.errors,
    /^Earshot could not start: .*192\.0\.2\.1.*; HOST must be an address of this machine\.$/,
  );
  const doctor = startProcess(["src/commands/earshot.ts", "doctor"], {
    ...{ DATABASE_URL, HOST: "2001:db8::1", PORT: "8787", DASHBOARD: "off" },
  });
  const { code, output } = await doctor.ended;
  assert.equal(code, 1);
  assert.match(
    output,
    /^PROBLEM {2}Port: \[2001:db8::1\]:8787: .*; HOST must be an address of this machine\.$/m,
  );
});

test("doctor blames the setting that is wrong, and not the database", async () => {
  const DATABASE_URL = urlOf(await makeWorld());
  const DATA_DIR = mkdtempSync(join(tmpdir(), "earshot-blamed-"));
  after(() => rmSync(DATA_DIR, { recursive: true }));
  writeFileSync(join(DATA_DIR, "encryption.key"), "");
  for (const [wrong, says] of [
    [
      { INIT_API_KEY: "abcdefgh" },
      /^PROBLEM {2}Settings: .*INIT_API_KEY: needs INIT_PROJECT_NAME/m,
    ],
    [{}, /^PROBLEM {2}Start: .*encryption\.key is empty or cut short/m],
    [{ ENCRYPTION_KEY: "a", REDIS_URL: "redis://[" }, /^PROBLEM {2}Start: REDIS_URL: /m],
    [
      { ENCRYPTION_KEY: "a", DATABASE_READ_URL: DATABASE_URL },
      /^PROBLEM {2}Start: DATABASE_READ_URL must/m,
    ],
  ] as [Record<string, string>, RegExp][]) {
    const environment = { DATABASE_URL, DATA_DIR, DASHBOARD: "off", ...wrong };
    const { output } = await startProcess(["src/commands/earshot.ts", "doctor"], environment).ended;
    assert.match(output, says);
    assert.doesNotMatch(output, /PROBLEM {2}Database/);
  }
});

test("a DATA_DIR that cannot be made or written is named with what to set, by server, commands and doctor", async () => {
  const DATABASE_URL = urlOf(await makeWorld());
  const environment = { DATABASE_URL, DATA_DIR: "/proc/earshot", PORT: "0", DASHBOARD: "off" };
  const says =
    /cannot be kept in DATA_DIR \(ENOENT.*\): set ENCRYPTION_KEY, or give \/proc\/earshot/;
  for (const script of ["src/main.ts", "src/commands/earshot.ts key list"]) {
    const { code, errors } = await failing(script, environment);
    assert.equal(code, 1, errors);
    assert.match(errors, says);
  }
  const doctor = startProcess(["src/commands/earshot.ts", "doctor"], environment);
  const { output } = await doctor.ended;
  assert.match(output, /^PROBLEM {2}DATA_DIR: \/proc\/earshot cannot be written \(ENOENT/m);
  const alone = await failing("src/main.ts", { ...environment, DATABASE_URL: "" });
  assert.deepEqual(
    [alone.code, /could not start: .*\/proc\/earshot/.test(alone.errors)],
    [1, true],
  );
});

/** An empty database, and a folder for DATA_DIR that is not there yet. */
async function emptyInstallation() {
  const world = await makeWorld();
  const admin = makePool({ url: urlOf(world, "postgres") }, { size: 1 });
  const name = `empty_${randomBytes(8).toString("hex")}`;
  await admin.query(`create database ${name}`);
  const DATABASE_URL = urlOf(world, name);
  const pool = makePool({ url: DATABASE_URL }, { size: 1 });
  const folder = mkdtempSync(join(tmpdir(), "earshot-looks-"));
  after(async () => {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true });
  });
  const DATA_DIR = join(folder, "data");
  const environment = { DATABASE_URL, DATA_DIR, DASHBOARD: "off", PORT: "0" };
  return { pool, folder, environment, name };
}

const examine = (environment: Record<string, string>) =>
  startProcess(["src/commands/earshot.ts", "doctor"], environment).ended;

test("who only looks changes nothing: an empty database and a missing one are told as that, one of another version with what waits", async () => {
  const { pool, folder, environment } = await emptyInstallation();
  const file = join(folder, "project.yaml");
  writeFileSync(file, "version: 1\nproject: { name: Acme, domain: acme.com }\n");
  const looking = ["user list", "size", `apply ${file}`];
  for (const DATABASE_URL of [environment.DATABASE_URL, ""]) {
    const where = { ...environment, DATABASE_URL };
    for (const script of looking) {
      const { code, errors } = await failing(`src/commands/earshot.ts ${script}`, where);
      assert.equal(code, 1, errors);
      assert.match(
        errors,
        /^There is no installation in this database yet: npm start makes it\.$/m,
      );
    }
    const { code, output } = await examine(where);
    assert.match(output, /^note {5}Migrations: There is no installation .* npm start makes it\.$/m);
    assert.match(output, /Nothing is in the way/);
    assert.equal(code, 0);
  }
  const tables = () =>
    pool.query("select from pg_class where relnamespace = 'public'::regnamespace");
  assert.equal((await tables()).rowCount, 0, "there are no tables");
  await migrate(pool);
  await pool.query("delete from migrations where name = 'sums.sql'");
  for (const script of looking) {
    const { code, errors } = await failing(`src/commands/earshot.ts ${script}`, environment);
    assert.deepEqual([code, /^1 migrations wait \(sums\.sql\)/m.test(errors)], [1, true], errors);
  }
  assert.match((await examine(environment)).output, /^note {5}Migrations: 1 migrations wait/m);
  await migrate(pool);
  assert.equal((await failing("src/commands/earshot.ts user list", environment)).code, 0);
  assert.equal((await examine(environment)).code, 0);
  assert.deepEqual(globSync("data/*", { cwd: folder }), [], "no key, and no database");
});

test("doctor says what is in the way of the start that fills an empty database", async () => {
  const { pool, environment, name } = await emptyInstallation();
  const role = `role_${randomBytes(8).toString("hex")}`;
  const url = new URL(environment.DATABASE_URL);
  const { password } = url;
  await pool.query(`create role ${role} login password '${password}'`);
  after(async () => {
    const admin = makePool(
      { url: environment.DATABASE_URL.replace(name, "postgres") },
      { size: 1 },
    );
    await admin.query(`drop role ${role}`);
    await admin.end();
  });
  url.username = role;
  const poor = await examine({ ...environment, DATABASE_URL: url.href });
  assert.match(
    poor.output,
    /^PROBLEM {2}Migrations: The role role_\w+ may not make .*"grant create/m,
  );
  assert.equal(poor.code, 1);
  const first = { INIT_PROJECT_NAME: "P", INIT_API_KEY: "earshot_sk_notachecksum" };
  const owner = { INIT_OWNER_EMAIL: "a@b.example", INIT_OWNER_PASSWORD: "aaaaaaaaaaaa" };
  const judged = async () => {
    const [key, password, domain] = [
      await examine({ ...environment, ...first }),
      await examine({ ...environment, ...owner }),
      await examine({ ...environment, INIT_PROJECT_NAME: "P", INIT_PROJECT_DOMAIN: "no domain" }),
    ];
    assert.match(key.output, /^PROBLEM {2}Start: INIT_API_KEY is not usable/m);
    assert.match(password.output, /^PROBLEM {2}Start: INIT_OWNER_PASSWORD: .* attackers try/m);
    assert.match(domain.output, /^PROBLEM {2}Start: INIT_PROJECT_DOMAIN /m);
    assert.deepEqual([key.code, password.code, domain.code], [1, 1, 1]);
  };
  await judged();
  await pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const standby = await examine(environment);
  assert.match(standby.output, /^PROBLEM {2}Migrations: .* takes no changes/m);
  await pool.query("set default_transaction_read_only = off");
  await pool.query(`alter database ${name} reset default_transaction_read_only`);
  await migrate(pool);
  await judged();
  // A start makes neither again: what they say matters no more.
  await pool.query("insert into first_things values ('owner'), ('project')");
  assert.equal((await examine({ ...environment, ...first, ...owner })).code, 0);
});

test("a database that cannot be opened is reported in one sentence, by the server and by commands", async () => {
  const environment = { DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none", PORT: "0" };
  for (const script of ["src/main.ts", "src/commands/earshot.ts key list"]) {
    const { code, errors } = await failing(script, environment);
    assert.equal(code, 1, errors);
    assert.match(errors, /^[^\n]*The database that DATABASE_URL names cannot be opened: [^\n]+$/);
  }
});

test("a database that takes no changes is told in one sentence with what to do, by server, worker and commands", async () => {
  const world = await makeWorld();
  const admin = makePool({ url: urlOf(world, "postgres") }, { size: 1 });
  const setReadOnly = (value: "on" | "off") =>
    admin.query(
      `alter database ${world.pool.options.database} set default_transaction_read_only = ${value}`,
    );
  await setReadOnly("on");
  after(async () => {
    await setReadOnly("off");
    await admin.end();
  });
  const environment = { DATABASE_URL: urlOf(world), PORT: "0" };
  const command = `src/commands/earshot.ts key create --name new --project ${world.project.id}`;
  for (const script of ["src/main.ts", "src/worker.ts", command]) {
    const { code, errors } = await failing(script, environment);
    assert.equal(code, 1, errors);
    assert.match(errors, /^[^\n]*The database takes no changes: see its disk, or [^\n]+$/, script);
  }
});

test("an address of Redis that is none is named, and the database that was started for it ends", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "earshot-start-"));
  after(() => rmSync(DATA_DIR, { recursive: true }));
  const config = readConfig({
    DATA_DIR,
    REDIS_URL: "redis://[",
    ENCRYPTION_KEY: "a key for tests",
  });
  await assert.rejects(openInstallation(config, testLog), {
    code: "UNAVAILABLE",
    message: "REDIS_URL: Invalid URL",
  });
  const running = globSync("**/postmaster.pid", { cwd: DATA_DIR });
  assert.deepEqual(running, []);
});

test("a taken port of metrics ends the start, and the database that was started for it, of server and worker", async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  after(() => other.close());
  const address = other.address();
  assert(address && typeof address === "object");
  const METRICS = `127.0.0.1:${address.port}`;
  const DATA_DIR = mkdtempSync(join(tmpdir(), "earshot-start-"));
  after(() => rmSync(DATA_DIR, { recursive: true }));
  for (const script of ["src/main.ts", "src/worker.ts"]) {
    const { code, errors } = await failing(script, { DATA_DIR, METRICS, PORT: "0" });
    assert.equal(code, 1);
    assert.match(errors, /could not start: METRICS: .*EADDRINUSE/);
    assert.deepEqual(globSync("**/postmaster.pid", { cwd: DATA_DIR }), []);
  }
});

test("a server, a command and a worker that are stopped while they start leave no database running", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "earshot-start-"));
  after(() => rmSync(DATA_DIR, { recursive: true }));
  const folder = join(DATA_DIR, "postgres");
  const environment = { DATA_DIR, PORT: "0", DASHBOARD: "off" };
  for (const [script, signal, expected] of [
    ["src/main.ts", "SIGTERM", 143],
    ["src/commands/earshot.ts key list", "SIGINT", 130],
    ["src/worker.ts", "SIGTERM", 143],
    ["src/worker.ts", "SIGHUP", 129],
  ] as const) {
    const { child, ended, printed } = startProcess(script.split(" "), environment);
    await waitFor("a database", () => {
      assert.equal(child.exitCode, null, printed());
      return existsSync(join(folder, "postmaster.pid"));
    });
    child.kill(signal);
    const { code } = await ended;
    assert.deepEqual(listServerProcesses(folder), [], `${script}: ${printed()}`);
    assert.equal(code, expected, printed());
    assert.equal(existsSync(join(folder, "postmaster.pid")), false);
  }
});
