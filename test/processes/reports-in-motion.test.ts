import assert from "node:assert/strict";
import { test } from "node:test";
import { REBUILD_ROLLUPS } from "#domain/sums/rebuild-rollups.ts";
import { jobContext } from "../kit/event-checks.ts";
import { makeWorld } from "../kit/world.ts";

// By hand, as the issue asks: REPORTS=200 ANSWERS=24000 npm test -- test/processes/reports-in-motion.test.ts
const REPORTS = Number(process.env["REPORTS"] ?? 40);
const ANSWERS = Number(process.env["ANSWERS"] ?? 12_000);

/** Lines of which every second names the brand; as many as make every batch of an import even. */
const linesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      captured_at: `2026-03-0${1 + (n % 8 < 4 ? 0 : 1)}T10:00:00Z`,
      ...{ prompt: `Which boots last longest on trail ${n % 20}?`, model: "ChatGPT" },
      answer: `${n % 2 === 0 ? "I would pick Acme" : "None stands out"}, ${name} ${n}.`,
    }),
  ).join("\n");

test("reports that are read while answers are stored are never torn, whatever rebuilds sums meanwhile", async () => {
  const world = await makeWorld();
  let isOver = false;
  const store = async (name: string, count: number) => {
    const { status, body } = await world.rest("POST", "/chats/import", linesOf(name, count));
    assert.deepEqual([status, body.imported], [200, count]);
  };
  const whole = store("whole", ANSWERS).finally(() => {
    isOver = true;
  });
  const small = (async () => {
    for (let n = 0; !isOver; n++) await store(`small ${n}`, 4);
  })();
  const minutes = (async () => {
    while (!isOver) await REBUILD_ROLLUPS.handler(jobContext(world), {});
  })();
  const seen = new Set<number>();
  const bodies = [{}, { dimensions: ["model_id"] }, { dimensions: ["prompt_id"] }];
  for (let n = 0; n < REPORTS || !isOver; n++) {
    const range = { date_from: "2026-03-01", date_to: "2026-03-31" };
    const query = { ...range, ...bodies[n % bodies.length] };
    const { status, body } = await world.rest("POST", "/reports/brands", query);
    assert.equal(status, 200, JSON.stringify(body));
    const sum = (field: string) =>
      body.data.reduce((all: number, row: Record<string, number>) => all + (row[field] ?? 0), 0);
    const { answers } = body.population;
    assert.equal(sum("visibility_total"), answers);
    assert.equal(2 * sum("visibility_count"), answers, `${sum("visibility_count")} of ${answers}`);
    seen.add(answers);
  }
  await Promise.all([whole, small, minutes]);
  assert.ok(seen.size > 2, `only ${[...seen]} answers were seen on the way`);
});
