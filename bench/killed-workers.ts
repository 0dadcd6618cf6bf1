import { randomBytes } from "node:crypto";
import type pg from "pg";
import { migrate } from "../src/adapters/database/migrate.ts";
import { makeDatabase, makePool } from "../src/adapters/database/pool.ts";
import { startSimulatedServer } from "../src/adapters/engines/simulated-server.ts";
import { migrateQueue } from "../src/adapters/queue.ts";
import { readConfig } from "../src/config.ts";
import type { AccountContext } from "../src/core/context.ts";
import { insertOrganisation } from "../src/domain/accounts/account-queries.ts";
import { insertBrand } from "../src/domain/brands/brand-queries.ts";
import { wakeWaiting } from "../src/domain/capture/asking/turn-queries.ts";
import { planCaptures } from "../src/domain/capture/planning/plan-captures.ts";
import { ensureRun, insertScheduledTasks } from "../src/domain/capture/planning/plan-queries.ts";
import { concludeRun } from "../src/domain/capture/runs/complete-run.ts";
import { listOverRuns } from "../src/domain/capture/runs/run-queries.ts";
import { insertProject } from "../src/domain/projects/project-queries.ts";
import { wireParts } from "../src/wiring.ts";
import { fillCaptureProject } from "../test/kit/capture-project.ts";
import {
  ASSISTANTS,
  type Bill,
  fillLoopbackProject,
  type Loopback,
  startLoopback,
} from "../test/kit/loopback-providers.ts";
import { testLog } from "../test/kit/secret-trail.ts";
import { findErrors, readBooks, storm } from "../test/kit/worker-storm.ts";

const WORKERS = 3;
const LIMIT_MS = 2_400_000;
/** Refusals of a model that is gone: at most what is under way when it goes, of all workers and those that follow them. */
const REFUSED_MAX = 100;
// About half of what the questions of the capped project cost.
const CAP_MICROS_PER_TASK = 750;

type Project = { project_id: number; organisation_id: number; id: string };

/** Questions in all, and seconds between kills: `node bench/killed-workers.ts 5000 4`. */
const [tasks = 5_000, kill_seconds = 4] = process.argv.slice(2).map(Number);
const cap = (tasks / 2) * CAP_MICROS_PER_TASK;
const ADMIN_URL = process.env["BENCH_POSTGRES"] ?? "postgres://postgres@localhost:5432/postgres";

/**
 * Three worker processes on a database of their own answer thousands of questions with 5 % faults while a random one is
 * killed again and again. A tenth of the questions belong to a project whose cap stops about half of them; half of them
 * go to assistants that behave as their providers do today (test/kit/loopback-providers.ts). A task that such a provider
 * loses is believed to be lost after ten minutes, so that a run takes longer than these.
 */
