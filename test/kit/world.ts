import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import type pg from "pg";
import { makeDatabase } from "#adapters/database/pool.ts";
import type { Access, AccountContext, ProjectContext, Role } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import type { Plan } from "#core/plans.ts";
import { insertOrganisation, insertUser } from "#domain/accounts/account-queries.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { makeKey, previewKey } from "#domain/keys/key.ts";
import { insertKey } from "#domain/keys/key-queries.ts";
import { insertProject } from "#domain/projects/project-queries.ts";
import type { OAuthPolicy } from "#transports/oauth/oauth-parts.ts";
import { makeApp } from "../../src/app.ts";
import { catalog } from "../../src/catalog.ts";
import { readConfig } from "../../src/config.ts";
import { schedule } from "../../src/schedule.ts";
import { appParts, type Wiring, wireParts } from "../../src/wiring.ts";
import { checkAnswer } from "./check-answer.ts";
import { noteSecrets, testLog, watchRequests, watchVault } from "./secret-trail.ts";
import { openTestDatabase } from "./test-database.ts";

/** One tenant to test in: its own organisation, project, own brand, user and write key, on a real database. */
export type World = {
  db: Database;
  pool: pg.Pool;
  base: Omit<AccountContext, "actor">;
  app: Hono;
  /** The same app on another database. */
  appOn(db: Database): Hono;
  project: { project_id: number; organisation_id: number; id: string };
  user: { user_id: number; email: string };
  key: string;
  /** A context to call `run` with, as this project's user. */
  context(options?: { access?: Access[]; role?: Role; plan?: Plan }): ProjectContext;
  /**
   * Calls the REST API with this world's key (or another) and returns status, headers and parsed body, after
   * asserting that the answer is one that the OpenAPI document promises.
   */
  rest(method: string, path: string, body?: unknown, key?: string): Promise<RestAnswer>;
  /** Another key of this project. */
  makeKey(access: Access): Promise<string>;
  /** Another tenant on the same database. */
  neighbour(options?: WorldOptions): Promise<World>;
  /** Does the background work that is waiting now, in order, until none is left. */
  runJobs(): Promise<void>;
};
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
export type RestAnswer = { status: number; headers: Headers; body: any };
export type WorldOptions = {
  plan?: Plan;
  name?: string;
  domain?: string;
  timezone?: string;
  per_minute?: number;
  /** Limits are counted in the database, as servers do. */
  shares_limits?: boolean;
  catalog?: readonly AnyOperation[];
  now?: () => Date;
  oauth?: Partial<OAuthPolicy>;
  trusted_proxies?: number;
  base_url?: string;
  smtp_url?: string;
  /** Whether providers of sign-on may be on this machine, as they are in tests. */
  sign_on_private?: boolean;
};

/** A fresh tenant; the database is made once per process of tests and dropped after it. */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const pool = await openTestDatabase();
  const db = makeDatabase(pool);
  const name = options.name ?? "Acme";
  const plan = options.plan ?? "brand/enterprise";
  const organisation_id = await insertOrganisation(db, name, plan);
  const project_id = await insertProject(db, {
    organisation_id,
    name,
    domain: options.domain ?? "acme.com",
    country_code: "US",
    language_code: "en",
    timezone: options.timezone ?? "UTC",
  });
  const project = { project_id, organisation_id, id: encodeId("prj", project_id) };
  await insertBrand(db, project, { name, domains: [options.domain ?? "acme.com"], is_own: true });
  const email = `user-${randomBytes(6).toString("hex")}@example.com`;
  const user_id = await insertUser(
    db,
    { email, name: "", password_hash: null },
    { organisation_id, role: "owner" },
  );
  const wiring = wireTest(pool, options);
  const { base } = wiring;
  const appOn = (other: Database) => {
    const parts = appParts(
      { ...wiring, base: { ...base, db: other } },
      new AbortController().signal,
    );
    Object.assign(parts.settings.oauth, options.oauth);
    return watchRequests(makeApp({ ...parts, catalog: options.catalog ?? catalog }));
  };
  const app = appOn(db);
  const newKey = (access: Access) => addKey(db, project_id, access);
  const key = await newKey("write");
  return {
    db,
    pool,
    base,
    app,
    appOn,
    project,
    user: { user_id, email },
    key,
    context: ({
      access = ["read", "write"] as Access[],
      role = "owner",
      plan: held = plan,
    } = {}) => ({
      ...base,
      actor: { kind: "user", door: "mcp", user_id, email, access: new Set<Access>(access) },
      project: { ...project, plan: held, timezone: options.timezone ?? "UTC", role },
    }),
    async rest(method, path, body, other) {
      const answer = await callRest(app, { method, path, body, key: other ?? key });
      const { status, body: answered } = answer;
      checkAnswer(options.catalog ?? catalog, { method, path, status, body: answered });
      return answer;
    },
    makeKey: newKey,
    neighbour: (other = {}) => makeWorld({ ...options, ...other }),
    runJobs: () => runJobs(pool, base),
  };
}

