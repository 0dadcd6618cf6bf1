import { randomBytes } from "node:crypto";
import { migrate } from "../src/adapters/database/migrate.ts";
import { makeDatabase, makePool } from "../src/adapters/database/pool.ts";
import { startSimulatedServer } from "../src/adapters/engines/simulated-server.ts";
import { migrateQueue } from "../src/adapters/queue.ts";
import { insertOrganisation } from "../src/domain/accounts/account-queries.ts";
import { insertBrand } from "../src/domain/brands/brand-queries.ts";
import { ensureRun, insertScheduledTasks } from "../src/domain/capture/planning/plan-queries.ts";
import { insertProject } from "../src/domain/projects/project-queries.ts";
import { fillCaptureProject } from "../test/kit/capture-project.ts";
import { testLog } from "../test/kit/secret-trail.ts";
import { findErrors, readBooks, storm } from "../test/kit/worker-storm.ts";

const WORKERS = 3;
const LIMIT_MS = 1_500_000;
// About half of what the questions of the capped project cost.
const CAP_MICROS_PER_TASK = 750;

/** Questions in all, and seconds between kills: `node bench/killed-workers.ts 5000 4`. */
const [tasks = 5_000, kill_seconds = 4] = process.argv.slice(2).map(Number);
const cap = tasks * CAP_MICROS_PER_TASK;
const ADMIN_URL = process.env["BENCH_POSTGRES"] ?? "postgres://postgres@localhost:5432/postgres";

/**
 * Three worker processes on a database of their own answer thousands of questions with 5 % faults while a random one is
 * killed again and again; a fifth of the questions belong to a project whose cap stops about half of them.
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
  try {
    await migrate(pool);
    await migrateQueue(pool, testLog);
    const db = makeDatabase(pool);
    const day = new Date().toISOString().slice(0, 10);
    const fill = async (name: string, share: number) => {
      const organisation_id = await insertOrganisation(db, name, "brand/enterprise");
      const domain = `${name.toLowerCase()}.example`;
      const where = { country_code: "US", language_code: "en", timezone: "UTC" };
      const project_id = await insertProject(db, { organisation_id, name, domain, ...where });
      const project = { project_id, organisation_id, id: name };
      await insertBrand(db, project, { name, domains: [domain], is_own: true });
      await fillCaptureProject(
        { db, project },
        { server, prompts: (tasks * share) / 4, models: 4 },
      );
      const run_id = await ensureRun(db, project, { day, now: new Date() });
      await insertScheduledTasks(db, project, { run_id, day });
      return project_id;
    };
    await fill("Acme", 0.8);
    const capped = await fill("Capped", 0.2);
    await pool.query("insert into capture_budgets values ($1, $2, null)", [capped, cap]);
    await pool.query("update capture_tasks set run_after = now(), trigger = 'manual'");
    let most = 0;
    const result = await storm({
      ...{ pool, database_url: url, workers: WORKERS },
      ...{ kill_every_ms: kill_seconds * 1_000, limit_ms: LIMIT_MS },
      async look(ended) {
        const { rows } = await pool.query(
          "select coalesce(sum(spent_micros + reserved_micros), 0)::int as sum from capture_ledger where project_id = $1",
          [capped],
        );
        most = Math.max(most, rows[0].sum);
        process.stdout.write(`\r${ended} of ${tasks} `);
      },
    });
    // The last run is completed by the worker that answered last, or by the planner's next round.
    await pool.query("select pg_sleep(2)");
    const books = await readBooks(pool);
    const reasons = await pool.query(
      "select status, error_kind, count(*)::int from capture_tasks where status <> 'done' group by 1, 2",
    );
    console.log("\n", { ...result, requests: server.requests(), most, cap });
    console.log(books, reasons.rows);
    const errors = findErrors(books, tasks);
    if (most > cap) errors.push("the cap was passed");
    console.log(errors.length > 0 ? errors.join("; ") : "all is well");
    process.exitCode = errors.length > 0 ? 1 : 0;
  } finally {
    await server.close();
    await pool.end();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
}

await main();
