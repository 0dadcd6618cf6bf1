import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { after, test } from "node:test";
import { findReach } from "#adapters/database/find-reach.ts";
import { makePool } from "#adapters/database/pool.ts";
import { startProcess } from "../kit/own-process.ts";
import { noPgbouncer, startPgbouncer } from "../kit/pgbouncer.ts";
import { loginOf, startServer, urlOf } from "../kit/real-server.ts";
import { isCluster } from "../kit/test-database.ts";
import { makeWorld, type World } from "../kit/world.ts";

const REQUESTS = 550;
const AT_ONCE = 12;

test("behind pgbouncer in transaction mode nothing fails, and times and days are those of UTC", {
  skip: noPgbouncer,
}, async () => {
  const world = await makeWorld();
  const { database } = world.pool.options;
  await world.pool.query(`alter database ${database} set timezone = 'Europe/Berlin'`);
  await world.pool.query(`alter database ${database} set datestyle = 'German'`);
  const url = await startPgbouncer(world, { pool_mode: "transaction", default_pool_size: "4" });
  const server = await startServer(world, {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: urlOf(world),
    WORKER: "on",
    // Counted in PostgreSQL, by connections of their own.
    RATE_LIMIT_PER_MINUTE: "100000",
  });
  const ask = async (count: number) => {
    const isChange = count % 5 === 0;
    const answer = await fetch(
      `${server.origin}/api/v1/${isChange ? "topics" : PATHS[count % 4]}`,
      {
        method: isChange ? "POST" : "GET",
        headers: { "x-api-key": world.key, "content-type": "application/json" },
        ...(isChange && { body: JSON.stringify({ name: `Topic ${count}` }) }),
      },
    );
    return { status: answer.status, body: await answer.json() };
  };
  const failed: unknown[] = [];
  let next = 0;
  const work = async () => {
    while (next < REQUESTS) {
      const answer = await ask(next++);
      if (answer.status > 201) failed.push(answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  assert.deepEqual(failed, []);

  const reach = await findReach({ url });
  assert.deepEqual(reach, { has_sessions: false, has_names: false });
  const pool = makePool({ url }, { size: 3, statement_seconds: 7, reach });
  const looks = Array.from({ length: 9 }, async () => {
    const client = await pool.connect();
    await client.query("begin");
    const { rows } = await client.query(
      `select '2026-11-22T23:30:00.123456Z'::timestamptz as time, ('2026-11-22T23:30:00Z'::timestamptz)::date as day,
        current_setting('statement_timeout') as patience, $1::integer as one`,
      [1],
    );
    await client.query("commit");
    client.release();
    return rows[0];
  });
  const expected = {
    time: "2026-11-22T23:30:00.123456Z",
    day: "2026-11-22",
    patience: "7s",
    one: 1,
  };
  for (const look of await Promise.all(looks)) assert.deepEqual(look, expected);
  await pool.end();
});

const PATHS = ["brands", "topics", "prompts", "tags"];

test("a session that leaves UTC still tells true times", async () => {
  const { pool } = await makeWorld();
  const client = await pool.connect();
  const times: string[] = [];
  for (const zone of ["Europe/Berlin", "Asia/Kolkata", "America/St_Johns"]) {
    await client.query(`set time zone '${zone}'`);
    for (const text of ["2026-11-22T00:42:45.120301Z", "2026-07-01T23:00:00Z"]) {
      const { rows } = await client.query("select $1::text::timestamptz as time", [text]);
      assert.equal(rows[0].time, text);
      times.push(rows[0].time);
    }
  }
  client.release(true);
  assert.equal(times.length, 6);
});

test("a pooler in transaction mode alone is refused with what to set, as is one that forgets UTC", {
  skip: noPgbouncer,
}, async () => {
  const world = await makeWorld();
  const url = await startPgbouncer(world, { pool_mode: "transaction" });
  const start = async (environment: Record<string, string>) => {
    const { ended } = startProcess(["src/main.ts"], {
      PORT: "0",
      DASHBOARD: "off",
      ...environment,
    });
    return (await ended).errors;
  };
  assert.match(
    await start({ DATABASE_URL: url }),
    /^[^\n]*DATABASE_URL[^\n]*transaction[^\n]*DATABASE_DIRECT_URL[^\n]*\n$/,
  );
  assert.match(
    await start({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }),
    /^[^\n]*DATABASE_DIRECT_URL[^\n]*transaction[^\n]*\n$/,
  );
  const session = await startPgbouncer(world, { pool_mode: "session" });
  assert.deepEqual(await findReach({ url: session }), { has_sessions: true, has_names: true });
  const forgetful = await startForgetful(world);
  assert.match(
    await start({ DATABASE_URL: forgetful }),
    /^[^\n]*DATABASE_URL[^\n]* in CET, not in UTC[^\n]*alter role [^\n]* set timezone = 'UTC'[^\n]*\n$/,
  );
});

/** A pooler that asks for another time zone than it is asked for; returns its URL. */
async function startForgetful({ pool }: World): Promise<string> {
  const { host, port, database } = pool.options;
  const server = createServer((near) => {
    const isSocket = host?.startsWith("/");
    const far = isSocket ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
    near.on("data", (bytes) => {
      const at = bytes.indexOf("TimeZone\0UTC\0");
      if (at >= 0) bytes.write("TimeZone\0CET\0", at);
      far.write(bytes);
    });
    far.pipe(near);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.on("close", () => far.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  after(() => server.close());
  const address = server.address();
  assert(address && typeof address === "object");
  return `postgresql://${loginOf({ pool })}@127.0.0.1:${address.port}/${database}`;
}

test("through pgbouncer in transaction mode a role that reads views has its settings and its project alone", {
  skip: noPgbouncer || (isCluster && "Views are refused on a cluster."),
}, async () => {
  const world = await makeWorld();
  const url = await startPgbouncer(world, {
    pool_mode: "transaction",
    auth_type: "scram-sha-256",
    auth_user: String(world.pool.options.user),
  });
  const role = `pooled_${process.pid}`;
  const granted = await startProcess(
    ["src/commands/earshot.ts", "views", "grant", "--role", role, "--project", world.project.id],
    {
      DATABASE_URL: url.replace(/\/\/[^@]*@/, `//${loginOf(world)}@`),
      DATABASE_DIRECT_URL: urlOf(world),
    },
  ).ended;
  assert.equal(granted.code, 0, granted.errors);
  const login = `//${role}:${granted.output.trim()}@`;
  const pool = makePool({ url: url.replace(/\/\/[^@]*@/, login) }, { size: 1, reach: POOLED });
  after(async () => {
    await pool.end();
    await world.pool.query(`drop owned by ${role}; drop role ${role}`);
  });
  const { rows } =
    await pool.query(`select current_setting('default_transaction_read_only') as reads,
    current_setting('statement_timeout') as patience, (select count(*) from earshot.v1_answers) as answers`);
  assert.deepEqual(rows, [{ reads: "on", patience: "1min", answers: 0 }]);
  await assert.rejects(pool.query("select from public.answers"), /permission denied/);
});

const POOLED = { has_sessions: false, has_names: false };
