import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { addDays } from "#core/period.ts";
import { LAST_DAY } from "./fill-project.ts";
import { at, pollHealth } from "./health-poller.ts";
import { spawnServer, stop } from "./spawn-server.ts";

/**
 * How long `/healthz` takes while the server answers its largest reports, over what `bench/reports.ts --keep` filled:
 * `node bench/reports.ts --answers 1000000 --data /tmp/bench --keep && node bench/healthz.ts --data /tmp/bench`.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string", default: "/tmp/earshot-bench" },
    seconds: { type: "string", default: "8" },
  },
});
const PORT = Number(process.env["BENCH_PORT"] ?? 8834);
const ORIGIN = `http://127.0.0.1:${PORT}`;
const environment = {
  ...{ DATA_DIR: values.data, PORT: String(PORT), RATE_LIMIT_PER_MINUTE: "0", DASHBOARD: "off" },
};

type Body = Record<string, unknown>;

function reportOf(days: number, rest: Body = {}): Body {
  const date_to = addDays(LAST_DAY, -3);
  return { date_from: addDays(date_to, 1 - days), date_to, limit: 1000, ...rest };
}

const compared = { compare: "previous_period" };
const CASES: [string, string, Body][] = [
  ["nothing else", "", {}],
  ["brands, 30 days", "brands", reportOf(30)],
  ["brands, 30 days, compared", "brands", reportOf(30, compared)],
  ["brands, 90 days, compared", "brands", reportOf(90, compared)],
  ["brands, 365 days by date, 1,000 rows", "brands", reportOf(365, { dimensions: ["date"] })],
  ["brands, 30 days by prompt, 1,000 rows", "brands", reportOf(30, { dimensions: ["prompt_id"] })],
  ["urls, 90 days, 1,000 rows", "urls", reportOf(90)],
  ["urls, 365 days by month, 1,000 rows", "urls", reportOf(365, { dimensions: ["month"] })],
  ["domains, 90 days, compared, 1,000 rows", "domains", reportOf(90, compared)],
];

async function makeKey(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["src/commands/earshot.ts", "key", "create", "--name", "bench"],
    { env: { ...process.env, ...environment } },
  );
  const key = stdout.match(/earshot_sk_\S+/)?.[0];
  if (!key) throw new Error(`no key was made: ${stdout}`);
  return key;
}

async function measure(key: string): Promise<void> {
  const health = pollHealth(ORIGIN);
  const ask = async (report: string, body: Body) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const started = performance.now();
    const url = `${ORIGIN}/api/v1/reports/${report}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${report}: ${answer.status} ${text}`);
    return performance.now() - started;
  };
  console.log(
    "| while this report is asked for again and again | its median ms | /healthz median ms | p99 ms | slowest ms | asked |\n|---|---|---|---|---|---|",
  );
  for (const [name, report, body] of CASES) {
    if (report) for (let warm = 0; warm < 3; warm++) await ask(report, body);
    await health.take();
    const times: number[] = [];
    const until = performance.now() + Number(values.seconds) * 1_000;
    while (performance.now() < until) {
      if (report) times.push(await ask(report, body));
      else await new Promise((done) => setTimeout(done, 100));
    }
    times.sort((left, right) => left - right);
    const polled = await health.take();
    const figures = [at(times, 0.5), at(polled, 0.5), at(polled, 0.99), at(polled, 1)];
    console.log(`| ${name} | ${figures.join(" | ")} | ${polled.length} |`);
  }
  await health.stop();
}

const key = await makeKey();
const server = await spawnServer(environment);
try {
  await measure(key);
} finally {
  await stop(server);
}
