import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { keepSpread, readCluster } from "#adapters/database/cluster.ts";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { warnOfLocale } from "#adapters/database/fit-database.ts";
import { watchServers } from "#adapters/database/hung-servers.ts";
import { mayCreate } from "#adapters/database/may-create.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { findPackageFolder } from "#adapters/database/postgres-binaries.ts";
import { sayReadOnly } from "#adapters/database/read-only.ts";
import { openReplica } from "#adapters/database/replica.ts";
import { shareConnections } from "#adapters/database/share-connections.ts";
import { SIMULATION_SEED } from "#adapters/engines/providers.ts";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { type LimiterStore, openRedis } from "#adapters/limiter.ts";
import { hostAndPort } from "#adapters/listen.ts";
import { makeLog } from "#adapters/log.ts";
import { serveMetrics } from "#adapters/metrics.ts";
import { LISTENING, migrateQueue } from "#adapters/queue.ts";
import { countLost, resealSecrets } from "#adapters/reseal.ts";
import type { Traces } from "#adapters/traces.ts";
import type { Log } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { SEALED_AUTHENTICATOR } from "#domain/accounts/second-factor/authenticator-queries.ts";
import { SEALED_CLIENT_SECRET } from "#domain/accounts/sign-on/sign-on-queries.ts";
import { SEALED_API_KEY } from "#domain/capture/targets/target-queries.ts";
import { closeTextThreads } from "#domain/detection/detect-answers.ts";
import { catchUpSums } from "#domain/sums/catch-up.ts";
import { type Bootstrap, bootstrap } from "#domain/tenancy/bootstrap.ts";
import { SPREAD_TABLES, TENANTS } from "#domain/tenancy/spread-tables.ts";
import { SEALED_SECRET } from "#domain/webhooks/webhook-queries.ts";
import { type Config, readConfig, wantsTraces } from "./config.ts";
import {
  type AnyDoor,
  type Doors,
  findDoors,
  nameDatabase,
  warnOfPatience,
} from "./database-doors.ts";
import { unlessStopped, untilSignal } from "./early-stop.ts";
import { UNKNOWN } from "./read-version.ts";
import { refuseWaiting, Waiting } from "./waiting.ts";
import { type Wiring, wireParts } from "./wiring.ts";

const POOL_END_MS = 1_500;
const LOST =
  "stored secrets were sealed with another ENCRYPTION_KEY: set that one again, as ENCRYPTION_KEY_PREVIOUS if the new one is to stay, or enter providers' keys again";
/** What work in the background holds all the time: who listens for jobs, and the lock of a living worker. */
const HELD = LISTENING + 1;

/** The parts of a process over a database that is up, migrated and holds what INIT_* asks for. */
export type Installation = Wiring & {
  /** The same parts over connections of their own: work in the background takes none from requests. */
  openBackground(): Wiring;
  close(): Promise<void>;
};

/**
 * Opens (and if need be starts) the database of a configuration, unless stopped; commands and the server begin here. Who
 * `looks` changes nothing in it: Waiting where it is not of this version yet.
 */
