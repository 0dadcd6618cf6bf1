import assert from "node:assert/strict";
import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { run } from "#core/run.ts";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { createWebhook } from "#domain/webhooks/create-webhook.ts";
import { EVENTS, EventName } from "#domain/webhooks/events.ts";
import { startReceiver } from "./webhook-receiver.ts";
import { makeWorld, type World, type WorldOptions } from "./world.ts";

/** The context of a job on a world. */
export const jobContext = (world: World): AccountContext => ({
  ...world.base,
  actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
});

/** A world with a clock to move, whose webhook is sent everything; `sent` is what was to be sent so far. */
export async function watch(options: WorldOptions = {}) {
  let time = Date.parse("2026-03-02T09:00:00.000Z");
  const clock = {
    now: () => new Date(time),
    advance: (seconds: number) => (time += seconds * 1e3),
  };
  const world = await makeWorld({ now: clock.now, ...options });
  const { url } = await startReceiver([200]);
  await run(createWebhook, world.context(), { url, events: EventName.options });
  const sent = async () => {
    const { rows } = await world.pool.query(
      "select payload from webhook_deliveries where project_id = $1 order by delivery_id",
      [world.project.project_id],
    );
    return rows.map(({ payload }) => checkDefined(JSON.parse(payload)));
  };
  /** Asks until nothing is left to ask, then does what follows. */
  const ask = async () => {
    for (let round = 0; round < 300; round++) {
      if (await workOnce(jobContext(world))) continue;
      const { rows } = await world.pool.query(
        "select from capture_tasks where project_id = $1 and status in ('queued', 'running', 'submitted') limit 1",
        [world.project.project_id],
      );
      if (rows.length === 0) break;
      clock.advance(300);
    }
    await world.runJobs();
  };
  return { world, clock, sent, ask };
}

/** An event as it was sent, once it has just the fields of its definition. */
export function checkDefined<Event extends { type: string }>(event: Event): Event {
  const { data } = EVENTS[EventName.parse(event.type)];
  const whole = z.strictObject({
    type: z.literal(event.type),
    timestamp: z.iso.datetime(),
    data: data.extend({ project_id: z.string().regex(/^prj_/) }),
  });
  assert.deepEqual(whole.parse(event), event);
  return event;
}
