import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { addDays } from "#core/period.ts";
import { insertUser } from "#domain/accounts/account-queries.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { chromiumPath } from "../test/kit/chromium.ts";
import { fillProject, LAST_DAY, PER_DAY } from "./fill-project.ts";
import { type PageCall, recordPages } from "./page-calls.ts";
import { spawnServer, stop } from "./spawn-server.ts";

/**
 * The dashboard on a project of 100,000 answers: how long until the first chart in a real browser, how much script
 * that takes, and how fast the server answers people who look around while answers are captured:
 * `node bench/dashboard.ts --answers 100000 --people 20 --seconds 60`. With `--data FOLDER` what it filled stays for the next time.
 */
const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "100000" },
    data: { type: "string" },
    people: { type: "string", default: "20" },
    seconds: { type: "string", default: "60" },
    /** Answers a minute that are captured meanwhile at most; 0: as many as there can be. */
    captures: { type: "string", default: "0" },
    /** How long a person looks at a page, in the mean. */
    reading: { type: "string", default: "5" },
    /** The days end today, so that what is captured changes what every page shows. */
    today: { type: "boolean", default: false },
  },
});
const PORT = Number(process.env["BENCH_PORT"] ?? 8840);
const ORIGIN = `http://localhost:${PORT}`;
const [EMAIL, PASSWORD] = ["bench@example.com", "a long bench password"];
const LAST = values.today ? new Date().toISOString().slice(0, 10) : LAST_DAY;
const RANGE = { date_from: addDays(LAST, -29), date_to: LAST };

type Call = [name: string, input: Record<string, unknown>];

async function main(): Promise<void> {
  const data_dir = values.data ?? (await mkdtemp(join(tmpdir(), "earshot-bench-")));
  let server: ChildProcess | undefined;
  try {
    if (!existsSync(join(data_dir, "postgres"))) await fill(data_dir);
    server = await startServer(data_dir);
    const cookie = await signIn();
    const project = await firstProject(cookie);
    const pages = await look(project);
    await capture(cookie, project);
    await visit(cookie, project, pages);
    process.stdout.write(`memory of the server: ${await memoryOf(server)} MB\n`);
  } finally {
    if (server) await stop(server);
    if (!values.data) await rm(data_dir, { recursive: true, force: true });
  }
}