/** The parts that an operator's settings make, on a test's database and clock, watched for secrets. */
function wireTest(pool: pg.Pool, options: WorldOptions): Wiring {
  const {
    per_minute = 0,
    oauth,
    trusted_proxies = 0,
    base_url = "http://localhost:8787",
  } = options;
  const config = readConfig({
    BASE_URL: base_url,
    GIT_COMMIT: "test-commit",
    PLAN: options.plan ?? "brand/enterprise",
    DATABASE_POOL: String(pool.options.max),
    RATE_LIMIT_PER_MINUTE: String(per_minute),
    TRUSTED_PROXIES: String(trusted_proxies),
    ENCRYPTION_KEY: "a key for tests",
    DASHBOARD: "off",
    ...(options.smtp_url && { SMTP_URL: options.smtp_url }),
    MCP_ORIGINS: "https://inspector.example",
    WEBHOOKS_ALLOW_PRIVATE: "on",
    SIGN_ON_ALLOW_PRIVATE: options.sign_on_private === false ? "off" : "on",
    ...(oauth?.drop_uris && { OAUTH_DROP_REDIRECT_URIS: oauth.drop_uris.join(" ") }),
    OAUTH_CLIENT_DOCUMENTS: "off",
    OAUTH_REFRESH_RACE_SECONDS: String(oauth?.refresh_race_seconds ?? 0),
  });
  const store = options.shares_limits
    ? ({ kind: "postgres", pool } as const)
    : ({ kind: "memory" } as const);
  const wiring = wireParts(config, { pool, store, simulated_base_url: null, log: testLog });
  const { base } = wiring;
  const now = options.now ?? base.now;
  return { ...wiring, base: { ...base, now, vault: watchVault(base.vault) } };
}

async function addKey(db: Database, project_id: number, access: Access): Promise<string> {
  const key = makeKey();
  noteSecrets(key);
  const row = { name: "Test", hash: hashSecret(key), preview: previewKey(key), access };
  await insertKey(db, { project_id }, { ...row, created_by: null, expires_at: null });
  return key;
}

async function callRest(
  app: Hono,
  { method, path, body, key }: { method: string; path: string; body: unknown; key: string },
): Promise<RestAnswer> {
  const isText = typeof body === "string";
  const response = await app.request(`http://localhost:8787/api/v1${path}`, {
    method,
    headers: {
      ...(key && { "x-api-key": key }),
      ...(body !== undefined && {
        "content-type": isText ? "application/x-ndjson" : "application/json",
      }),
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

const JOBS_MAX = 1_000;

async function runJobs(pool: pg.Pool, base: World["base"]): Promise<void> {
  const context: AccountContext = {
    ...base,
    actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
  };
  for (let count = 0; count < JOBS_MAX; count++) {
    const { rows } = await pool.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and j.id = (select id from graphile_worker._private_jobs order by run_at, id limit 1)
       returning t.identifier as name, j.payload`,
    );
    const next = rows[0] as { name: string; payload: Record<string, unknown> } | undefined;
    if (!next) return;
    const job = schedule.find((known) => known.name === next.name);
    assert(job, `no job is called ${next.name}`);
    // A server beside the test may have put it there by the clock, and says when.
    const { _cron, ...input } = next.payload;
    await job.handler(context, job.input.parse(input));
  }
  assert.fail(`more than ${JOBS_MAX} jobs: one of them makes itself again`);
}
