import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { REBUILD_ROLLUPS } from "#domain/sums/rebuild-rollups.ts";
import { jobContext } from "../kit/event-checks.ts";
import { startProcess } from "../kit/own-process.ts";
import { startServer, urlOf } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";

// By hand, as an import of two minutes: SECONDS=130 REPORTS=200 ANSWERS=24000 npm test -- <this file>
const REPORTS = Number(process.env["REPORTS"] ?? 30);
const ANSWERS = Number(process.env["ANSWERS"] ?? 6_000);
const SECONDS = Number(process.env["SECONDS"] ?? 0);
const AT_ONCE = 100;
const SETTINGS = { ENCRYPTION_KEY: "a key for tests", LOG_LEVEL: "warn" };

/** Lines of which every second names the brand, some at a time: every batch of an import is even. */
async function* linesOf(name: string, count: number) {
  for (let from = 0; from < count; from += AT_ONCE) {
    const lines = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => {
      const n = from + index;
      return JSON.stringify({
        captured_at: `2026-03-0${1 + (n % 8 < 4 ? 0 : 1)}T10:00:00Z`,
        ...{ prompt: `Which boots last longest on trail ${n % 20}?`, model: "ChatGPT" },
        answer: `${n % 2 === 0 ? "I would pick Acme" : "None stands out"}, ${name} ${n}.`,
      });
    });
    yield `${lines.join("\n")}\n`;
    if (count === ANSWERS) await sleep((SECONDS * 1_000 * AT_ONCE) / ANSWERS);
  }
}

/** Starts the product on a world's database: in one process, or with its background work in another. */
async function startOn(world: World, processes: number): Promise<string> {
  if (processes === 1) return (await startServer(world, SETTINGS)).origin;
  startProcess(["src/worker.ts"], { DATABASE_URL: urlOf(world), GIT_COMMIT: "two", ...SETTINGS });
  return (await startServer(world, { ...SETTINGS, WORKER: "off" })).origin;
}

/** Polls reports until an import and what runs beside it are over; returns how many answers each spoke of. */
async function watch(world: World, origin: string): Promise<number[]> {
  const call = async (path: string, body: BodyInit, type: string) => {
    const headers = { "x-api-key": world.key, "content-type": type };
    const init = { method: "POST", headers, body, duplex: "half" } as const;
    const response = await fetch(`${origin}/api/v1${path}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
    const answer = (await response.json()) as any;
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer;
  };
  let isOver = false;
  const store = async (name: string, count: number) => {
    const parts = linesOf(name, count);
    const stream = new ReadableStream({
      async pull(controller) {
        const { value, done } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(new TextEncoder().encode(value));
      },
    });
    const { imported } = await call("/chats/import", stream, "application/x-ndjson");
    assert.equal(imported, count);
  };
  const whole = store("whole", ANSWERS).finally(() => {
    isOver = true;
  });
  const small = (async () => {
    for (let n = 0; !isOver; n++) await store(`small ${n}`, 4);
  })();
  // In a long run the clock does it.
  const minutes = (async () => {
    while (!isOver && SECONDS < 60) await REBUILD_ROLLUPS.handler(jobContext(world), {});
  })();
  const seen: number[] = [];
  const dimensions = [[], ["model_id"], ["prompt_id"]];
  while (seen.length < REPORTS || !isOver) {
    const range = { date_from: "2026-03-01", date_to: "2026-03-31" };
    const query = { ...range, dimensions: dimensions[seen.length % dimensions.length] };
    const report = await call("/reports/brands", JSON.stringify(query), "application/json");
    const sum = (field: string) =>
      report.data.reduce((all: number, row: Record<string, number>) => all + (row[field] ?? 0), 0);
    const { answers } = report.population;
    assert.equal(sum("visibility_total"), answers);
    assert.equal(2 * sum("visibility_count"), answers, `${sum("visibility_count")} of ${answers}`);
    seen.push(answers);
    await sleep((SECONDS * 900) / REPORTS);
  }
  await Promise.all([whole, small, minutes]);
  return seen;
}

for (const [name, processes] of [
  ["one process", 1],
  ["two processes", 2],
] as const) {
  test(`reports read while answers are stored are never torn, whatever rebuilds sums meanwhile, on ${name}`, async (t) => {
    const world = await makeWorld();
    const began = Date.now();
    const seen = await watch(world, await startOn(world, processes));
    const minutes = Math.floor(Date.now() / 60_000) - Math.floor(began / 60_000);
    const different = new Set(seen).size;
    t.diagnostic(
      `${minutes} minutes crossed; ${seen.length} reports, of ${different} states, up to ${Math.max(...seen)} answers`,
    );
    assert.ok(different > 2, `only ${[...new Set(seen)]} answers were seen on the way`);
  });
}
