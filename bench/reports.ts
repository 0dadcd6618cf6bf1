import { rmSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import type { Database } from "#core/database.ts";
import { fillProject, PER_DAY, rebuildSums } from "./fill-project.ts";
import { reportCases } from "./report-cases.ts";

/**
 * Times every report over one project, and how long it keeps the process from other requests (/healthz, say):
 * `node bench/reports.ts --answers 1000000 --data /tmp/bench`. 1,000 prompts, 3 models, 40 brands, about 4 mentions and 6 citations an answer, 3,000 domains, 20,000 pages.
 */
const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "100000" },
    data: { type: "string", default: "/tmp/earshot-bench" },
    keep: { type: "boolean", default: false },
    /** A part of the names of the reports to time; all of them without it. */
    only: { type: "string", default: "" },
    /** Asks for another range each time, one that ends a day earlier: none of it was computed before. */
    first: { type: "boolean", default: false },
    /** Rebuilds all sums instead. */
    rebuild: { type: "boolean", default: false },
  },
});
const ROUNDS = 15;

const days = Math.ceil(Number(values.answers) / PER_DAY);
const postgres = await startEmbeddedPostgres({ data_dir: values.data, log: () => {} });
const pool = makePool(postgres.connection, { size: 4 });
try {
  await migrate(pool);
  const db = makeDatabase(pool);
  const project_id = await fillProject(db, days);
  await (values.rebuild ? rebuildSums(db, project_id, days) : report(db, project_id));
} finally {
  await pool.end();
  await postgres.stop();
  if (!values.keep) rmSync(values.data, { recursive: true, force: true });
}

async function report(db: Database, project_id: number): Promise<void> {
  const filled = { db, project: { project_id }, days, isMoving: values.first };
  const cases = await reportCases(filled, [30, 90, 365]);
  console.log(
    `\n| report over ${days * PER_DAY} answers | median ms | slowest of ${ROUNDS} ms | processor of the process ms | process held ms |\n|---|---|---|---|---|`,
  );
  for (const { name, ask } of cases.filter(({ name }) => name.includes(values.only))) {
    await ask();
    const times: number[] = [];
    const spent = process.cpuUsage();
    const held = monitorEventLoopDelay({ resolution: 1 });
    held.enable();
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      await ask();
      times.push(performance.now() - started);
    }
    held.disable();
    const { user, system } = process.cpuUsage(spent);
    const cpu = ((user + system) / 1e3 / ROUNDS).toFixed(1);
    times.sort((left, right) => left - right);
    const longest = (held.max / 1e6).toFixed(1);
    console.log(
      `| ${name} | ${at(times, ROUNDS >> 1)} | ${at(times, ROUNDS - 1)} | ${cpu} | ${longest} |`,
    );
  }
}

function at(times: readonly number[], index: number): string {
  return (times[index] ?? 0).toFixed(1);
}
