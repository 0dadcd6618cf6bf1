import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Database } from "#core/database.ts";
import { makeApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { type Installation, openInstallation } from "../../src/installation.ts";
import { appParts } from "../../src/wiring.ts";
import { noPostgres, type OwnPostgres, startPostgres } from "../kit/own-postgres.ts";
import { testLog } from "../kit/secret-trail.ts";
import { waitFor } from "../kit/wait-for.ts";

const KEY = "a-key-of-these-tests-0123456789";

const startReplica = (primary: OwnPostgres) =>
  startPostgres({ hot_standby: "on" }, ({ folder, run }) =>
    run(
      "pg_basebackup",
      ...["-h", primary.folder, "-p", String(primary.port), "-U", "earshot"],
      ...["-D", join(folder, "data"), "-R", "-X", "stream", "--checkpoint=fast", "--no-sync"],
    ),
  );

/** An installation on a primary, with what a report says and whether the replica was asked. */
async function openOn(primary: OwnPostgres, read_url: string) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "earshot-replica-"));
  const config = readConfig({
    ...{ DATA_DIR, DATABASE_URL: primary.urlOf("earshot"), DATABASE_READ_URL: read_url },
    ...{ INIT_PROJECT_NAME: "Acme", INIT_PROJECT_DOMAIN: "acme.com", INIT_API_KEY: KEY },
    ...{ ENCRYPTION_KEY: "a key for tests", DASHBOARD: "off", RATE_LIMIT_PER_MINUTE: "0" },
  });
  let opened: Installation | undefined;
  after(async () => {
    await opened?.close();
    rmSync(DATA_DIR, { recursive: true });
  });
  const installation = await openInstallation(config, testLog);
  opened = installation;
  const asked: boolean[] = [];
  const { base } = installation;
  const { replica } = base;
  base.replica = (read, otherwise) => {
    asked.push(false);
    const notes = (db: Database) => {
      asked[asked.length - 1] = true;
      return read(db);
    };
    return replica ? replica(notes, otherwise) : otherwise();
  };
  return { ...installation, asked, ...callsOf(installation) };
}

function callsOf(installation: Installation) {
  const app = makeApp(appParts(installation, new AbortController().signal));
  const call = async (path: string, body: string, type = "application/json") => {
    const headers = { "x-api-key": KEY, "content-type": type };
    const answer = await app.request(`/api/v1${path}`, { method: "POST", headers, body });
    assert.equal(answer.status, 200, await answer.clone().text());
    return answer.json();
  };
  let count = 0;
  return {
    put: () => {
      const line = { captured_at: "2026-03-01T10:00:00Z", prompt: "Which?", model: "ChatGPT" };
      const text = JSON.stringify({ ...line, answer: "Acme.", external_id: `a${++count}` });
      return call("/chats/import", text, "application/x-ndjson");
    },
    readAnswers: async (): Promise<number> => {
      const days = { date_from: "2026-03-01", date_to: "2026-03-02" };
      const report = await call("/reports/brands", JSON.stringify(days));
      return report.data[0].visibility_total;
    },
  };
}

test("reports are asked of a replica that is up to date, and show what was written before in any case", {
  skip: noPostgres,
}, async () => {
  const primary = await startPostgres({ wal_level: "replica", max_wal_senders: "4" });
  await primary.ask("create database earshot");
  const replica = await startReplica(primary);
  const { base, asked, put, readAnswers } = await openOn(primary, replica.urlOf("earshot"));
  const isAsked = async () => {
    await waitFor("the replica", async () => {
      await base.replica?.(
        async () => {},
        async () => {},
      );
      return asked.at(-1) === true;
    });
    asked.length = 0;
  };
  await put();
  await isAsked();
  assert.equal(await readAnswers(), 1);
  assert.deepEqual(asked, [true]);
  for (const answers of [2, 3, 4]) {
    await put();
    assert.equal(await readAnswers(), answers);
  }

  await isAsked();
  await replica.ask("select pg_wal_replay_pause()");
  await put();
  assert.equal(await readAnswers(), 5);
  assert.deepEqual(asked, [false]);
  await replica.ask("select pg_wal_replay_resume()");
  await isAsked();
  assert.equal(await readAnswers(), 5);
  assert.deepEqual(asked, [true]);

  // What is asked of a replica that ends is asked of the primary.
  const lost = base.replica;
  base.replica = (read, otherwise) => {
    Object.assign(base, { replica: lost });
    const end = (db: Database) => {
      replica.run("pg_ctl", "-D", join(replica.folder, "data"), "stop", "-m", "immediate");
      return read(db);
    };
    return lost ? lost(end, otherwise) : otherwise();
  };
  assert.equal(await readAnswers(), 5);
  await put();
  assert.equal(await readAnswers(), 6);
});

test("a server that is no replica of the database is refused, one that is away is not", {
  skip: noPostgres,
}, async () => {
  const primary = await startPostgres({ wal_level: "replica" });
  await primary.ask("create database earshot");
  const itself = primary.urlOf("earshot");
  await assert.rejects(openOn(primary, itself), /must name a streaming replica of DATABASE_URL/);
  const other = await startPostgres({});
  await other.ask("create database earshot");
  await assert.rejects(openOn(primary, other.urlOf("earshot")), /must name a streaming replica/);
  const { asked, put, readAnswers } = await openOn(primary, "postgresql://earshot@127.0.0.1:1/x");
  await put();
  assert.equal(await readAnswers(), 1);
  assert.deepEqual(asked, [false]);
});
