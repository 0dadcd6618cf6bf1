import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { testLog } from "../../../test/kit/secret-trail.ts";
import type { TestServers } from "../../../test/kit/test-database.ts";
import { migrateQueue } from "../queue.ts";
import { warnOfLocale } from "./fit-database.ts";
import { mayCreate } from "./may-create.ts";
import { listWaiting, migrate, removeViews } from "./migrate.ts";
import { makePool } from "./pool.ts";

const FOLDER = new URL("../../../migrations/", import.meta.url);
const { server } = JSON.parse(process.env["EARSHOT_TEST_POSTGRES"] ?? "{}") as TestServers;
const admin = makePool({ ...server, database: "postgres" }, { size: 1 });
after(() => admin.end());

/** Runs a test on an empty database and a folder of its own that holds our migrations. */
function testOnEmpty(
  name: string,
  work: (pool: pg.Pool, folder: URL) => Promise<void>,
  made = "",
): void {
  test(name, async () => {
    const database = `test_${randomBytes(8).toString("hex")}`;
    await admin.query(`create database ${database} ${made}`);
    const pool = makePool({ ...server, database }, { size: 2 });
    const path = await mkdtemp(join(tmpdir(), "earshot-migrations-"));
    await cp(FOLDER, path, { recursive: true });
    try {
      await work(pool, pathToFileURL(`${path}/`));
    } finally {
      await pool.end();
      await admin.query(`drop database ${database} with (force)`);
      await rm(path, { recursive: true });
    }
  });
}

const listNumbered = async (folder: URL) =>
  (await readdir(folder)).filter((name) => /^\d{4}-/.test(name)).sort();

test("migrations are numbered without gaps, and each lays down one version", async () => {
  const names = await listNumbered(FOLDER);
  assert.deepEqual(
    names.map((name) => Number(name.slice(0, 4))),
    names.map((_, index) => index + 1),
  );
});

testOnEmpty("what is missing is applied once, in order", async (pool, folder) => {
  const all = [...(await listNumbered(folder)), "sums.sql"];
  assert.deepEqual(await migrate(pool, folder), all);
  assert.deepEqual(await migrate(pool, folder), []);
  await writeFile(new URL("9000-next.sql", folder), "create table next (number integer);");
  assert.deepEqual(await migrate(pool, folder), ["9000-next.sql"]);
  await pool.query("insert into next values (1)");
});

testOnEmpty("two processes that start at once apply everything once", async (pool, folder) => {
  const both = await Promise.all([migrate(pool, folder), migrate(pool, folder)]);
  assert.deepEqual(both.map((applied) => applied.length > 0).sort(), [false, true]);
});

testOnEmpty("a migration that fails changes nothing and is named", async (pool, folder) => {
  await migrate(pool, folder);
  const text = "create table half (number integer); select 1 / 0;";
  await writeFile(new URL("9000-half.sql", folder), text);
  await assert.rejects(migrate(pool, folder), /^Error: Migration 9000-half.sql failed .*by zero/);
  await assert.rejects(pool.query("select from half"), /does not exist/);
});

testOnEmpty("an edited migration is refused; line ends are no edit", async (pool, folder) => {
  await migrate(pool, folder);
  const first = new URL((await listNumbered(folder))[0] ?? "", folder);
  const text = await readFile(first, "utf8");
  await writeFile(first, text.replaceAll("\n", "\r\n"));
  assert.deepEqual(await migrate(pool, folder), []);
  await writeFile(first, `${text}\n-- One more thing.`);
  await writeFile(new URL("9000-next.sql", folder), "create table next (number integer);");
  await assert.rejects(
    migrate(pool, folder),
    /Migration 0001-.*\.sql has been edited since .* in a new migration\.$/,
  );
  await assert.rejects(pool.query("select from next"), /does not exist/);
});

