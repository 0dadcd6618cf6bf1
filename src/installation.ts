import { sql } from "kysely";
import type pg from "pg";
import { bundlePlaces, openBundle } from "#adapters/dashboard-bundle.ts";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { type Connection, makeDatabase, makePool } from "#adapters/database/pool.ts";
import { makeProviders, SIMULATION_SEED } from "#adapters/engines/providers.ts";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { type LimiterStore, makeLimiter, openRedis } from "#adapters/limiter.ts";
import { type Metrics, makeMetrics, serveMetrics } from "#adapters/metrics.ts";
import { makePost } from "#adapters/post.ts";
import { migrateQueue, queueOn } from "#adapters/queue.ts";
import { keptEncryptionKey, makeVault } from "#adapters/vault.ts";
import type { AccountContext, Log } from "#core/context.ts";
import { openOnboardingModel } from "#domain/onboarding/onboarding-model.ts";
import { catchUpSums } from "#domain/sums/catch-up.ts";
import { bootstrap } from "#domain/tenancy/bootstrap.ts";
import type { Dashboard } from "#transports/dashboard/shell.ts";
import { makeAttemptLimit } from "#transports/shared/attempts.ts";
import { makeRateLimit } from "#transports/shared/rate-limit.ts";
import type { AppParts } from "./app.ts";
import { catalog } from "./catalog.ts";
import type { Config } from "./config.ts";
import { resealSecrets } from "./reseal.ts";

const REGISTRATIONS_PER_MINUTE = 60;
// A shared page makes about ten calls; a link may be looked at by many.
const SHARED_PER_ADDRESS = 300;
const SHARED_PER_LINK = 1_200;
const POOL_END_MS = 1_500;

/** The outside of one process: the database is up, migrated and holds what INIT_* asks for. */
export type Installation = {
  base: Omit<AccountContext, "actor">;
  pool: pg.Pool;
  /** Where rate limits are counted. */
  store: LimiterStore;
  /** What this process counts of itself, if it is to. */
  metrics: Metrics | null;
  /** Ends the questions to models that callers wait for. */
  stopAsking(): void;
  close(): Promise<void>;
};

/** Opens (and if need be starts) the database of a configuration; commands and the server begin here. */
export async function openInstallation(config: Config, log: Log): Promise<Installation> {
  const embedded = config.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({
        data_dir: config.DATA_DIR,
        log: (message) => log.info({ part: "postgres" }, message),
      });
  const connection: Connection = embedded?.connection ?? { url: config.DATABASE_URL ?? "" };
  const pool = makePool(connection, { size: 10 });
  const store = openStore(config, connection, log);
  const simulated = await startSimulatedServer({ seed: SIMULATION_SEED });
  const stopping = new AbortController();
  const close = async () => {
    await simulated.close();
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
    const db = makeDatabase(pool);
    await catchUpSums(db, log);
    const metrics = config.METRICS && makeMetrics({ pool, db });
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
    const vault = makeVault(vaultKeys(config));
    if (config.ENCRYPTION_KEY_PREVIOUS)
      log.info(await resealSecrets(db, vault), "secrets resealed");
    const server = {
      version: config.VERSION,
      base_url: config.BASE_URL,
      rate_limit_per_minute: config.RATE_LIMIT_PER_MINUTE,
    };
    const base = {
      ...{ db, queueOn, server },
      log: metrics ? metrics.meter(log) : log,
      now: () => new Date(),
      ...openModels(config, simulated.base_url, stopping.signal),
      vault,
      post: makePost(config.WEBHOOKS_ALLOW_PRIVATE === "on" ? "private" : "public"),
    };
    return { base, pool, store, metrics, stopAsking: () => stopping.abort(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What can be asked: providers, and the model that proposes at the operator's cost. */
function openModels(config: Config, simulated_base_url: string, stopping: AbortSignal) {
  const reach = config.ENGINES_ALLOW_PRIVATE === "on" ? "private" : "public";
  const providers = makeProviders(simulated_base_url, reach, stopping);
  return { providers, onboarding_model: openOnboardingModel(config, providers) };
}

/** The key that seals, then the one before it while it is being rotated out. */
function vaultKeys({ ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS, DATA_DIR }: Config): string[] {
  const current = ENCRYPTION_KEY ?? keptEncryptionKey(DATA_DIR);
  return ENCRYPTION_KEY_PREVIOUS ? [current, ENCRYPTION_KEY_PREVIOUS] : [current];
}

/** Redis when there is one, else the database when others may share it, else memory. */
function openStore(config: Config, connection: Connection, log: Log): LimiterStore {
  if (config.REDIS_URL) {
    const onError = (error: Error) => log.warn({ part: "redis", error: error.message }, "redis");
    return { kind: "redis", redis: openRedis(config.REDIS_URL, onError) };
  }
  if (!config.DATABASE_URL) return { kind: "memory" };
  // Connections of its own: counting must not wait behind slow reports, or it would fall back to memory.
  return { kind: "postgres", pool: makePool(connection, { size: 2 }) };
}

function openDashboard({ log }: AppParts["base"], { DASHBOARD, DATA_DIR }: Config): Dashboard {
  if (DASHBOARD === "off") return { bundle: null, problem: "It is switched off (DASHBOARD=off)." };
  return openBundle({
    places: bundlePlaces(DATA_DIR),
    say: (fields, message) => log.info(fields, message),
  }).state;
}

/** The parts of the app over an installation. */
export function appParts(
  { base, pool, store, metrics }: Installation,
  config: Config,
  closing: AbortSignal,
): AppParts {
  const per_minute = config.RATE_LIMIT_PER_MINUTE;
  // Of each process alone: guesses must not fill a shared store, and a good one is given back.
  const memory = { kind: "memory" } as const;
  const failures = makeLimiter(memory, "failures", 60);
  const limit = (name: string, points: number) =>
    makeRateLimit(makeLimiter(store, name, points), failures, points);
  return {
    catalog,
    base,
    limits: {
      rest: limit("rest", per_minute),
      mcp: limit("mcp", per_minute),
      registration: limit("registration", per_minute && REGISTRATIONS_PER_MINUTE),
      share: {
        address: limit("share-address", per_minute && SHARED_PER_ADDRESS),
        link: limit("share-link", per_minute && SHARED_PER_LINK),
      },
      sign_in: makeAttemptLimit(
        {
          account: makeLimiter(memory, "sign-in", { points: 5, window_seconds: 900 }),
          address: makeLimiter(memory, "sign-in-address", { points: 50, window_seconds: 3_600 }),
        },
        per_minute > 0,
      ),
    },
    settings: {
      plan: config.PLAN,
      oauth: {
        drop_uris: config.OAUTH_DROP_REDIRECT_URIS,
        refresh_race_seconds: config.OAUTH_REFRESH_RACE_SECONDS,
      },
      mcp_origins: config.MCP_ORIGINS,
      trusted_proxies: config.TRUSTED_PROXIES,
    },
    dashboard: openDashboard(base, config),
    closing,
    countRequest: metrics?.countRequest,
    async checkReady() {
      await sql`select 1`.execute(base.db);
      if (pool.ended) throw new Error("closing");
    },
  };
}

/** Lets metrics be read where the configuration says; commands never do. */
export async function openMetrics(
  { base, metrics }: Installation,
  { METRICS }: Config,
): Promise<{ close(): Promise<void> } | null> {
  if (!metrics || !METRICS) return null;
  const opened = await serveMetrics(metrics, METRICS);
  base.log.info({ address: `http://${METRICS.host}:${opened.port}/metrics` }, "metrics");
  return opened;
}
