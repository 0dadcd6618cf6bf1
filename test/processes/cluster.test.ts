import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { readCluster, spreadTables } from "#adapters/database/cluster.ts";
import { makePool } from "#adapters/database/pool.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { listDirtyProjects } from "#domain/sums/dirty-projects.ts";
import { REBUILD_ROLLUPS } from "#domain/sums/rebuild-rollups.ts";
import { SPREAD_TABLES } from "#domain/tenancy/spread-tables.ts";
import { makeApart, moveNode } from "../kit/apart.ts";
import { jobContext } from "../kit/event-checks.ts";
import { startCommands } from "../kit/own-process.ts";
import { freePort, startServer, urlOf } from "../kit/real-server.ts";
import { createOnAll, dropOnAll } from "../kit/test-cluster.ts";
import { isCluster, type TestServers } from "../kit/test-database.ts";
import { makeWorld, type World } from "../kit/world.ts";

/** What says of all tables that are spread that they are, or will be. */
const saying = (what: string, before = "") =>
  new RegExp(`${before}${SPREAD_TABLES.length} tables ${what}`);

const { server, workers } = JSON.parse(process.env["EARSHOT_TEST_POSTGRES"] ?? "{}") as TestServers;
const onCluster = { skip: isCluster ? false : "TEST_DATABASE_URL names no cluster" };
const onOne = { skip: isCluster ? "TEST_DATABASE_URL names a cluster" : false };

const folder = await mkdtemp(join(tmpdir(), "earshot-cluster-"));
after(() => rm(folder, { recursive: true, force: true }));

test("facts, what names them and their sums are spread; nothing else is", () => {
  const { owns } = JSON.parse(readFileSync("src/domain/slices.json", "utf8")) as {
    owns: { answers: string[]; sums: string[] };
  };
  // How far reading answers again has come: of the work, not of the answers.
  const facts = owns.answers.filter((table) => table !== "recalculations");
  assert.deepEqual([...SPREAD_TABLES].sort(), [...facts, ...owns.sums].sort());
});

test(
  "where there is no cluster, distribute and place say so and change nothing",
  onOne,
  async () => {
    const world = await makeWorld();
    const command = startCommands({
      ...{ DATA_DIR: folder, DATABASE_URL: urlOf(world) },
      ENCRYPTION_KEY: "a key for tests",
    });
    for (const words of [
      ["distribute"],
      ["distribute", "--yes"],
      ["place", world.project.id, "a:1"],
    ]) {
      const { code, errors } = await command(...words);
      assert.equal(code, 1, words.join(" "));
      assert.match(errors, /^This is one PostgreSQL without the extension Citus, .*\n$/);
    }
    const shards = await command("distribute", "--shards", "many");
    assert.match(shards.errors, /^--shards is a number from 1 to 1024, not "many"\.\n$/);
    const { output } = await command("doctor");
    assert.match(output, /^ok {7}Tier: one PostgreSQL, on one machine$/m);
  },
);

const database = `test_${randomBytes(8).toString("hex")}`;
const url = `postgresql://${server.user}@${server.host}:${server.port}/${database}`;
before(async () => {
  if (isCluster) await createOnAll({ server, workers }, database);
});
after(async () => {
  if (isCluster) await dropOnAll({ server, workers }, database);
});

/** Answers of some days that name the project's brand and cite pages. */
async function writeAnswers(days: readonly string[]): Promise<string> {
  const file = join(folder, `${days[0]}.jsonl`);
  const lines = days.flatMap((day) =>
    ["Best kettle?", "Which kettle lasts?"].map((prompt) =>
      JSON.stringify({
        ...{ captured_at: `${day}T06:00:00Z`, prompt, model: "ChatGPT" },
        answer: "Acme is good, says https://kettles.example/best.",
        sources: [{ url: "https://kettles.example/best", cited: true }],
      }),
    ),
  );
  await writeFile(file, lines.join("\n"));
  return file;
}

const NDJSON = "application/x-ndjson";
const KEY = "key-of-a-cluster-0123456789";
const MARCH = { date_from: "2026-03-01", date_to: "2026-03-31" };
const BEFORE = 4;

