import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { TypedPrice } from "#core/ports.ts";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { jobContext } from "./event-checks.ts";
import { queryProject } from "./failing-provider.ts";
import { startProviderServer } from "./provider-server.ts";
import { waitFor } from "./wait-for.ts";
import { makeWorld } from "./world.ts";

const SLOW_MS = 15;
const WORKERS = 8;
/** How far a worker with nothing to do moves the time, for what waits a second; a slow machine's clock is not asked. */
const IDLE_MS = 300;

/**
 * A project that asks one model `prompts` questions; each answer says that it used and cost what `usage`
 * holds, and failed with `error` where there is one, once `together` questions were asked. */
export async function makePriced({
  prompts,
  provider,
  model,
  price = null,
}: {
  prompts: number;
  provider: "openai" | "openrouter";
  model: string;
  price?: TypedPrice | null;
}) {
  let time = Date.parse("2026-11-22T20:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const { project, pool } = world;
  await pool.query("update projects set status = 'paused' where project_id <> $1", [
    project.project_id,
  ]);
  const state = {
    usage: {} as Record<string, unknown>,
    error: null as { code: number; message: string } | null,
    asked: 0,
    open: 0,
    most_open: 0,
    together: 1,
    idle_ms: IDLE_MS,
  };
  const server = await startProviderServer(async (response) => {
    state.asked += 1;
    state.open += 1;
    state.most_open = Math.max(state.most_open, state.open);
    await sleep(SLOW_MS);
    await waitFor("questions asked together", () => state.asked >= state.together);
    state.open -= 1;
    const text = `Acme is best, says answer ${state.asked}.`;
    const { usage, error } = state;
    const body =
      provider === "openai"
        ? { output: [{ type: "message", content: [{ type: "output_text", text }] }], model, usage }
        : { choices: [{ message: { content: text }, error }], model, usage };
    response.end(JSON.stringify(body));
  });
  after(() => server.close());
  await insertTarget(world.db, project, {
    ...{ slug: "priced", name: "Priced", provider, surface: "api", requested_model: model, price },
    ...{ base_url: server.base_url, parameters: {}, api_key: null, api_key_hint: null },
    ...{ samples_per_day: 1, concurrency: 8, requests_per_minute: null },
    supports: { search_queries: false, retrieved: false, cited: true, location: true },
  });
  const texts = Array.from({ length: prompts }, (_, index) => ({ text: `Best boots, ${index}?` }));
  await world.rest("POST", "/prompts", { prompts: texts });
  await planCaptures.handler(jobContext(world), {});
  const isOver = async () => {
    const left =
      "select from capture_tasks where project_id = $1 and status in ('queued', 'running')";
    return (await queryProject(world, left)).length === 0;
  };
  const loop = async () => {
    while (!(await isOver())) {
      if (await workOnce(jobContext(world))) continue;
      time += state.idle_ms;
      await sleep(SLOW_MS);
    }
  };
  return {
    ...{ world, state },
    /** Asks with all workers, or so many, until every task has ended. */
    work: async (workers = WORKERS) => {
      await Promise.all(Array.from({ length: workers }, loop));
    },
  };
}
