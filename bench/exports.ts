import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { migrateQueue } from "#adapters/queue.ts";
import type { ProjectContext } from "#core/context.ts";
import type { AnyOperation } from "#core/operation.ts";
import { run } from "#core/run.ts";
import { sumMany } from "#domain/answers/facts/fact-queries.ts";
import { restoreBackup } from "#domain/backups/restore-backup.ts";
import { writeBackup } from "#domain/backups/write-backup.ts";
import { exportAnswers } from "#domain/exports/export-answers.ts";
import { exportCitations } from "#domain/exports/export-citations.ts";
import { exportMentions } from "#domain/exports/export-mentions.ts";
import { exportUrlReport } from "#domain/reports/export-url-report.ts";
import { writeRows } from "#transports/shared/write-rows.ts";
import { benchContext } from "./bench-context.ts";
import { fillProject, PER_DAY } from "./fill-project.ts";

/**
 * Times exports, a backup and its restore, and shows how much memory they take:
 * `node bench/exports.ts --answers 1000000 --data /tmp/bench`.
 */
const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "100000" },
    data: { type: "string", default: "/tmp/earshot-bench-exports" },
    keep: { type: "boolean", default: false },
    restore: { type: "boolean", default: false },
  },
});
const MB = 1_048_576;
const TEXT = "Brand 1 lasts; **Brand 2** is the better buy for most, says a review. ".repeat(20);

const log = { info() {}, warn: console.error, error: console.error };
const postgres = await startEmbeddedPostgres({ data_dir: values.data, log: () => {} });
const pool = makePool(postgres.connection, { size: 4 });
try {
  await migrate(pool);
  await migrateQueue(pool, log);
  await measureAll();
} finally {
  await pool.end();
  await postgres.stop();
  if (!values.keep) rmSync(values.data, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const db = makeDatabase(pool);
  const project_id = await fillProject(db, Math.ceil(Number(values.answers) / PER_DAY));
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await sql`update answers set answer = ${TEXT} where answer = ''`.execute(one);
  });
  const context = benchContext(db, project_id);
  const rows = async (operation: AnyOperation, format: "csv" | "jsonl", input = {}) => {
    const stream = await run(operation, context, input);
    let count = 0;
    const lines = writeRows(stream, format, (done) => {
      count = done;
    });
    await measure(`${operation.name}.${format}`, lines, () => count);
  };
  await rows(exportAnswers, "jsonl");
  await rows(exportAnswers, "csv");
  await rows(exportMentions, "csv");
  await rows(exportCitations, "jsonl");
  const report = { date_from: "2026-10-01", date_to: "2026-10-31", dimensions: ["date"] };
  await rows(exportUrlReport, "csv", report);
  let count = 0;
  const backup = writeBackup(context, (done) => {
    count = done;
  });
  await measure("backup", backup, () => count);
  if (values.restore) await measureRestore(context);
}

async function measureRestore(context: ProjectContext): Promise<void> {
  const target = { organisation_id: 1, plan: "brand/enterprise", name: "Again" } as const;
  let rows = 0;
  const bytes = async function* () {
    for await (const piece of writeBackup(context)) yield Buffer.from(piece);
  };
  const restored = async function* () {
    const onRows = (done: number) => {
      rows = done;
    };
    await sumMany(context.db, await restoreBackup(context, bytes(), { ...target, onRows }));
    yield "";
  };
  await measure("backup and restore", restored(), () => rows);
}

/** Reads text to its end and reports rows, bytes, time, and the most memory the process took. */
async function measure(name: string, pieces: AsyncIterable<string>, rows: () => number) {
  const started = performance.now();
  let bytes = 0;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 100);
  const early: number[] = [];
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (early.length < 2 && performance.now() - started > (early.length + 1) * 2_000) {
      early.push(process.memoryUsage.rss());
    }
  }
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${name}: ${rows()} rows, ${(bytes / MB).toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
      `${(rows() / seconds).toFixed(0)} rows/s; RSS after 2 s and 4 s ${early.map((one) => (one / MB).toFixed(0)).join(", ")} MB, most ${(most / MB).toFixed(0)} MB`,
  );
}