testOnEmpty("a PostgreSQL that is too old is refused by its version", async (pool, folder) => {
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (text: string, ...rest: unknown[]) => unknown;
    const asIf14 = (text: string, ...rest: unknown[]) =>
      query(text.replace("current_setting('server_version_num')", "'140012'"), ...rest);
    return Object.assign(Object.create(client), { query: asIf14 });
  };
  const old = Object.assign(Object.create(pool), { connect });
  await assert.rejects(
    migrate(old, folder),
    /PostgreSQL 14 is too old: Earshot needs 15 or newer\./,
  );
  await assert.rejects(pool.query("select from migrations"), /does not exist/);
});

const warningsOf = async (pool: pg.Pool) => {
  const said: string[] = [];
  await warnOfLocale(pool, {
    ...testLog,
    warn: (fields, message) => void said.push(`${message} ${JSON.stringify(fields)}`),
  });
  return said.join();
};
for (const encoding of ["LATIN1", "SQL_ASCII"]) {
  testOnEmpty(
    `a database in ${encoding} is refused, with how to make another`,
    async (pool, folder) => {
      await assert.rejects(migrate(pool, folder), {
        code: "UNAVAILABLE",
        message: new RegExp(`encoding is ${encoding}, .* encoding 'UTF8' locale .* template0"`),
      });
      await assert.rejects(pool.query("select from migrations"), /does not exist/);
    },
    `encoding '${encoding}' locale 'C' template template0`,
  );
  testOnEmpty(
    `an installation in ${encoding} goes on, and is warned of with how to move it over`,
    async (pool, folder) => {
      // As a version before made it, that did not look.
      await pool.query(
        "create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
      );
      assert.ok((await listWaiting(pool, folder)).is_new);
      assert.ok((await migrate(pool, folder)).length > 0);
      assert.deepEqual((await listWaiting(pool, folder)).waiting, []);
      assert.match(
        await warningsOf(pool),
        new RegExp(`"encoding":"${encoding}".*pg_dump .*--encoding=UTF8 OLD \\| psql NEW`),
      );
    },
    `encoding '${encoding}' locale 'C' template template0`,
  );
}

testOnEmpty("a locale that knows all capitals is not warned of", async (pool) =>
  assert.equal(await warningsOf(pool), ""),
);
testOnEmpty(
  "a locale that knows capitals of A to Z alone is warned of",
  async (pool) => assert.match(await warningsOf(pool), /capitals of A to Z alone/),
  "encoding 'UTF8' locale_provider libc locale 'C' template template0",
);

testOnEmpty("a database that is newer than the code is refused", async (pool, folder) => {
  const next = new URL("9000-next.sql", folder);
  await writeFile(next, "create table next (number integer);");
  await migrate(pool, folder);
  await rm(next);
  await assert.rejects(
    migrate(pool, folder),
    /newer than this version of Earshot: it was given 9000-next\.sql.*, or restore the copy from before/,
  );
});

testOnEmpty("a database of before the first release is refused", async (pool, folder) => {
  await pool.query("create table migrations (name text primary key, applied_at timestamptz)");
  await pool.query("insert into migrations values ('0110-cell-rollup.sql', now())");
  await assert.rejects(migrate(pool, folder), /before the first release .* empty database\.$/);
});

testOnEmpty(
  "a role that may not create is told what to grant, and needs it only once",
  async (owner) => {
    const role = `role_${randomBytes(8).toString("hex")}`;
    const { database } = owner.options;
    await owner.query(`create role ${role} login password '${server.password ?? ""}'`);
    const pool = makePool({ ...server, user: role, database: database ?? "" }, { size: 2 });
    const start = () =>
      mayCreate(pool, async () => {
        await migrate(pool);
        await migrateQueue(pool, testLog);
      });
    const told = async () => {
      const error = await start().then(
        () => null,
        (error: Error) => error,
      );
      const grants = /"(grant create on database .*; grant create on schema .*;)"/.exec(
        error?.message ?? "",
      );
      return { message: error?.message ?? "", grants: grants?.[1] ?? "" };
    };
    try {
      assert.match(
        (await told()).message,
        new RegExp(`${role} may not .*permission denied for schema`),
      );
      await owner.query(`grant create on schema public to ${role}`);
      const { message, grants } = await told();
      assert.match(message, /permission denied for database/);
      await owner.query(grants);
      await start();
      await owner.query(grants.replaceAll("grant", "revoke").replaceAll(" to ", " from "));
      await start();
    } finally {
      await pool.end();
      await owner.query(`drop owned by ${role} cascade`);
      await owner.query(`drop role ${role}`);
    }
  },
);

