import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { fillProject, LAST_DAY, PER_DAY } from "./fill-project.ts";
import { makeInstallation, withKey } from "./installation.ts";
import { inventAnswer } from "./invented-answers.ts";

/**
 * A web process and a worker under mixed load for long: `node bench/soak.ts --minutes 60 --readers 4`. Readers ask for
 * reports and lists; prompts are made, answered by imports and by a simulated assistant, moved, and deleted
 * with their answers after ten rounds; a brand comes and goes, so that answers are read again. As much is deleted as is
 * stored: what grows leaks. Each minute: memory of both processes, connections, answers, dead rows, bytes, calls.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    /** Each asks once in half a second, in the mean. */
    readers: { type: "string", default: "4" },
    answers: { type: "string", default: "30000" },
  },
});
/** Rounds of changes that are kept, and how long one waits for the next. */
const [KEPT, PAUSE_MS] = [10, 5_000];
const BATCH = 50;
const ASSISTANT = "simulated-soak";
const range = { date_from: addDays(LAST_DAY, -29), date_to: LAST_DAY };
const until = performance.now() + Number(values.minutes) * 60_000;
const isOver = () => performance.now() > until;

const api = (path: string) => `/api/v1${path}`;
const days = `date_from=${range.date_from}&date_to=${range.date_to}`;
const READS: readonly [method: string, path: string, body?: unknown][] = [
  ["POST", api("/reports/brands"), { ...range, compare: "previous_period" }],
  ["POST", api("/reports/brands"), { ...range, dimensions: ["date"], limit: 1_000 }],
  ["POST", api("/reports/domains"), range],
  ["POST", api("/reports/urls"), { ...range, dimensions: ["week"] }],
  ["GET", api(`/chats?${days}&limit=50`)],
  ["GET", api(`/chats?${days}&search=brand`)],
  ["GET", api(`/opportunities?${days}&limit=5`)],
  ["GET", api(`/actions?${days}&limit=5`)],
  ["GET", api("/prompts?limit=100")],
  ["GET", "/healthz"],
];

const { db, serve, clear } = await makeInstallation();
const failed: Record<string, number> = {};
let times: number[] = [];
try {
  const days = Math.ceil(Number(values.answers) / PER_DAY);
  const { project_id, key } = await withKey(db, await fillProject(db, days));
  await insertTarget(db, { project_id }, assistant());
  const { origin, children } = await serve();
  const call = makeCall(origin, key);
  const readers = Array.from({ length: Number(values.readers) }, () => read(call));
  await Promise.all([...readers, change(call), comeAndGo(call), watch(children)]);
} finally {
  await clear();
}

type Call = (method: string, path: string, body?: unknown) => Promise<string>;

function assistant() {
  const name = { slug: ASSISTANT, name: "Soak", provider: "simulated", requested_model: "one" };
  return {
    ...({ ...name, surface: "local", base_url: null, parameters: {}, samples_per_day: 1 } as const),
    supports: { search_queries: true, retrieved: true, cited: true, location: true },
    ...{ api_key: null, api_key_hint: null, concurrency: 4, requests_per_minute: null },
    // Asked by runs alone: the plan would ask all prompts.
    ...{ price: null, has_canary: false },
  };
}

/** Calls the server, notes how long it takes and counts what is refused. */
function makeCall(origin: string, key: string): Call {
  return async (method, path, body) => {
    const started = performance.now();
    const isText = typeof body === "string";
    const answer = await fetch(origin + path, {
      method,
      headers: {
        "x-api-key": key,
        accept: "application/json, text/event-stream, text/csv",
        ...(body !== undefined && {
          "content-type": isText ? "application/x-ndjson" : "application/json",
        }),
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    times.push(performance.now() - started);
    const name = `${method} ${path.split("?")[0]} ${answer.status}`;
    // A brand whose answers are being read again is not deleted meanwhile.
    const isBusy = answer.status === 409 && method === "DELETE";
    if (!answer.ok && !isBusy) failed[name] = (failed[name] ?? 0) + 1;
    return text;
  };
}

async function read(call: Call): Promise<void> {
  while (!isOver()) {
    const [method, path, body] = READS[Math.floor(Math.random() * READS.length)] ?? ["GET", "/"];
    await call(method, path, body);
    await sleep(1_000 * Math.random());
  }
}

/** Prompts come with answers of many days, are asked and moved, and go after some rounds with all of these. */
async function change(call: Call): Promise<void> {
  const alive: string[][] = [];
  for (let round = 0; !isOver(); round++) {
    const made = await call("POST", api("/prompts"), {
      prompts: [1, 2].map((n) => ({ text: `Soak question ${round}, ${n}?` })),
    });
    const ids = JSON.parse(made).data.map(({ id }: { id: string }) => id);
    alive.push(ids);
    const lines = Array.from({ length: BATCH }, (_, n) =>
      JSON.stringify({
        ...inventAnswer(n * 300 + (n % 7)),
        ...{ external_id: `soak${round}-${n}`, prompt: `Soak question ${round}, ${1 + (n % 2)}?` },
      }),
    );
    await call("POST", api("/chats/import"), lines.join("\n"));
    await call("POST", api("/runs"), { prompt_ids: ids, model_ids: [`mdl_${ASSISTANT}`] });
    await call("PATCH", api(`/prompts/${ids[0]}`), { topic_id: null });
    if (alive.length > KEPT) {
      await call("POST", api("/prompts/delete"), { prompt_ids: alive.shift() });
    }
    await sleep(PAUSE_MS);
  }
}

/** A brand that is tracked for a minute, so that all answers are read again, twice; it goes once these are. */
async function comeAndGo(call: Call): Promise<void> {
  while (!isOver()) {
    const { id } = JSON.parse(await call("POST", api("/brands"), { name: "Soakington" }));
    await sleep(60_000);
    while (!isOver() && id && (await call("DELETE", api(`/brands/${id}`))) !== "")
      await sleep(5_000);
    await sleep(60_000);
  }
}

/** Says each minute what is used; at last what the second and the last quarter had in the mean. */
async function watch(children: readonly { pid?: number | undefined }[]): Promise<void> {
  const seen: Record<string, number>[] = [];
  while (!isOver()) {
    await sleep(60_000);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from answers)::int as answers,
        (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
        (select sum(n_dead_tup) from pg_stat_user_tables)::int as dead_rows,
        (pg_database_size(current_database()) / 1000000)::int as mb,
        (select count(*) from graphile_worker._private_jobs)::int as jobs`.execute(db);
    const sorted = times.toSorted((left, right) => left - right);
    times = [];
    const now: Record<string, number> = {
      ...{ web_mb: memoryOf(children[0]?.pid), worker_mb: memoryOf(children[1]?.pid) },
      ...rows[0],
      calls: sorted.length,
      p50_ms: Math.round(sorted[sorted.length >> 1] ?? 0),
      p95_ms: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
    };
    seen.push(now);
    console.log(seen.length, JSON.stringify(now));
  }
  const quarter = Math.floor(seen.length / 4);
  const mean = (those: typeof seen, name: string) =>
    Math.round(those.reduce((sum, one) => sum + (one[name] ?? 0), 0) / Math.max(1, those.length));
  for (const name of Object.keys(seen[0] ?? {})) {
    const [second, last] = [seen.slice(quarter, 2 * quarter), seen.slice(-quarter)];
    console.log(
      `${name}: ${mean(second, name)} in the second quarter, ${mean(last, name)} in the last`,
    );
  }
  console.log("refused:", failed);
}

/** Megabytes of memory that a process has. */
function memoryOf(pid: number | undefined): number {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(found?.[1] ?? 0) / 1_000);
}