export async function openInstallation(
  config: Config,
  log: Log,
  stopped = new AbortController().signal,
  { looks = false } = {},
): Promise<Installation> {
  const opened: Closing[] = [];
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one();
  };
  try {
    const parts = openParts(config, log, opened, { stopped, looks });
    return { ...(await unlessStopped(stopped, parts)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the installation of the environment and starts a process over it; where that fails or is stopped, it is closed. */
export async function startProcess(
  start: (installation: Installation) => Promise<void>,
): Promise<void> {
  const started = untilSignal(async (stopped) => {
    const config = readConfig();
    const log = makeLog(config.LOG_LEVEL);
    if (config.VERSION === UNKNOWN)
      log.warn({ todo: "set GIT_COMMIT" }, "the version is unknown: clients cannot see a new one");
    const installation = await openInstallation(config, log, stopped);
    await unlessStopped(stopped, start(installation)).catch(async (error: unknown) => {
      await installation.close();
      throw error;
    });
  });
  await started.catch((error: unknown) => {
    throw sayReadOnly(error);
  });
}

/** Notes in `opened` how each thing that it opens is closed, the last one first. */
async function openParts(
  config: Config,
  log: Log,
  opened: Closing[],
  { stopped, looks }: { stopped: AbortSignal; looks: boolean },
): Promise<Omit<Installation, "close">> {
  const { main, apart } = await openDoors(config, log, opened, { stopped, looks });
  const { DATABASE_POOL, DATABASE_TIMEOUT_SECONDS: statement_seconds } = config;
  const pools: Ending[] = [];
  const servers = watchServers({ tenants: TENANTS, log });
  opened.push(servers.stop);
  // What did not end in time ends with its connection.
  const endPools = () => Promise.all(pools.map((one) => one.end()));
  opened.push(() => Promise.race([endPools(), sleep(POOL_END_MS)]), closeTextThreads);
  const openPool = ({ connection, ...reach }: AnyDoor, size = DATABASE_POOL) => {
    const { placement } = servers;
    const pool = makePool(connection, { size, statement_seconds, placement, ...reach });
    pools.push(pool);
    servers.watch(pool);
    return pool;
  };
  const pool = openPool(main);
  log.info({ database: await nameDatabase(pool, config), data_dir: config.DATA_DIR }, "database");
  const direct = apart ? openPool(apart) : pool;
  const store = await openStore(config, main, log);
  if (store.kind === "redis") opened.push(() => store.redis.disconnect());
  if (store.kind === "postgres") opened.push(() => store.pool.end());
  const traces = wantsTraces(config) ? await beginTraces(config, log) : null;
  if (traces) opened.push(traces.close);
  const simulated = await startSimulatedServer({ seed: SIMULATION_SEED });
  opened.push(simulated.close);
  if (main.reach?.has_sessions === false) await warnOfPatience(pool, log);
  await (looks ? refuseWaiting(direct) : mayCreate(direct, () => migrateAll(direct, log)));
  await warnOfLocale(direct, log);
  const { base_url: simulated_base_url } = simulated;
  const settled = await settleReach(config, direct);
  const wiring = wireParts(settled, {
    pool,
    direct,
    store,
    simulated_base_url,
    log,
    traces,
    looks,
  });
  const reading = await openReading(config, pools, log);
  Object.assign(wiring.base, { placement: servers.placement, ...reading });
  if (!looks) {
    await catchUpSums(wiring.base.db, log, servers.placement);
    await bootstrap(wiring.base.db, firstThings(config));
  }
  await lookAtSecrets(wiring, log, { looks });
  const openBackground = () => {
    const own = openPool(apart ?? main, DATABASE_POOL + HELD);
    wiring.metrics?.watchPool(own);
    const inTurn = shareConnections(DATABASE_POOL);
    return {
      ...wiring,
      pool: own,
      base: { ...wiring.base, db: makeDatabase(own, own, traces?.statement), inTurn },
    };
  };
  return { ...wiring, openBackground };
}

/** Starts the embedded server, or looks where the addresses of a configuration lead. */
async function openDoors(
  config: Config,
  log: Log,
  opened: Closing[],
  { stopped, looks }: { stopped: AbortSignal; looks: boolean },
): Promise<Doors> {
  if (config.DATABASE_URL) return findDoors(config);
  if (looks && !existsSync(join(config.DATA_DIR, "postgres"))) {
    findPackageFolder();
    throw new Waiting(null);
  }
  const starting = startEmbeddedPostgres({
    data_dir: config.DATA_DIR,
    log: (message) => log.info({ part: "postgres" }, message),
    stopped,
  });
  // Who stops while it starts waits for it.
  opened.push(() =>
    starting.then(
      ({ stop }) => stop(),
      () => {},
    ),
  );
  return { main: { connection: (await starting).connection } };
}

/** What the environment asks to be made at the first start. */
export function firstThings(config: Config): Bootstrap {
  const { INIT_OWNER_EMAIL: email, INIT_OWNER_PASSWORD: password } = config;
  const { INIT_PROJECT_NAME: name, INIT_PROJECT_DOMAIN: domain = "example.com" } = config;
  return {
    plan: config.PLAN,
    owner: email && password ? { email, password } : null,
    project: name ? { name, domain } : null,
    api_key: config.INIT_API_KEY ?? null,
  };
}

/** Organisations that need not trust each other reach no private addresses with their models, unless the operator says so. */
export async function settleReach(config: Config, pool: Pick<pg.Pool, "query">): Promise<Config> {
  if (config.ENGINES_ALLOW_PRIVATE !== undefined) return config;
  const { rowCount } = await pool.query("select from organisations limit 2");
  return { ...config, ENGINES_ALLOW_PRIVATE: rowCount === 2 ? "off" : "on" };
}

/** Seals stored secrets with the new key where there is one, unless it only looks, and says how many cannot be opened. */
async function lookAtSecrets(
  { config, base, vault }: Wiring,
  log: Log,
  { looks }: { looks: boolean },
): Promise<void> {
  const sealed = [SEALED_API_KEY, SEALED_SECRET, SEALED_AUTHENTICATOR, SEALED_CLIENT_SECRET];
  if (config.ENCRYPTION_KEY_PREVIOUS && !looks) {
    log.info(await resealSecrets(base.db, vault, sealed), "secrets resealed");
  }
  const lost = await countLost(base.db, vault, sealed);
  if (lost > 0) log.warn({ secrets: lost }, LOST);
}

/** Loads what traces take only where they are wanted. */
async function beginTraces(config: Config, log: Log): Promise<Traces> {
  const { openTraces } = await import("#adapters/traces.ts");
  const { VERSION, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  return openTraces(VERSION, { sampler, ratio }, log);
}

async function migrateAll(pool: pg.Pool, log: Log): Promise<void> {
  const applied = await migrate(pool);
  if (applied.length > 0) log.info({ applied }, "database migrated");
  await keepSpread(pool, SPREAD_TABLES);
  await migrateQueue(pool, log);
}

type Ending = { end(): Promise<void> };
type Closing = () => unknown;

/** How the replica is read that a configuration names for reports, if it does; `pools`: the primary's first. */
async function openReading(config: Config, pools: Ending[], log: Log) {
  const [primary] = pools as [pg.Pool];
  const { DATABASE_URL, DATABASE_READ_URL: url, PGSSLMODE: tls_mode } = config;
  if (!url) return {};
  const refuse = (why: string) => new Failure("UNAVAILABLE", `DATABASE_READ_URL ${why}.`);
  if (!DATABASE_URL) throw refuse("needs DATABASE_URL, which it replicates");
  if (await readCluster(primary, []))
    throw refuse("does not serve a cluster: each of its servers is elsewhere");
  const { DATABASE_POOL: size, DATABASE_TIMEOUT_SECONDS: statement_seconds } = config;
  const replica = await openReplica({ url, tls_mode, primary, log, size, statement_seconds });
  pools.push({ end: replica.close });
  return { replica: replica.read };
}

/** Redis when there is one, else the database, which other processes may share whoever started it. */
async function openStore(
  config: Config,
  { connection, ...reach }: AnyDoor,
  log: Log,
): Promise<LimiterStore> {
  if (config.REDIS_URL) {
    const redis = await openRedis(config.REDIS_URL, log, config.BASE_URL).catch((error: Error) => {
      throw new Failure("UNAVAILABLE", `REDIS_URL: ${error.message}`, { cause: error });
    });
    return { kind: "redis", redis };
  }
  if (config.RATE_LIMIT_PER_MINUTE === 0) return { kind: "memory" };
  // Connections of its own: counting must not wait behind slow reports, or it would fall back to memory.
  const options = { size: 2, statement_seconds: 2, ...reach };
  return { kind: "postgres", pool: makePool(connection, options) };
}

/** Lets metrics be read where the configuration says; commands never do. */
export async function openMetrics({
  base,
  metrics,
  config: { METRICS },
}: Installation): Promise<{ close(): Promise<void> } | null> {
  if (!metrics || !METRICS) return null;
  const opened = await serveMetrics(metrics, METRICS).catch((error: Error) => {
    throw new Error(`METRICS: ${error.message}`, { cause: error });
  });
  base.log.info({ address: `http://${hostAndPort(METRICS.host, opened.port)}/metrics` }, "metrics");
  return opened;
}