async function main(): Promise<void> {
  const database = `earshot_bench_${randomBytes(4).toString("hex")}`;
  const admin = makePool({ url: ADMIN_URL }, { size: 1 });
  await admin.query(`create database ${database}`);
  const url = Object.assign(new URL(ADMIN_URL), { pathname: `/${database}` }).href;
  const pool = makePool({ url }, { size: 6 });
  const server = await startSimulatedServer({
    seed: "killed workers",
    faults: {
      rate: 0.05,
      kinds: [
        "rate_limited",
        "rate_limited_told",
        "overloaded",
        "unavailable",
        "truncated",
        "reset",
      ],
    },
  });
  const loopback = await startLoopback({ change_after: tasks / 50, delay_ms: 50 });
  try {
    await migrate(pool);
    await migrateQueue(pool, testLog);
    const db = makeDatabase(pool);
    const day = new Date().toISOString().slice(0, 10);
    let planned = 0;
    const fill = async (name: string, add: (project: Project) => Promise<number>) => {
      const organisation_id = await insertOrganisation(db, name, "brand/enterprise");
      const domain = `${name.toLowerCase()}.example`;
      const where = { country_code: "US", language_code: "en", timezone: "UTC" };
      const project_id = await insertProject(db, { organisation_id, name, domain, ...where });
      const project = { project_id, organisation_id, id: name };
      await insertBrand(db, project, { name, domains: [domain], is_own: true });
      planned += await add(project);
      const run_id = await ensureRun(db, project, { day, now: new Date() });
      await insertScheduledTasks(db, project, { run_id, day });
      return project_id;
    };
    const simulated = (prompts: number) => async (project: Project) => {
      const slugs = await fillCaptureProject({ db, project }, { server, prompts, models: 4 });
      return prompts * slugs.length;
    };
    await fill("Acme", simulated(Math.round(tasks / 10)));
    const capped = await fill("Capped", simulated(Math.round(tasks / 40)));
    await fill("Today", (project) => {
      const prompts = Math.round(tasks / 2 / (Object.keys(ASSISTANTS).length + 1));
      return fillLoopbackProject({ db, project }, { loopback, prompts });
    });
    await pool.query("insert into capture_budgets values ($1, $2, null)", [capped, cap]);
    await pool.query("update capture_tasks set run_after = now(), asked_at = now()");
    // What is lost is believed to be lost after ten minutes: it is asked first.
    await pool.query(
      "update capture_tasks t set run_after = now() - interval '1 minute' from models m where m.project_id = t.project_id and m.model_id = t.model_id and m.slug = 'page'",
    );
    await wakeWaiting(db);
    let most = 0;
    const result = await storm({
      ...{ pool, database_url: url, workers: WORKERS },
      ...{ kill_every: { ms: kill_seconds * 1_000 }, limit_ms: LIMIT_MS },
      async look(ended) {
        const { rows } = await pool.query(
          "select coalesce(sum(spent_micros + reserved_micros), 0)::int as sum from capture_ledger where project_id = $1",
          [capped],
        );
        most = Math.max(most, rows[0].sum);
        process.stdout.write(`\r${ended} of ${planned} `);
      },
    });
    // What waits for a model that is gone is ended as a user ends it.
    await pool.query(
      "update models m set is_active = false from capture_targets g where g.project_id = m.project_id and g.model_id = m.model_id and g.paused_until = 'infinity'",
    );
    await planCaptures.handler(contextOn(pool), {});
    for (const run of await listOverRuns(db)) await concludeRun.handler(contextOn(pool), run);
    const books = await readBooks(pool);
    const reasons = await pool.query(
      `select m.slug, t.status, t.error_kind as kind, min(t.error) as error, max(attempts) as tries, count(*)::int
       from capture_tasks t join models m using (project_id, model_id) where t.status <> 'done' group by 1, 2, 3 order by 1, 2`,
    );
    const requests = { simulated: server.requests(), loopback: loopback.requests() };
    console.log("\n", { ...result, requests, most, cap });
    console.log(books);
    console.table(reasons.rows);
    console.table(Object.entries(loopback.bills).map(([name, bill]) => describe(name, bill)));
    const errors = [...findErrors(books, planned), ...findOverpaid(loopback)];
    if (most > cap) errors.push("the cap was passed");
    console.log(errors.length > 0 ? errors.join("; ") : "all is well");
    process.exitCode = errors.length > 0 ? 1 : 0;
  } finally {
    await Promise.all([server.close(), loopback.close()]);
    await pool.end();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
}

function contextOn(pool: pg.Pool): AccountContext {
  const config = readConfig({ ENCRYPTION_KEY: "a key for benches", DASHBOARD: "off" });
  const outside = { pool, store: { kind: "memory" }, log: testLog } as const;
  const { base } = wireParts(config, { ...outside, simulated_base_url: null });
  const access = new Set(["read", "write"] as const);
  return { ...base, actor: { kind: "system", door: "job", access } };
}

/** What a provider was asked and paid for: questions answered, those answered again, and the most for one. */
function describe(name: string, { refused, answers }: Bill) {
  const counts = [...answers.values()];
  const again = counts.filter((count) => count > 1).length;
  return { name, refused, answered: counts.length, again, most: Math.max(...counts) };
}

/** Who was paid twice, or asked again and again, in words: what is handed over is accepted once. */
function findOverpaid({ bills }: Loopback): string[] {
  const errors: string[] = [];
  for (const name of ["page", "batch"] as const) {
    if (describe(name, bills[name]).again > 0) errors.push(`${name}: accepted twice`);
  }
  if (bills.retired.refused > REFUSED_MAX) errors.push("a retired model was asked for ever");
  return errors;
}

await main();
