import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { migrateQueue } from "#adapters/queue.ts";
import type { Database } from "#core/database.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { makeKey, previewKey } from "#domain/keys/key.ts";
import { insertKey } from "#domain/keys/key-queries.ts";
import { startProcess } from "../test/kit/own-process.ts";
import { freePort } from "../test/kit/real-server.ts";

/** An empty database of its own; `serve` starts a web process and a worker on it, `clear` leaves nothing of them. */
export async function makeInstallation() {
  const data_dir = mkdtempSync(join(tmpdir(), "earshot-bench-"));
  const postgres = await startEmbeddedPostgres({ data_dir, log: () => {} });
  const pool = makePool(postgres.connection, { size: 4 });
  await migrate(pool);
  await migrateQueue(pool, console);
  const stops: (() => Promise<unknown>)[] = [];
  const serve = async (environment: Record<string, string> = {}) => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const settings = {
      ...{ PORT: String(port), BASE_URL: origin, WORKER: "off", DASHBOARD: "off" },
      ...{ DATABASE_URL: addressOf(postgres.connection), RATE_LIMIT_PER_MINUTE: "0" },
      ...{ LOG_LEVEL: "warn", GIT_COMMIT: "bench", ENCRYPTION_KEY: "bench", ...environment },
    };
    const children: ChildProcess[] = [];
    let gone = "";
    for (const file of ["src/main.ts", "src/worker.ts"]) {
      const { child, printed, ended } = startProcess([file], settings);
      children.push(child);
      void ended.then(({ code }) => {
        gone = `${file} ended with ${code}`;
      });
      stops.push(async () => {
        child.kill("SIGTERM");
        await ended;
        if (printed() !== "") console.log(`${file} logged:`, printed());
      });
    }
    while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
      if (gone) throw new Error(gone);
      await sleep(100);
    }
    return { origin, children };
  };
  const clear = async () => {
    for (const stop of stops) await stop();
    await pool.end();
    await postgres.stop();
    rmSync(data_dir, { recursive: true, force: true });
  };
  return { db: makeDatabase(pool), serve, clear };
}

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>["connection"];

function addressOf({ user, host, port, database, password }: Connection): string {
  const url = new URL(`postgresql://localhost:${port}/${database}`);
  Object.assign(url, { username: user, password: password ?? "" });
  url.searchParams.set("host", host);
  return url.href;
}

/** A project with a key that may write. */
export async function withKey(db: Database, project_id: number) {
  const key = makeKey();
  const row = { name: "Bench", hash: hashSecret(key), preview: previewKey(key) };
  await insertKey(
    db,
    { project_id },
    { ...row, access: "write", created_by: null, expires_at: null },
  );
  return { project_id, key };
}