testOnEmpty(
  "views are made when asked for, and made again after a migration with what roles were granted",
  async (pool, folder) => {
    const role = `reader_${randomBytes(6).toString("hex")}`;
    assert.ok(!(await migrate(pool, folder)).includes("views.sql"));
    assert.deepEqual(await migrate(pool, folder, "views"), ["views.sql"]);
    assert.deepEqual(await migrate(pool, folder, "views"), []);
    await pool.query(`create role ${role}`);
    try {
      await pool.query("insert into view_roles (role, granted_at) values ($1, now())", [role]);
      await pool.query("select earshot.grant_views($1)", [role]);
      // As for a user called earshot, who finds the schema of that name first.
      const connection = await connectionOf(pool);
      await pool.query(`alter database ${connection.database} set search_path = earshot, public`);
      const next = makePool(connection, { size: 1 });
      const text =
        "alter table answers alter column sample type bigint; create table next (one integer);";
      await writeFile(new URL("9000-next.sql", folder), text);
      const sums = new URL("sums.sql", folder);
      await writeFile(sums, `${await readFile(sums, "utf8")}\n-- Another.`);
      assert.deepEqual(await migrate(next, folder), ["9000-next.sql", "sums.sql", "views.sql"]);
      const { rows } = await next.query(
        `select has_table_privilege($1, 'earshot.v1_answers', 'select') as reads,
         to_regclass('public.next') is not null as is_beside, to_regclass('earshot.next') is null as is_apart`,
        [role],
      );
      assert.deepEqual(rows, [{ reads: true, is_beside: true, is_apart: true }]);
      await next.query("create view mine as select chat_id from earshot.v1_answers");
      await writeFile(new URL("9001-more.sql", folder), "create table more (one integer);");
      await assert.rejects(
        migrate(next, folder),
        /something of yours reads them: view .*mine depends on view/,
      );
      await assert.rejects(next.query("select from more"), /does not exist/);
      await next.query("drop view mine");
      assert.deepEqual(await migrate(next, folder), ["9001-more.sql", "views.sql"]);
      assert.equal(await removeViews(next), true);
      const { rows: left } = await next.query("select to_regnamespace('earshot') as schema");
      assert.deepEqual(left, [{ schema: null }]);
      assert.equal(await removeViews(next), false);
      assert.deepEqual(await migrate(next, folder), []);
      await next.end();
    } finally {
      await pool.query(`drop owned by ${role}; drop role ${role}`);
    }
  },
);

testOnEmpty(
  "where the tables are in a schema called earshot, they stay when the views are removed",
  async (pool, folder) => {
    const connection = await connectionOf(pool);
    await pool.query("create schema earshot");
    await pool.query(`alter database ${connection.database} set search_path = earshot`);
    const own = makePool(connection, { size: 1 });
    await migrate(own, folder, "views");
    const { rows } = await own.query(
      "select to_regclass('earshot.answers') is not null as is_there",
    );
    assert.deepEqual(rows, [{ is_there: true }]);
    await own.query("select from earshot.v1_answers");
    assert.equal(await removeViews(own), true);
    await own.query("select from earshot.answers");
    await assert.rejects(own.query("select from earshot.v1_answers"), /does not exist/);
    await assert.rejects(own.query("select earshot.public_id('brd', 1)"), /does not exist/);
    assert.deepEqual(await migrate(own, folder, "views"), ["views.sql"]);
    await own.end();
  },
);

const connectionOf = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ name: string }>("select current_database() as name");
  return { ...server, database: rows[0]?.name ?? "" };
};
