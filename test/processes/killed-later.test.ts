import assert from "node:assert/strict";
import { test } from "node:test";
import { makeLaterWorld, type VendorCall } from "../kit/later-vendor.ts";
import { urlOf } from "../kit/real-server.ts";
import { findErrors, readBooks, storm } from "../kit/worker-storm.ts";

const PROMPTS = 40;

test("a worker killed again and again while it hands over and fetches: nothing is accepted twice, and every question ends", async () => {
  const accepted = new Map<string, string>();
  const keys = new Map<string, string>();
  // Slow on both ways, so that kills fall between acceptance and the stored ticket, and between answer and stored answer.
  const serve = ({ method, url, body, json }: VendorCall) => {
    const later = (answer: object, status = 200) => setTimeout(() => json(answer, status), 150);
    if (method !== "POST") {
      const id = url.split("/").at(-1) ?? "";
      const response = { text: `Acme. ${accepted.get(id)}` };
      return later({ task: { id, status: "COMPLETED" }, response });
    }
    const { idempotencyKey, payload } = Object(body);
    if (keys.has(idempotencyKey)) return later({ error: "already used" }, 409);
    const id = `t${accepted.size + 1}`;
    keys.set(idempotencyKey, id);
    accepted.set(id, payload.prompt);
    later({ task: { id, status: "QUEUED" } });
  };
  const starts_at = `${new Date().toISOString().slice(0, 10)}T23:59:00Z`;
  const given = { provider: "cloro_chatgpt", prompts: PROMPTS, serve, starts_at };
  const { world } = await makeLaterWorld(given);
  await world.pool.query("update capture_tasks set run_after = now(), asked_at = now()");
  // The workers have a vault of their own.
  await world.pool.query("update capture_targets set api_key = null");
  const { kills, crashes, problems } = await storm({
    ...{ pool: world.pool, database_url: urlOf(world), workers: 2 },
    ...{ kill_every: { steps: 8 }, limit_ms: 600_000 },
  });
  await world.runJobs();
  const books = await readBooks(world.pool);
  assert.deepEqual(findErrors(books, PROMPTS), [], JSON.stringify(books));
  assert.deepEqual([crashes, problems], [0, []]);
  assert.ok(kills > 5, `${kills} kills`);
  const asked = [...accepted.values()];
  assert.equal(new Set(asked).size, asked.length, "a question was accepted twice");
  const { rows } = await world.pool.query(
    "select distinct error from capture_tasks where status = 'failed'",
  );
  for (const { error } of rows) assert.match(error, /^It may have been accepted and was not asked/);
  assert.equal(books.tasks["done"] ?? 0, books.answers);
});
