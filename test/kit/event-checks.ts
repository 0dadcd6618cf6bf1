import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { AccountContext } from "#core/context.ts";
import { run } from "#core/run.ts";
import { workOnce } from "#domain/capture/capture-worker.ts";
import { createWebhook } from "#domain/webhooks/create-webhook.ts";
import { EVENTS } from "#domain/webhooks/webhook.ts";
import { startReceiver } from "./webhook-receiver.ts";
import { makeWorld, type World, type WorldOptions } from "./world.ts";

/** The context of a job on a world. */
export const jobContext = (world: World): AccountContext => ({
  ...world.base,
  actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
});

/** A world with a clock to move, whose webhook is told everything; `told` is what was to be sent so far. */
export async function watch(options: WorldOptions = {}) {
  let time = Date.parse("2026-03-02T09:00:00.000Z");
  const clock = {
    now: () => new Date(time),
    advance: (seconds: number) => (time += seconds * 1e3),
  };
  const world = await makeWorld({ now: clock.now, ...options });
  const { url } = await startReceiver([200]);
  await run(createWebhook, world.context(), { url, events: [...EVENTS] });
  const told = async () => {
    const { rows } = await world.pool.query(
      "select payload from webhook_deliveries where project_id = $1 order by delivery_id",
      [world.project.project_id],
    );
    return rows.map(({ payload }) => JSON.parse(payload));
  };
  /** Asks until nothing is left to ask, then does what follows. */
  const ask = async () => {
    for (let round = 0; round < 300; round++) {
      if (await workOnce(jobContext(world))) continue;
      const { rows } = await world.pool.query(
        "select from capture_tasks where project_id = $1 and status in ('queued', 'running') limit 1",
        [world.project.project_id],
      );
      if (rows.length === 0) break;
      clock.advance(300);
    }
    await world.runJobs();
  };
  return { world, clock, told, ask };
}

/** A shape to compare with: names and kinds of values, lists by their first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : [];
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, shapeOf(inner)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The examples of the guide by event. */
export const documented = new Map(
  [...readFileSync("docs/webhooks.md", "utf8").matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text]) => {
      const example = JSON.parse(text ?? "");
      return [String(example.type), example] as const;
    },
  ),
);
/** Asserts that an event has just the fields that the guide shows. */
export function checkDocumented(event: { type: string }): void {
  assert.deepEqual(shapeOf(event), shapeOf(documented.get(event.type)), event.type);
}
