import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { bundlePlaces, openBundle } from "#adapters/dashboard-bundle.ts";
import { makeDatabase } from "#adapters/database/pool.ts";
import { watchReadiness } from "#adapters/database/readiness.ts";
import { shareConnections } from "#adapters/database/share-connections.ts";
import { makeProviders } from "#adapters/engines/providers.ts";
import { fetchDocument } from "#adapters/fetch-document.ts";
import { makeFetch } from "#adapters/fetch-within.ts";
import { type LimiterStore, makeDelay, makeLimiter } from "#adapters/limiter.ts";
import { withFields } from "#adapters/log-fields.ts";
import { makeMail } from "#adapters/mail.ts";
import { type Metrics, makeMetrics } from "#adapters/metrics.ts";
import { makePost } from "#adapters/post.ts";
import { queueOn } from "#adapters/queue.ts";
import type { Traces } from "#adapters/traces.ts";
import { type KeyRing, keptEncryptionKey, makeVault } from "#adapters/vault.ts";
import type { BaseContext, Log } from "#core/context.ts";
import type { Providers, SendMail } from "#core/ports.ts";
import { countTasks } from "#domain/capture/task-queries.ts";
import { openOnboardingModel } from "#domain/onboarding/onboarding-model.ts";
import type { Dashboard } from "#transports/dashboard/shell.ts";
import { makeAttemptLimit } from "#transports/shared/attempts.ts";
import { makeRateLimit } from "#transports/shared/rate-limit.ts";
import type { AppParts } from "./app.ts";
import { catalog } from "./catalog.ts";
import type { Config } from "./config.ts";

const REGISTRATIONS_PER_MINUTE = 60;
// A shared page makes about ten calls; a link may be looked at by many.
const SHARED_PER_ADDRESS = 300;
const SHARED_PER_LINK = 1_200;

/** What is open already: the migrated database, where limits are counted, the simulated engine's address. */
export type Outside = {
  pool: pg.Pool;
  /** Where connections keep their sessions, if those of `pool` do not. */
  direct?: pg.Pool;
  store: LimiterStore;
  simulated_base_url: string | null;
  log: Log;
  traces?: Traces | null;
  /** No key is made where there is none: nothing is sealed. */
  looks?: boolean;
};

/** The parts of one process, as its configuration says; `base` is what every call is given. */
export type Wiring = {
  config: Config;
  base: BaseContext;
  vault: KeyRing;
  pool: pg.Pool;
  store: LimiterStore;
  /** What this process counts of itself, if it is to. */
  metrics: Metrics | null;
  /** What it tells a collector, if it is to. */
  traces: Traces | null;
  /** Ends the questions to models that callers wait for. */
  stopAsking(): void;
};

/** Makes the parts of a configuration over what is open; processes, commands and tests all begin here. */
export function wireParts(config: Config, outside: Outside): Wiring {
  const { pool, direct = pool, store, simulated_base_url, traces = null, looks = false } = outside;
  const log = traces ? traces.meter(outside.log) : outside.log;
  const db = makeDatabase(pool, direct, traces?.statement);
  const metrics = config.METRICS && makeMetrics({ pool, db, countTasks });
  const stopping = new AbortController();
  const reachable = (of: Config) => {
    const found = wireProviders(of, simulated_base_url, stopping.signal);
    return traces ? traces.providers(found) : found;
  };
  // The operator's own model may be anywhere.
  const own = reachable({ ...config, ENGINES_ALLOW_PRIVATE: "on" });
  const post = makePost(config.WEBHOOKS_ALLOW_PRIVATE === "on" ? "private" : "public");
  const vault = makeVault(vaultKeys(config, log, looks));
  const base = {
    ...{ db, queueOn, providers: reachable(config), vault },
    inTurn: shareConnections(config.DATABASE_POOL),
    log: metrics ? metrics.meter(log) : log,
    now: () => new Date(),
    onboarding_model: openOnboardingModel(config, own),
    post: traces ? traces.post(post) : post,
    mail: openMail(config),
    fetch: makeFetch(config.SIGN_ON_ALLOW_PRIVATE === "on" ? "private" : "public"),
    server: {
      version: config.VERSION,
      base_url: config.BASE_URL,
      rate_limit_per_minute: config.RATE_LIMIT_PER_MINUTE,
      keep_days: {
        answers: config.KEEP_ANSWERS_DAYS,
        raw_bodies: config.KEEP_RAW_BODIES_DAYS,
        runs: config.KEEP_RUNS_DAYS,
        audit: config.KEEP_AUDIT_DAYS,
      },
    },
  };
  const stopAsking = () => stopping.abort();
  return { config, base, vault, pool, store, metrics, traces, stopAsking };
}

