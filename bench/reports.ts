import { rmSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { shareConnections } from "#adapters/database/share-connections.ts";
import type { Database } from "#core/database.ts";
import { atOneMoment, readBoth } from "#core/one-moment.ts";
import { addDays, daysBetween } from "#core/period.ts";
import { findGaps } from "#domain/opportunities/find-gaps.ts";
import { readEvidence } from "#domain/opportunities/gap-evidence.ts";
import { bySize } from "#domain/opportunities/rank-gaps.ts";
import { readBrandReport } from "#domain/reports/complete-brands.ts";
import type { ReportQuery } from "#domain/reports/report-query.ts";
import { makeSourceReport } from "#domain/reports/source-report.ts";
import type { FilterName } from "#domain/sums/answer-scope.ts";
import { fillProject, LAST_DAY, PER_DAY, rebuildSums } from "./fill-project.ts";

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
let asked = 0;

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

function queryOf(length: number, rest: Partial<ReportQuery> = {}): ReportQuery {
  // Ends in the middle of every span, so that a range is as many pieces as it can be.
  const date_to = addDays(LAST_DAY, -3);
  const date_from = addDays(date_to, 1 - Math.min(length, days - 4));
  const empty = { dimensions: [], filters: [], rows: [], having: [], order_by: [] };
  return { date_from, date_to, ...empty, branded: "include", limit: 100, offset: 0, ...rest };
}

/** A query as the next round asks it; its days and as many before them have answers, where there are so many. */
function inRound(query: ReportQuery): ReportQuery {
  const { date_from, date_to } = query;
  const spare = Math.max(1, days - 3 - 2 * daysBetween(date_from, date_to));
  const back = values.first ? -(asked % spare) : 0;
  return { ...query, date_from: addDays(date_from, back), date_to: addDays(date_to, back) };
}

async function report(db: Database, project_id: number): Promise<void> {
  const tenant = { project_id };
  const reader = { db, inTurn: shareConnections(10), project: tenant };
  const ids = await sql<{ tag: number; prompt: number; brand: number }>`
    select (select min(tag_id) from tags) as tag, (select min(prompt_id) from prompts) as prompt,
      (select min(brand_id) from brands) as brand`.execute(db);
  const { tag = 0, prompt = 0, brand = 0 } = ids.rows[0] ?? {};
  const filter = (field: FilterName, value: number | string): Partial<ReportQuery> => ({
    filters: [{ field, operator: "in", values: [value] }],
  });
  const cases: [string, () => Promise<unknown>][] = [];
  const brands = (name: string, given: ReportQuery) =>
    cases.push([
      `brands ${name}`,
      () => atOneMoment(reader, (one) => readBrandReport(one, tenant, inRound(given))),
    ]);
  const compared = (name: string, query: ReportQuery) =>
    brands(`${name}, compared`, { ...query, compare: "previous_period" });
  const sources = (kind: "domain" | "url", name: string, query: ReportQuery) =>
    cases.push([
      `${kind}s ${name}`,
      () =>
        atOneMoment(reader, (one) =>
          makeSourceReport({ db: one, project: tenant }, { kind, query: inRound(query) }),
        ),
    ]);
  const opportunities = (name: string, given: ReportQuery) =>
    cases.push([
      `20 opportunities ${name}`,
      async () => {
        const query = inRound(given);
        await atOneMoment(reader, async (one) => {
          const gaps = (await findGaps(one, tenant, query)).sort(bySize).slice(0, 20);
          const evidenceOf = (of: "source" | "prompt") => (one: Database) => {
            const ids = gaps.filter((gap) => gap.of === of).map(({ place }) => place.id);
            return readEvidence(one, tenant, { scope: query, of, ids });
          };
          await readBoth(one, [evidenceOf("source"), evidenceOf("prompt")], { isLong: true });
        });
      },
    ]);
  for (const length of [30, 90, 365]) {
    opportunities(`${length} days`, queryOf(length));
    const naming = queryOf(length, filter("brand_id", brand));
    opportunities(`${length} days, naming one brand`, naming);
    brands(`${length} days`, queryOf(length));
    compared(`${length} days`, queryOf(length));
    compared(`${length} days by topic`, queryOf(length, { dimensions: ["topic_id"] }));
    compared(`${length} days by prompt`, queryOf(length, { dimensions: ["prompt_id"] }));
    brands(`${length} days by topic`, queryOf(length, { dimensions: ["topic_id"] }));
    brands(`${length} days by date`, queryOf(length, { dimensions: ["date"] }));
    brands(`${length} days by week`, queryOf(length, { dimensions: ["week"] }));
    brands(`${length} days by month`, queryOf(length, { dimensions: ["month"] }));
    brands(`${length} days, one tag`, queryOf(length, filter("tag_id", tag)));
    brands(`${length} days, one prompt`, queryOf(length, filter("prompt_id", prompt)));
    for (const kind of ["domain", "url"] as const) {
      sources(kind, `${length} days`, queryOf(length));
      sources(kind, `${length} days, branded excluded`, queryOf(length, { branded: "exclude" }));
      sources(kind, `${length} days, compared`, queryOf(length, { compare: "previous_period" }));
      sources(kind, `${length} days by month`, queryOf(length, { dimensions: ["month"] }));
      sources(kind, `${length} days, one tag`, queryOf(length, filter("tag_id", tag)));
      sources(kind, `${length} days, naming one brand`, naming);
    }
  }
  console.log(
    `\n| report over ${days * PER_DAY} answers | median ms | slowest of ${ROUNDS} ms | processor of the process ms | process held ms |\n|---|---|---|---|---|`,
  );
  for (const [name, ask] of cases.filter(([name]) => name.includes(values.only))) {
    await ask();
    const times: number[] = [];
    const spent = process.cpuUsage();
    const held = monitorEventLoopDelay({ resolution: 1 });
    held.enable();
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      asked++;
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