/** Asks a server for reports and has it store answers, one after the other, until `met` is called. */
function useMeanwhile(origin: string) {
  let isOn = true;
  const call = async (path: string, body: string, type = "application/json") => {
    const headers = { "x-api-key": KEY, "content-type": type };
    const answer = await fetch(`${origin}/api/v1${path}`, { method: "POST", headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  const reads: number[] = [];
  let stored = 0;
  const reading = (async () => {
    while (isOn) reads.push((await call("/reports/brands", JSON.stringify(MARCH))).status);
  })();
  const storing = (async () => {
    for (let n = 0; isOn; n++) {
      const captured_at = "2026-03-02T07:00:00Z";
      const line = { captured_at, prompt: `Kettle ${n}?`, model: "ChatGPT", answer: "Acme." };
      const { status, body } = await call("/chats/import", JSON.stringify(line), NDJSON);
      if (status === 200) stored += body.imported;
      // What changes answers waits, or is refused and may come again.
      else assert.equal(status, 503);
      await sleep(20);
    }
  })();
  const met = async () => {
    isOn = false;
    await Promise.all([reading, storing]);
    return { reads, stored };
  };
  return { call, met };
}

test(
  "an installation with answers is spread, also after an interruption and while it is used, and reports the same",
  onCluster,
  async () => {
    const command = startCommands({
      ...{ DATA_DIR: folder, DATABASE_URL: url, INIT_API_KEY: KEY },
      ...{ INIT_PROJECT_NAME: "Acme", INIT_PROJECT_DOMAIN: "acme.example" },
    });
    const done = async (...words: string[]) => {
      const { code, output, errors } = await command(...words);
      assert.equal(code, 0, `${words.join(" ")}: ${errors}`);
      return output;
    };
    const report = (last = "2026-03-31") =>
      done("export", "report", "domains", "--date-from", "2026-03-01", "--date-to", last);
    await done("import", "answers", await writeAnswers(["2026-03-01", "2026-03-02"]));
    const [asked, first] = [await report(), await report("2026-03-01")];
    assert.match(asked, /kettles\.example/);
    assert.match(await done("doctor"), /note {5}Tier: a cluster .* nothing is spread over yet/);

    assert.match(await done("distribute"), saying("will be spread[\\s\\S]*Nothing was changed"));
    const pool = makePool({ url }, { size: 1 });
    assert.deepEqual((await readCluster(pool, SPREAD_TABLES))?.spread, []);

    let copied = 0;
    const note = () => {
      if (++copied === 4) throw new Error("interrupted");
    };
    await assert.rejects(spreadTables(pool, SPREAD_TABLES, { shards: 4, note }), /interrupted/);
    assert.deepEqual((await readCluster(pool, SPREAD_TABLES))?.spread, []);
    await pool.end();
    assert.equal(await report(), asked);

    const { origin, stop } = await startServer(await makeWorld(), {
      ...{ DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: "warn" },
    });
    const { call, met } = useMeanwhile(origin);
    assert.match(await done("distribute", "--yes"), saying("will be spread[\\s\\S]*All is spread"));
    const { reads, stored } = await met();
    assert.deepEqual([...new Set(reads)], [200], `${reads.length} reports`);
    const { answers } = (await call("/reports/brands", JSON.stringify(MARCH))).body.population;
    assert.equal(answers, BEFORE + stored);
    assert.equal(await stop(), 0);
    assert.equal(await passedOn(), "local");
    assert.equal(await report("2026-03-01"), first);
    const spread = await report();
    assert.match(await done("distribute", "--yes"), /Nothing is left to spread/);
    assert.equal(await report(), spread);
    await done("import", "answers", await writeAnswers(["2026-03-03"]));
    assert.notEqual(await report(), spread);

    const [one, other] = workers.map(({ host, port }) => `${host}:${port}`);
    const away = await command("place", "Acme", "nowhere:1");
    assert.match(away.errors, /^The cluster has no server "nowhere:1"; there are: /);
    const latest = await report();
    for (const node of [one, other, other]) {
      assert.match(await done("place", "Acme", `${node}`), /^Acme is alone in its shard/);
      assert.equal(await report(), latest);
    }
    const examined = await done("doctor");
    assert.match(
      examined,
      saying("are spread by project over 2 servers", "ok {7}Tier: a cluster .*: "),
    );
    assert.match(examined, new RegExp(`Server: ${other}: .*alone in a shard: Acme`));
    assert.match(await done("size"), /facts of answers +[1-9]/);
  },
);

test("what a migration rebuilds is spread at the next start", onCluster, async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("delete from migrations where name = 'sums.sql'");
  await client.query(
    `alter role current_user in database ${new URL(url).pathname.slice(1)} reset all`,
  );
  await client.end();
  assert.notEqual(await passedOn(), "local");
  const command = startCommands({ DATA_DIR: folder, DATABASE_URL: url });
  const { code, output, errors } = await command("doctor");
  assert.equal(code, 0, errors);
  assert.match(output, saying("are spread by project"));
  assert.equal(await passedOn(), "local");
});

/** What of a transaction's settings a new connection passes on to the servers. */
async function passedOn(): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("show citus.propagate_set_commands");
  await client.end();
  return rows[0]?.["citus.propagate_set_commands"];
}

test(
  "while a server is away, projects on the others store, sum and report, and its own go on when it is back",
  onCluster,
  async () => {
    const { world, beside, node } = await makeApart();
    const { db } = world;
    const lines = ["Best kettle?", "Which kettle lasts?"]
      .map((prompt) =>
        JSON.stringify({
          ...{ captured_at: "2026-03-01T06:00:00Z", prompt, model: "ChatGPT" },
          answer: "Acme is good.",
        }),
      )
      .join("\n");
    const count = async (of: World) => {
      const range = { date_from: "2026-03-01", date_to: "2026-03-31" };
      const { status, body } = await of.rest("POST", "/reports/brands", range);
      assert.equal(status, 200);
      return body.data[0]?.visibility_count;
    };
    await markDirty(db, world.project, ["2026-03-01"]);

    await moveNode(world, node, await freePort());
    try {
      assert.equal((await world.rest("POST", "/chats/import", lines)).status, 503);
      assert.equal((await beside.rest("POST", "/chats/import", lines)).status, 200);
      assert.equal(await count(beside), 2);
      await beside.rest("POST", "/brands", { name: "Other" });
      await markDirty(db, beside.project, ["2026-03-01"]);
      assert.deepEqual(await listDirtyProjects(db), [{ project_id: beside.project.project_id }]);
      await REBUILD_ROLLUPS.handler(jobContext(world), {});
      assert.deepEqual(await listDirtyProjects(db), []);
      const server = await startServer(beside);
      assert.equal(await server.stop(), 0);
    } finally {
      await moveNode(world, node, node.nodeport);
    }
    assert.deepEqual(await listDirtyProjects(db), [{ project_id: world.project.project_id }]);
    assert.equal((await world.rest("POST", "/chats/import", lines)).status, 200);
    assert.equal(await count(world), 2);
  },
);
