import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { queueOn } from "#adapters/queue.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { insertOrganisation } from "#domain/accounts/account-queries.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { insertProject } from "#domain/projects/project-queries.ts";
import { DELIVER_WEBHOOK } from "#domain/webhooks/webhook.ts";
import { fillProject, LAST_DAY, PER_DAY } from "./fill-project.ts";
import { makeInstallation, withKey } from "./installation.ts";

/**
 * A big project at its worst beside a quiet one, on a web process and a worker: what the quiet one waits for.
 * `node bench/noisy-project.ts --answers 192000`.
 */
const { values } = parseArgs({ options: { answers: { type: "string", default: "192000" } } });
const ROUNDS = 4;
const CALLS_PER_ROUND = 50;
const REPORTS_AT_ONCE = 12;
const days = Math.ceil(Number(values.answers) / PER_DAY);
const range = { date_from: addDays(LAST_DAY, 1 - days), date_to: LAST_DAY };

type Side = { project_id: number; key: string };
type Call = (key: string, method: string, path: string, body?: unknown) => Promise<Response>;

const { db, serve, clear } = await makeInstallation();
try {
  const noisy = await withKey(db, await fillProject(db, days));
  const quiet = await withKey(db, await addQuiet(db));
  const { origin } = await serve({ CAPTURE_SLOTS: "2" });
  const call: Call = (key, method, path, body) =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        "x-api-key": key,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await measureReports(call, { noisy, quiet, origin });
  await measureSums(db, call, { noisy, quiet });
  await measureJobs(db, call, { noisy, quiet });
} finally {
  await clear();
}

async function addQuiet(db: Database): Promise<number> {
  const organisation_id = await insertOrganisation(db, "Quiet", "brand/enterprise");
  const project = { organisation_id, name: "Quiet", domain: "quiet.example" };
  return insertProject(db, { ...project, country_code: "US", language_code: "en" });
}

/** 3.1: reports of the noisy one, `REPORTS_AT_ONCE` at a time, beside lists of the quiet one; alternately without. */
async function measureReports(
  call: Call,
  { noisy, quiet, origin }: { noisy: Side; quiet: Side; origin: string },
): Promise<void> {
  const alone: number[] = [];
  const beside: number[] = [];
  const statuses: Record<string, number> = {};
  const count = (name: string) => {
    statuses[name] = (statuses[name] ?? 0) + 1;
  };
  for (let round = 0; round < ROUNDS; round++) {
    await askQuiet(call, quiet, alone, count);
    let isOn = true;
    const reports = Array.from({ length: REPORTS_AT_ONCE }, async (_, index) => {
      const what = index % 2 ? "urls" : "brands";
      while (isOn) {
        const { status, headers } = await call(noisy.key, "POST", `/reports/${what}`, {
          ...range,
          dimensions: ["date", "tag_id"],
        });
        count(
          `noisy ${status}${status === 429 && !headers.get("retry-after") ? " without Retry-After" : ""}`,
        );
      }
    });
    const ready = (async () => {
      while (isOn) {
        count(`readyz ${(await fetch(`${origin}/readyz`)).status}`);
        await sleep(200);
      }
    })();
    await sleep(500);
    await askQuiet(call, quiet, beside, count);
    isOn = false;
    await Promise.all([...reports, ready]);
  }
  show("lists of the quiet one alone", alone);
  show(`beside ${REPORTS_AT_ONCE} reports at once`, beside);
  const ratio = (part: number) => (at(beside, part) / at(alone, part)).toFixed(1);
  console.log(`ratio: p50 ${ratio(0.5)}, p95 ${ratio(0.95)};`, statuses);
}

async function askQuiet(
  call: Call,
  { key }: Side,
  times: number[],
  count: (name: string) => void,
): Promise<void> {
  for (let index = 0; index < CALLS_PER_ROUND; index++) {
    const started = performance.now();
    const path = ["/topics", "/brands", "/prompts", "/tags"][index % 4] ?? "";
    const answer = await call(key, "GET", path);
    await answer.text();
    times.push(performance.now() - started);
    count(`quiet ${answer.status}`);
  }
}

/** 3.3: every day of the noisy one is to be summed again, then a day of the quiet one; then a prompt moves. */
async function measureSums(
  db: Database,
  call: Call,
  { noisy, quiet }: { noisy: Side; quiet: Side },
): Promise<void> {
  const prompt_id = encodeId("prm", 7);
  const topic_id = encodeId("top", 1);
  const moved = performance.now();
  const { status } = await call(noisy.key, "PATCH", `/prompts/${prompt_id}`, { topic_id });
  const left = await countDirty(db, noisy);
  console.log(
    `a prompt moves to another topic: ${status} in ${Math.round(performance.now() - moved)} ms, ${left} days to sum`,
  );
  await sql`insert into rollup_dirty (project_id, day)
    select distinct project_id, day from answers where project_id = ${noisy.project_id}`.execute(
    db,
  );
  while ((await countDirty(db, noisy)) === days) await sleep(100);
  const started = performance.now();
  await sql`insert into rollup_dirty (project_id, day) values (${quiet.project_id}, ${LAST_DAY})`.execute(
    db,
  );
  while ((await countDirty(db, quiet)) > 0) await sleep(50);
  const waited = seconds(started);
  const others = await countDirty(db, noisy);
  while ((await countDirty(db, noisy)) > 0) await sleep(200);
  console.log(
    `the quiet one's day waited ${waited} s behind a project with ${others} of ${days} days left; those took ${seconds(started)} s in all`,
  );
}

async function countDirty(db: Database, { project_id }: Side): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(distinct day) as days from rollup_dirty where project_id = ${project_id}`.execute(
    db,
  );
  return rows[0]?.days ?? 0;
}

/** 3.2: the noisy one's answers are read again; the plan and a webhook of the quiet one. */
async function measureJobs(
  db: Database,
  call: Call,
  { noisy, quiet }: { noisy: Side; quiet: Side },
): Promise<void> {
  const made = await call(noisy.key, "POST", "/brands", { name: "Brandnew" });
  if (made.status !== 201) throw new Error(await made.text());
  while (!(await isRunning(db, "detect_again"))) await sleep(50);
  const waits: Record<string, string> = {};
  for (const [job, input] of [
    [planCaptures, {}],
    [DELIVER_WEBHOOK, { project_id: quiet.project_id, delivery_id: 1 }],
  ] as const) {
    const started = performance.now();
    await queueOn(db).add(job, input, { key: `bench ${job.name}` });
    const waiting = async () => {
      const { rows } = await sql`select from graphile_worker._private_jobs
        where key = ${`bench ${job.name}`} and locked_at is null`.execute(db);
      return rows.length > 0;
    };
    while (await waiting()) await sleep(20);
    waits[job.name] = `${seconds(started)} s`;
  }
  console.log(
    "beside answers that are read again, began after:",
    waits,
    "still read:",
    await isRunning(db, "detect_again"),
  );
}

async function isRunning(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs
    where task_identifier = ${name} and locked_at is not null`.execute(db);
  return rows.length > 0;
}

function at(times: readonly number[], part: number): number {
  return (
    [...times].sort((left, right) => left - right)[Math.floor(times.length * part)] ?? Number.NaN
  );
}

function show(what: string, times: readonly number[]): void {
  console.log(
    `${what}: p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms of ${times.length}`,
  );
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
