import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { shareConnections } from "#adapters/database/share-connections.ts";
import type { Database } from "#core/database.ts";
import { atOneMoment } from "#core/one-moment.ts";
import { addDays } from "#core/period.ts";
import { deleteExpiredAnswers } from "#domain/answers/facts/expired-queries.ts";
import { readBrandReport } from "#domain/reports/complete-brands.ts";
import type { ReportQuery } from "#domain/reports/report-query.ts";
import { makeSourceReport } from "#domain/reports/source-report.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { fillDays, fillNames, insertPages, PAGES } from "./fill-project.ts";

/**
 * Years of answers of which the newest days are kept: `node bench/two-years.ts --answers 2000 --days 730 --keep 90`. Each
 * simulated day stores its answers, sums them, and deletes what is older, as the hourly job does; 50 new pages a
 * day take the place of old ones. Every 30 days: bytes of the database and of files of its tables, dead rows, and how
 * long reports take. Here a day lasts seconds, so that tables are vacuumed by the rule of autovacuum at the end of each.
 */
const { values } = parseArgs({
  options: {
    /** A day: a third as many prompts are asked of three models. */
    answers: { type: "string", default: "2000" },
    days: { type: "string", default: "730" },
    keep: { type: "string", default: "90" },
    data: { type: "string", default: "/tmp/earshot-bench-two-years" },
  },
});
const FIRST_DAY = "2025-01-01";
const STEP = 30;
const NEW_PAGES = 50;
const ROUNDS = 5;
const AT_ONCE = 500;
const prompts = Math.ceil(Number(values.answers) / 3);
const keep = Number(values.keep);

rmSync(values.data, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ data_dir: values.data, log: () => {} });
const pool = makePool(postgres.connection, { size: 4 });
try {
  await migrate(pool);
  const db = makeDatabase(pool);
  const project = { project_id: await fillNames(db, prompts) };
  console.log(
    "| day | answers | MB | dead rows | pages | a day took ms | brands ms | domains ms |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  let spent = 0;
  for (let n = 0; n < Number(values.days); n++) {
    const started = performance.now();
    await liveDay(db, project, n);
    spent += performance.now() - started;
    if ((n + 1) % STEP !== 0) continue;
    await say(db, project, { n, took: spent / STEP });
    spent = 0;
  }
} finally {
  await pool.end();
  await postgres.stop();
  rmSync(values.data, { recursive: true, force: true });
}

type Project = { project_id: number };

async function liveDay(db: Database, project: Project, n: number): Promise<void> {
  const day = addDays(FIRST_DAY, n);
  const moved = n * NEW_PAGES;
  await insertPages(project.project_id, { first: moved + 1, last: moved + PAGES }).execute(db);
  await fillDays(db, project.project_id, { first: day, last: day, prompts, moved });
  await markDirty(db, project, [day]);
  await rebuildDirtyRollups(db, project);
  const expired = { before: addDays(day, -keep), limit: AT_ONCE };
  const some = () => db.transaction().execute((trx) => deleteExpiredAnswers(trx, project, expired));
  while ((await some()) > 0);
  await rebuildDirtyRollups(db, project);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.05 * n_live_tup`.execute(
    db,
  );
  for (const { name } of rows) await sql`vacuum analyze ${sql.table(name)}`.execute(db);
}

async function say(db: Database, project: Project, { n, took }: { n: number; took: number }) {
  const { rows } = await sql<{ answers: number; mb: number; dead: number; pages: number }>`
    select (select count(*) from answers) as answers, (select count(*) from urls) as pages,
      pg_database_size(current_database()) / 1000000 as mb,
      (select sum(n_dead_tup) from pg_stat_user_tables) as dead`.execute(db);
  const { answers = 0, mb = 0, dead = 0, pages = 0 } = rows[0] ?? {};
  const reader = { db, inTurn: shareConnections(10), project };
  const query: ReportQuery = {
    ...{
      date_from: addDays(FIRST_DAY, n - 29),
      date_to: addDays(FIRST_DAY, n),
      branded: "include",
    },
    ...{ dimensions: [], filters: [], rows: [], having: [], order_by: [], limit: 100, offset: 0 },
  };
  const brands = await time(() =>
    atOneMoment(reader, (one) => readBrandReport(one, project, query)),
  );
  const domains = await time(() =>
    atOneMoment(reader, (one) => makeSourceReport({ db: one, project }, { kind: "domain", query })),
  );
  const cells = [n + 1, answers, mb, dead, pages, Math.round(took), brands, domains];
  console.log(`| ${cells.join(" | ")} |`);
}

/** The median of some calls, in milliseconds. */
async function time(call: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return (times.sort((left, right) => left - right)[ROUNDS >> 1] ?? Number.NaN).toFixed(1);
}
