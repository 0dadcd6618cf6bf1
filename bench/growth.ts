import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { migrateQueue } from "#adapters/queue.ts";
import type { Database } from "#core/database.ts";
import { fillProject, MODELS, PROMPTS } from "./fill-project.ts";
import { type Filled, listTasks, type Task } from "./growth-measures.ts";
import { exponentOf, median, timeInTurns } from "./in-turns.ts";
import { copyProject, fillSmall, findSmall } from "./many-projects.ts";

/**
 * How what is done in a project grows with its answers: `node bench/growth.ts --sizes 30000,100000,300000,1000000`;
 * or with the projects beside it: `node bench/growth.ts --projects 1,20,200 --answers-each 5000`. Each size has a
 * database of its own, embedded or on the server that `--database` names, where `--keep` leaves it for the next time. Times lists, every report of bench/reports.ts, an import, reading again, deletion, backup and
 * restore, at all sizes in turns, since the speed of a machine changes. Prints medians and b of ms = a * n^b, fitted to
 * the medians and to the fastest rounds. A time in brackets is over fewer days than its name says, and is not fitted.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "30000,100000,300000" },
    projects: { type: "string", default: "" },
    "answers-each": { type: "string", default: "5000" },
    /** Days that reports are asked over. */
    lengths: { type: "string", default: "30,all" },
    only: { type: "string", default: "lists,reports,changes,backup" },
    /** Leaves out reports with filters, which are counted in facts: over years of them these take minutes. */
    unfiltered: { type: "boolean", default: false },
    /** Prompts that 3 models are asked every day. */
    prompts: { type: "string", default: String(PROMPTS) },
    /** Address of a PostgreSQL server; whoever signs in there may create databases. */
    database: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});
// Filling and reading a great database may take minutes a statement.
const DAY_SECONDS = 86_400;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

const sizes = (values.projects || values.sizes).split(",").map(Number);
if (!sizes.every((one, place) => one > (sizes[place - 1] ?? 0)))
  throw new Error("--sizes and --projects take rising numbers, as in 15000,30000.");
const lengths = values.lengths.split(",").map((one) => (one === "all" ? Infinity : Number(one)));
if (lengths.some(Number.isNaN)) throw new Error("--lengths takes days or all, as in 30,90,all.");

const folder = mkdtempSync(join(tmpdir(), "earshot-bench-growth-"));
const stops: (() => Promise<unknown>)[] = [];
let cleared: Promise<void> | undefined;
/** Nothing is left, also where it is interrupted. */
async function clear(): Promise<void> {
  // Databases first, so that what is being asked of them ends.
  for (const stop of stops.splice(0)) await stop().catch(() => {});
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of SIGNALS)
  process.on(signal, () => {
    cleared ??= clear();
    void cleared.finally(() => process.exit(1));
  });
try {
  const filled = await Promise.all(sizes.map(fill));
  const asked = { lengths, only: values.only.split(","), isUnfiltered: values.unfiltered };
  await measure(await Promise.all(filled.map((one) => listTasks(one, asked))));
} finally {
  cleared ??= clear();
  await cleared;
}

async function fill(size: number): Promise<Filled> {
  const data_dir = join(folder, String(size));
  mkdirSync(data_dir);
  const connection = await (values.database
    ? makeDatabaseOn(values.database, size)
    : startDatabase(data_dir));
  const pool = makePool(connection, { size: 4, statement_seconds: DAY_SECONDS });
  stops.unshift(() => pool.end());
  await migrate(pool);
  await migrateQueue(pool, { info() {}, warn: console.error, error: console.error });
  const db = makeDatabase(pool);
  return { ...(await fillOne(db, size)), db, folder: data_dir };
}

async function startDatabase(data_dir: string) {
  const { connection, stop } = await startEmbeddedPostgres({ data_dir, log: () => {} });
  stops.push(stop);
  return connection;
}

async function makeDatabaseOn(server: string, size: number) {
  const name = `earshot_growth_${values.projects ? "projects_" : ""}${size}`;
  const admin = new pg.Client(server);
  await admin.connect();
  const { rowCount } = await admin.query("select from pg_database where datname = $1", [name]);
  if (!rowCount) await admin.query(`create database ${name}`);
  stops.push(async () => {
    if (!values.keep) await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const address = new URL(server);
  address.pathname = name;
  return { url: address.href };
}

async function fillOne(db: Database, size: number) {
  if (values.projects) {
    const answers = Number(values["answers-each"]);
    const kept = await findSmall(db, { answers, projects: size });
    if (kept) return kept;
    const made = await fillSmall(db, answers);
    await copyProject(db, made.project_id, size);
    return made;
  }
  const prompts = Number(values.prompts);
  const days = Math.ceil(size / (prompts * MODELS));
  return { days, project_id: await fillProject(db, days, { prompts }) };
}

/** Each task at all sizes, a row of the table. */
async function measure(tasks: readonly Task[][]): Promise<void> {
  const of = values.projects ? `projects of ${values["answers-each"]} answers` : "answers";
  console.log(`\n| ms by ${of} | ${sizes.join(" | ")} | b | b of the fastest |`);
  console.log(`|---|${"---|".repeat(sizes.length + 2)}`);
  const missed: string[] = [];
  for (const place of tasks[0]?.keys() ?? []) {
    const same = tasks.flatMap((list) => list[place] ?? []);
    const times = await timeInTurns(same);
    const medians = times.map(median);
    const shown = medians.map((ms, place) => show(ms, same[place]?.is_cut));
    const fits = [medians, times.map((all) => Math.min(...all))].map((ms) => fit(same, ms));
    console.log(`| ${same[0]?.name} | ${[...shown, ...fits].join(" | ")} |`);
    const isMissed = medians.some((ms, place) => ms > (same[place]?.aim_ms ?? Infinity));
    if (isMissed) missed.push(`${same[0]?.name} (${same[0]?.aim_ms} ms)`);
  }
  console.log(`\nAims that are missed: ${missed.join(", ") || "none"}.`);
}

function show(ms: number, isCut = false): string {
  const text = ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0);
  return isCut ? `(${text})` : text;
}

function fit(tasks: readonly Task[], times: readonly number[]): string {
  const points = sizes.map((n, place) => ({ n, ms: times[place] ?? Number.NaN }));
  const whole = points.filter((_, place) => !tasks[place]?.is_cut);
  return exponentOf(whole)?.toFixed(2) ?? "";
}
