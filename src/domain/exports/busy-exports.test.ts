import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { run } from "#core/run.ts";
import { exportOf } from "#domain/reports/stream-report.ts";
import { collect } from "../../../test/kit/read-all.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { exportAnswers } from "./export-answers.ts";

const ANSWERS = 450;
const busy = () => new Failure("RATE_LIMIT_EXCEEDED", "Wait.", { retry_after_seconds: 0.01 });
const silent = () => new Failure("UNAVAILABLE", "Wait.", { retry_after_seconds: 0.01 });
const lost = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });

async function makeFilled() {
  const world = await makeWorld();
  const lines = Array.from({ length: ANSWERS }, (_, n) =>
    JSON.stringify({
      captured_at: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
      external_id: `n${n}`,
      ...{ prompt: "Which?", model: "ChatGPT", answer: "Acme." },
    }),
  );
  const { body } = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(body.imported, ANSWERS);
  return world;
}

/** A context whose readings fail as `failAt` says of each, counted from 1. */
function failing(world: World, failAt: (reading: number) => Error | undefined) {
  const context = world.context();
  let readings = 0;
  const inTurn: ProjectContext["inTurn"] = async (kind, project, work) => {
    const error = failAt(++readings);
    if (error) throw error;
    return context.inTurn(kind, project, work);
  };
  return { context: { ...context, inTurn }, readings: () => readings };
}

test("an export that has begun waits while its project is busy, and every answer is in it once", async () => {
  const world = await makeFilled();
  // The prompts and the first batch are read, then nothing for a while, twice.
  const failures = new Map([
    ...[3, 4, 5].map((at) => [at, busy()] as const),
    ...[7, 8].map((at) => [at, silent()] as const),
  ]);
  const { context } = failing(world, (reading) => failures.get(reading));
  const { batches } = await run(exportAnswers, context, {});
  const rows = (await collect(batches)).flat();
  assert.equal(new Set(rows.map(({ external_id }) => external_id)).size, ANSWERS);
  assert.equal(rows.length, ANSWERS);
});

test("an export that has begun asks again when its connection is lost", async () => {
  const world = await makeFilled();
  const { context } = failing(world, (reading) => (reading === 3 ? lost() : undefined));
  const { batches } = await run(exportAnswers, context, {});
  assert.equal((await collect(batches)).flat().length, ANSWERS);
});

test("what cannot be begun is refused at once", async () => {
  const world = await makeFilled();
  const { context, readings } = failing(world, (reading) => (reading === 2 ? busy() : undefined));
  const { batches } = await run(exportAnswers, context, {});
  await assert.rejects(collect(batches), { code: "RATE_LIMIT_EXCEEDED" });
  assert.equal(readings(), 2);
});

test("an export waits for two minutes and breaks off then, and at once for what waiting does not mend", async (t) => {
  const world = await makeFilled();
  const began = performance.now();
  let waited = 0;
  t.mock.method(performance, "now", () => began + waited);
  const { context, readings } = failing(world, (reading) => {
    if (reading < 3) return undefined;
    waited += 10_000;
    return busy();
  });
  const { batches } = await run(exportAnswers, context, {});
  await assert.rejects(collect(batches), { code: "RATE_LIMIT_EXCEEDED" });
  assert.ok(readings() > 10 && readings() < 16, `it asked ${readings()} times`);

  const broken = failing(world, (reading) => (reading > 2 ? new Error("a bug") : undefined));
  const rows = await run(exportAnswers, broken.context, {});
  await assert.rejects(collect(rows.batches), /a bug/);
  assert.equal(broken.readings(), 3);
});

test("a report's file waits, too", async () => {
  const world = await makeWorld();
  const pages = { rows: 20_001, failed: 0 };
  const report = {
    input: z.object({ limit: z.int(), offset: z.int() }),
    output: z.object({ data: z.array(z.object({ n: z.int().describe("A number.") })) }),
    async handler(_: ProjectContext, { limit, offset }: { limit: number; offset: number }) {
      if (offset > 0 && pages.failed++ % 2 === 0) throw busy();
      const data = Array.from({ length: Math.min(limit, pages.rows - offset) }, (_, n) => ({
        n: offset + n,
      }));
      return { data, total_count: pages.rows };
    },
  };
  const { handler } = exportOf(report as never);
  const { batches } = await handler(world.context(), { dimensions: [] } as never);
  const rows = (await collect(batches)).flat();
  assert.deepEqual([rows.length, rows.at(-1)], [pages.rows, { n: pages.rows - 1 }]);
});
