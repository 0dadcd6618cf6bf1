import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { type Connection, makePool } from "#adapters/database/pool.ts";
import { SIMULATION_SEED } from "#adapters/engines/providers.ts";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { type LimiterStore, openRedis } from "#adapters/limiter.ts";
import { serveMetrics } from "#adapters/metrics.ts";
import { migrateQueue } from "#adapters/queue.ts";
import { resealSecrets } from "#adapters/reseal.ts";
import type { Log } from "#core/context.ts";
import { SEALED_API_KEY } from "#domain/capture/targets/target-queries.ts";
import { closeTextThreads } from "#domain/detection/detect-answers.ts";
import { catchUpSums } from "#domain/sums/catch-up.ts";
import { bootstrap } from "#domain/tenancy/bootstrap.ts";
import { SEALED_SECRET } from "#domain/webhooks/webhook-queries.ts";
import type { Config } from "./config.ts";
import { type Wiring, wireParts } from "./wiring.ts";

const POOL_END_MS = 1_500;

/** The parts of a process over a database that is up, migrated and holds what INIT_* asks for. */
export type Installation = Wiring & { close(): Promise<void> };

/** Opens (and if need be starts) the database of a configuration; commands and the server begin here. */
export async function openInstallation(config: Config, log: Log): Promise<Installation> {
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({
        data_dir: config.DATA_DIR,
        log: (message) => log.info({ part: "postgres" }, message),
      });
  const connection: Connection = embedded?.connection ?? { url: config.DATABASE_URL ?? "" };
  const pool = makePool(connection, {
    size: 10,
    statement_seconds: config.DATABASE_TIMEOUT_SECONDS,
  });
  const store = openStore(config, connection, log);
  const simulated = await startSimulatedServer({ seed: SIMULATION_SEED });
  const close = async () => {
    await simulated.close();
    await closeTextThreads();
    if (store.kind === "redis") store.redis.disconnect();
    if (store.kind === "postgres") await store.pool.end();
    // What did not end in time ends with its connection.
    await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, POOL_END_MS))]);
    await embedded?.stop();
  };
  try {
    await pool.query("select 1").catch((error: Error & { code?: string }) => {
      const reason = error.message || error.code;
      throw new Error(
        `The database ${embedded ? "does not answer" : "that DATABASE_URL names cannot be opened"}: ${reason}`,
      );
    });
    const applied = await migrate(pool);
    if (applied.length > 0) log.info({ applied }, "database migrated");
    await migrateQueue(pool, log);
    const { base_url: simulated_base_url } = simulated;
    const wiring = wireParts(config, { pool, store, simulated_base_url, log });
    const { db } = wiring.base;
    await catchUpSums(db, log);
    await bootstrap(db, {
      plan: config.PLAN,
      owner:
        config.INIT_OWNER_EMAIL && config.INIT_OWNER_PASSWORD
          ? { email: config.INIT_OWNER_EMAIL, password: config.INIT_OWNER_PASSWORD }
          : null,
      project: config.INIT_PROJECT_NAME
        ? { name: config.INIT_PROJECT_NAME, domain: config.INIT_PROJECT_DOMAIN ?? "example.com" }
        : null,
      api_key: config.INIT_API_KEY ?? null,
    });
    if (config.ENCRYPTION_KEY_PREVIOUS) {
      const counts = await resealSecrets(db, wiring.vault, [SEALED_API_KEY, SEALED_SECRET]);
      log.info(counts, "secrets resealed");
    }
    return { ...wiring, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Redis when there is one, else the database when others may share it, else memory. */
function openStore(config: Config, connection: Connection, log: Log): LimiterStore {
  if (config.REDIS_URL) {
    const onError = (error: Error) => log.warn({ part: "redis", error: error.message }, "redis");
    return { kind: "redis", redis: openRedis(config.REDIS_URL, onError) };
  }
  if (!config.DATABASE_URL) return { kind: "memory" };
  // Connections of its own: counting must not wait behind slow reports, or it would fall back to memory.
  return { kind: "postgres", pool: makePool(connection, { size: 2, statement_seconds: 2 }) };
}

/** Lets metrics be read where the configuration says; commands never do. */
export async function openMetrics({
  base,
  metrics,
  config: { METRICS },
}: Installation): Promise<{ close(): Promise<void> } | null> {
  if (!metrics || !METRICS) return null;
  const opened = await serveMetrics(metrics, METRICS);
  base.log.info({ address: `http://${METRICS.host}:${opened.port}/metrics` }, "metrics");
  return opened;
}