async function fill(data_dir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ data_dir, log: () => {} });
  const pool = makePool(postgres.connection, { size: 4 });
  try {
    await migrate(pool);
    const db = makeDatabase(pool);
    await fillProject(db, Math.ceil(Number(values.answers) / PER_DAY), { last: LAST });
    const user = { email: EMAIL, name: "", password_hash: await hashPassword(PASSWORD) };
    await insertUser(db, user, { organisation_id: 1, role: "owner" });
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

async function startServer(data_dir: string): Promise<ChildProcess> {
  const server = await spawnServer({ DATA_DIR: data_dir, PORT: String(PORT), BASE_URL: ORIGIN });
  // The dashboard is there when its page is no longer refused as being built.
  while ((await fetch(`${ORIGIN}/share/none`)).status === 503) {
    await new Promise((done) => setTimeout(done, 100));
  }
  return server;
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${ORIGIN}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** Calls an operation as the dashboard does; resolves with the answer's body, or throws what it said. */
async function call(cookie: string, [name, input]: Call) {
  const answer = await fetch(`${ORIGIN}/app/call/${name}`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json", origin: ORIGIN },
    body: JSON.stringify(input),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${name}: ${answer.status} ${text.slice(0, 300)}`, { cause: answer.status });
  }
  return JSON.parse(text);
}

/** A page asks again what the server is too busy for. */
function passBusy(error: Error): undefined {
  if (error.cause !== 429) throw error;
}

async function firstProject(cookie: string): Promise<string> {
  const { data } = await call(cookie, ["list_projects", {}]);
  return data[0].id;
}

/** Notes the milliseconds from a page's address to its first chart; asking from outside would be half a second too coarse. */
const TELL_FIRST_CHART = `new MutationObserver((_, watch) => {
  if (!document.querySelector("svg.chart path")) return;
  watch.disconnect();
  requestAnimationFrame(() => { window.firstChart = performance.now(); });
}).observe(document, { childList: true, subtree: true });`;

/** The first chart of the overview on a warm server: with an empty browser cache, and opened again with what that kept; resolves with what pages ask for. */
async function look(project: string): Promise<PageCall[][]> {
  if (!chromiumPath)
    throw new Error("No Chromium is installed here; CHROMIUM names another place.");
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  const home = `${ORIGIN}/projects/${project}`;
  const search = `?from=${RANGE.date_from}&to=${RANGE.date_to}`;
  const address = `${home}${search}`;
  const again: number[] = [];
  try {
    for (let round = 0; round < 4; round++) {
      const context = await browser.newContext();
      // Signing in opens the dashboard; what counts is opening it again.
      const page = await openSignedIn(context);
      await page.addInitScript(TELL_FIRST_CHART);
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.clearBrowserCache");
      await session.send("Network.setCacheDisabled", { cacheDisabled: true });
      const scripts = new Set<string>();
      let bytes = 0;
      session.on("Network.responseReceived", ({ requestId, type }) => {
        if (type === "Script") scripts.add(requestId);
      });
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) bytes += encodedDataLength;
      });
      const milliseconds = await firstChart(page, address);
      const kilobytes = Math.round(bytes / 1_000);
      process.stdout.write(
        `first chart after ${milliseconds} ms, ${kilobytes} kB of script over the wire${round === 0 ? " (first of the browser)" : ""}\n`,
      );
      await session.send("Network.setCacheDisabled", { cacheDisabled: false });
      // The first of these fills the cache.
      for (let time = 0; time < 4; time++) {
        const took = await firstChart(page, address);
        if (time > 0) again.push(took);
      }
      await context.close();
    }
    process.stdout.write(`first chart, opened again: ${again.join(", ")} ms\n`);
    const pages = await recordPages(await openSignedIn(await browser.newContext()), {
      project: home,
      search,
    });
    for (const [place, calls] of pages) {
      process.stdout.write(`page ${place || "/"}: ${calls.length} calls\n`);
    }
    return [...pages.values()];
  } finally {
    await browser.close();
  }
}

async function openSignedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/login`);
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return page;
}

/** Milliseconds from the address to the first chart; the page has gone quiet before and after. */
async function firstChart(page: Page, address: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("svg.chart path").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  return Math.round(Number(await page.evaluate("window.firstChart")));
}

/** Has the simulated engine answer every prompt, so that answers are stored while people look around. */
async function capture(cookie: string, project_id: string): Promise<void> {
  // A data folder that was kept has those of the runs before.
  const name = `Simulated ${new Date().toISOString()}`;
  const target = { name, provider: "simulated", requested_model: "simulated-1" };
  const limits = { concurrency: 4, requests_per_minute: Number(values.captures) || null };
  const { model_id } = await call(cookie, ["create_target", { project_id, ...target, ...limits }]);
  const { planned } = await call(cookie, [
    "run_captures",
    { project_id, samples: 5, model_ids: [model_id] },
  ]);
  process.stdout.write(`${planned} answers are being captured meanwhile\n`);
}

/** People who open one page after the other, each of which asks when it did in a browser. */
async function visit(cookie: string, project_id: string, pages: PageCall[][]): Promise<void> {
  const until = performance.now() + Number(values.seconds) * 1_000;
  const times: { name: string; took: number }[] = [];
  let refused = 0;
  const person = async (number: number) => {
    for (let turn = number; performance.now() < until; turn++) {
      await new Promise((done) => setTimeout(done, 2_000 * Number(values.reading) * Math.random()));
      const calls = pages[turn % pages.length] ?? [];
      await Promise.all(
        calls.map(async ({ name, input, after_ms }) => {
          await new Promise((done) => setTimeout(done, after_ms));
          const started = performance.now();
          const isAnswered = await call(cookie, [name, input]).catch(passBusy);
          if (!isAnswered) refused++;
          else times.push({ name: nameOf(name, input), took: performance.now() - started });
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: Number(values.people) }, (_, number) => person(number)));
  show("all calls", times);
  process.stdout.write(`refused as too busy: ${refused}\n`);
  for (const name of [...new Set(times.map((one) => one.name))].sort()) {
    show(
      name,
      times.filter((one) => one.name === name),
    );
  }
  const { data } = await call(cookie, ["list_runs", { project_id, limit: 1 }]);
  process.stdout.write(`the run meanwhile: ${JSON.stringify(data[0]?.counts ?? data[0])}\n`);
}

function nameOf(name: string, input: Record<string, unknown>): string {
  const { compare, dimensions, filters } = input;
  const by = Array.isArray(dimensions) ? ` by ${dimensions.join()}` : "";
  const fields = Array.isArray(filters) ? filters.map(({ field }) => field).join() : "";
  return `${name}${by}${fields && `, ${fields}`}${compare ? ", compared" : ""}`;
}

function show(name: string, times: readonly { took: number }[]): void {
  const sorted = times.map(({ took }) => took).sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  process.stdout.write(
    `${name}: n ${sorted.length}, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms\n`,
  );
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024);
}

await main();