/** The providers that may be asked, where the configuration lets them be reached. */
export function wireProviders(
  config: Config,
  simulated_base_url: string | null = null,
  stopping?: AbortSignal,
): Providers {
  const reach = config.ENGINES_ALLOW_PRIVATE === "off" ? "public" : "private";
  const { OLLAMA_URL: ollama, LM_STUDIO_URL: lm_studio, VLLM_URL: vllm } = config;
  const own_urls = { ollama, lm_studio, vllm };
  return makeProviders(simulated_base_url, reach, { ...(stopping && { stopping }), own_urls });
}

const KEY_MADE =
  "a key was made that seals stored secrets: keep its file, or set ENCRYPTION_KEY, the same for all processes";

/** The key that seals, then the one before it while it is being rotated out. Who `looks` makes none that lasts. */
export function vaultKeys(config: Config, log: Log, looks: boolean): string[] {
  const { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS, DATA_DIR, DATABASE_URL } = config;
  // A database elsewhere outlives this folder, and other processes may have a folder of their own.
  const warn = (path: string) => DATABASE_URL && log.warn({ path }, KEY_MADE);
  const isMissing = looks && !existsSync(join(DATA_DIR, "encryption.key"));
  const kept = () => (isMissing ? randomUUID() : keptEncryptionKey(DATA_DIR, warn));
  const current = ENCRYPTION_KEY ?? kept();
  return ENCRYPTION_KEY_PREVIOUS ? [current, ENCRYPTION_KEY_PREVIOUS] : [current];
}

/** What the app is made of. */
export function appParts(
  { config, base, pool, store, metrics, traces }: Wiring,
  closing: AbortSignal,
): AppParts {
  const per_minute = config.RATE_LIMIT_PER_MINUTE;
  // Of each process alone: keys cannot be guessed, and those that are made up must not fill a shared store.
  const failures = makeLimiter({ kind: "memory" }, "failures", 60);
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
          few: makeLimiter(store, "sign-in", { points: 5, window_seconds: 900 }),
          network: makeLimiter(store, "sign-in-network", { points: 50, window_seconds: 3_600 }),
          delay: makeDelay(pool, "sign-in-account"),
        },
        base,
        per_minute > 0,
      ),
    },
    settings: {
      plan: config.PLAN,
      oauth: {
        drop_uris: config.OAUTH_DROP_REDIRECT_URIS,
        fetchDocument: config.OAUTH_CLIENT_DOCUMENTS === "on" ? fetchDocument : null,
        refresh_race_seconds: config.OAUTH_REFRESH_RACE_SECONDS,
      },
      mcp_origins: config.MCP_ORIGINS,
      trusted_proxies: config.TRUSTED_PROXIES,
    },
    dashboard: openDashboard(base, config),
    closing,
    countRequest: metrics?.countRequest,
    traceRequest: traces?.request,
    labelled: (request_id, work) => withFields({ request_id }, work),
    checkReady: watchReadiness(pool),
  };
}

function openMail({ SMTP_URL, MAIL_FROM, BASE_URL }: Config): SendMail | null {
  return SMTP_URL ? makeMail(SMTP_URL, MAIL_FROM ?? `earshot@${new URL(BASE_URL).hostname}`) : null;
}

function openDashboard({ log }: AppParts["base"], { DASHBOARD, DATA_DIR }: Config): Dashboard {
  if (DASHBOARD === "off") return { bundle: null, problem: "It is switched off (DASHBOARD=off)." };
  return openBundle({
    places: bundlePlaces(DATA_DIR),
    say: (fields, message) => log.info(fields, message),
  }).state;
}
