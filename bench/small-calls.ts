import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { migrateQueue } from "#adapters/queue.ts";
import { insertOrganisation } from "#domain/accounts/account-queries.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { insertProject } from "#domain/projects/project-queries.ts";
import { freePort } from "../test/kit/real-server.ts";
import { createOnAll, dropOnAll, findServers, spreadOnAll } from "../test/kit/test-cluster.ts";
import { median, timeInTurns } from "./in-turns.ts";
import { withKey } from "./installation.ts";
import { spawnServer, stop } from "./spawn-server.ts";

/**
 * Small calls on one PostgreSQL and on a cluster, in turns:
 * `node bench/small-calls.ts --one postgres://…/postgres --cluster postgres://…/postgres`.
 */
const { values } = parseArgs({
  options: {
    one: { type: "string", default: "postgres://postgres@127.0.0.1:5432/postgres" },
    cluster: { type: "string", default: "postgres://postgres@127.0.0.1:5520/postgres" },
    rounds: { type: "string", default: "60" },
    days: { type: "string", default: "30" },
  },
});
const PROMPTS = 100;
const DAYS = { date_from: "2026-03-01", date_to: "2026-03-30" };
const CALLS: [string, string, object?][] = [
  ["topics", "/topics"],
  ["100 prompts", "/prompts?limit=100"],
  ["20 answers", "/chats?limit=20"],
  ["20 answers of a topic", "/chats?limit=20&topic_id=TOPIC"],
  ["20 searches", "/search-queries?limit=20"],
  ["one answer", "/chats/CHAT"],
  ["brands, 30 days", "/reports/brands", DAYS],
  ["domains, 30 days", "/reports/domains", DAYS],
  ["brands by assistant", "/reports/brands", { ...DAYS, dimensions: ["model_id"] }],
];
const closing: (() => unknown)[] = [];

/** An installation with answers on servers of a database, served; returns how each call is made once. */
async function open(url: string) {
  const servers = await findServers(url);
  const database = `small_${randomBytes(4).toString("hex")}`;
  await createOnAll(servers, database);
  closing.unshift(() => dropOnAll(servers, database));
  const pool = makePool({ ...servers.server, database }, { size: 4 });
  await migrate(pool);
  await migrateQueue(pool, console);
  if (servers.workers.length > 0) await spreadOnAll(servers, database);
  const db = makeDatabase(pool);
  const organisation_id = await insertOrganisation(db, "Acme", "brand/enterprise");
  const market = { country_code: "US", language_code: "en" };
  const project = { organisation_id, name: "Acme", domain: "acme.example", ...market };
  const project_id = await insertProject(db, project);
  await insertBrand(db, { project_id }, { name: "Acme", domains: ["acme.example"], is_own: true });
  const { key } = await withKey(db, project_id);
  await pool.end();
  const port = await freePort();
  const { host, port: at, user } = servers.server;
  const server = await spawnServer({
    ...{
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      WORKER: "off",
      DASHBOARD: "off",
    },
    ...{ DATABASE_URL: `postgresql://${user}@${host}:${at}/${database}`, LOG_LEVEL: "warn" },
    ...{ RATE_LIMIT_PER_MINUTE: "0", ENCRYPTION_KEY: "bench", GIT_COMMIT: "bench" },
  });
  closing.unshift(() => stop(server));
  const call = async (path: string, body?: object | string) => {
    const type = typeof body === "string" ? "application/x-ndjson" : "application/json";
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      headers: { "x-api-key": key, "content-type": type },
      ...(body && { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const topic = await call("/topics", { name: "Kettles" });
  for (const brand of ["Boil", "Steam", "Whistle"]) await call("/brands", { name: brand });
  for (let day = 1; day <= Number(values.days); day++) await call("/chats/import", linesOf(day));
  const { data: prompts } = await call("/prompts?limit=10");
  for (const { id } of prompts) {
    await fetch(`http://127.0.0.1:${port}/api/v1/prompts/${id}`, {
      method: "PATCH",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ topic_id: topic.id }),
    });
  }
  const { data: chats } = await call("/chats?limit=1");
  return (path: string, body?: object) =>
    call(path.replace("TOPIC", topic.id).replace("CHAT", chats[0].id), body);
}

function linesOf(day: number): string {
  return Array.from({ length: PROMPTS }, (_, n) =>
    JSON.stringify({
      captured_at: new Date(Date.UTC(2026, 2, day, 6)).toISOString(),
      ...{ prompt: `Which kettle lasts for kitchen ${n}?`, model: n % 2 ? "ChatGPT" : "Gemini" },
      answer: `${["Acme", "Boil", "Steam", "Whistle"][n % 4]} is good, then Acme.`.repeat(5),
      search_queries: [`best kettle ${n}`],
      sources: [1, 2, 3].map((one) => ({
        url: `https://k${(n * one) % 40}.example/${n}`,
        cited: true,
      })),
    }),
  ).join("\n");
}

try {
  const one = await open(values.one);
  const cluster = await open(values.cluster);
  for (const [name, path, body] of CALLS) {
    const rounds = Number(values.rounds);
    const tasks = [one, cluster].map((ask) => ({ ask: () => ask(path, body), rounds }));
    const [left = [], right = []] = await timeInTurns(tasks as never);
    const words = [left, right].map(
      (of) => `${median(of).toFixed(1)} (${Math.min(...of).toFixed(1)})`,
    );
    const ratio = (median(right) / median(left)).toFixed(2);
    const least = (Math.min(...right) / Math.min(...left)).toFixed(2);
    console.log(`| ${name} | ${words.join(" | ")} | ${ratio} | ${least} |`);
  }
} finally {
  for (const close of closing) await close();
}
