import { sql } from "kysely";
import type pg from "pg";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { type Connection, makeDatabase, makePool } from "#adapters/database/pool.ts";
import { makeProviders } from "#adapters/engines/providers.ts";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { type LimiterStore, makeLimiter, openRedis } from "#adapters/limiter.ts";
import { makePost } from "#adapters/post.ts";
import { migrateQueue, queueOn } from "#adapters/queue.ts";
import { keptEncryptionKey, makeVault } from "#adapters/vault.ts";
import type { AccountContext, Log } from "#core/context.ts";
import { makeAttemptLimit } from "#transports/shared/attempts.ts";
import { makeRateLimit } from "#transports/shared/rate-limit.ts";
import type { AppParts } from "./app.ts";
import { bootstrap } from "./bootstrap.ts";
import { catalog } from "./catalog.ts";
import type { Config } from "./config.ts";

const REGISTRATIONS_PER_MINUTE = 60;

/** The outside of one process: the database is up, migrated and holds what INIT_* asks for. */
export type Installation = {
  base: Omit<AccountContext, "actor">;
  pool: pg.Pool;
  /** Where rate limits are counted. */
  store: LimiterStore;
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
  const simulated = await startSimulatedServer({ seed: "earshot" });
  const close = async () => {
    await simulated.close();
    if (store.kind === "redis") store.redis.disconnect();
    if (store.kind === "postgres") await store.pool.end();
    await pool.end();
    await embedded?.stop();
  };
  try {
    const applied = await migrate(pool);
    if (applied.length > 0) log.info({ applied }, "database migrated");
    await migrateQueue(pool, log);
    const db = makeDatabase(pool);
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
    const server = {
      version: config.VERSION,
      base_url: config.BASE_URL,
      rate_limit_per_minute: config.RATE_LIMIT_PER_MINUTE,
    };
    const base = {
      ...{ db, log, queueOn, server },
      now: () => new Date(),
      providers: makeProviders(simulated.base_url),
      vault: makeVault(vaultKeys(config)),
      post: makePost({ allow_private: config.WEBHOOKS_ALLOW_PRIVATE === "on" }),
    };
    return { base, pool, store, close };
  } catch (error) {
    await close();
    throw error;
  }
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

/** The parts of the app over an installation. */
export function appParts({ base, pool, store }: Installation, config: Config): AppParts {
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
    async checkReady() {
      await sql`select 1`.execute(base.db);
      if (pool.ended) throw new Error("closing");
    },
  };
}
