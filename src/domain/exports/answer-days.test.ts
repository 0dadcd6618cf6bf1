import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { writeRows } from "#transports/shared/write-rows.ts";
import { collect } from "../../../test/kit/read-all.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { exportAnswers } from "./export-answers.ts";

const line = (more: object) =>
  JSON.stringify({
    ...{ captured_at: "2026-03-02T12:00:00Z", prompt: "Which boots last longest?" },
    ...{ model: "ChatGPT", answer: "Acme." },
    ...more,
  });

async function send(world: World, text: string) {
  const { status, body } = await world.rest("POST", "/chats/import", text);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** So many answers of each day that has some. */
async function daysOf(world: World) {
  const asked = { date_from: "2025-01-01", date_to: "2026-03-31", dimensions: ["date"] };
  const { body } = await world.rest("POST", "/reports/brands", asked);
  return body.data.map(({ date, visibility_total }: Record<string, unknown>) => [
    date,
    visibility_total,
  ]);
}

test("exported answers are of the same days where they are imported, whenever they came", async () => {
  const world = await makeWorld();
  const days = ["2026-03-01", "2026-03-02", "2026-03-03"];
  const lines = days.map((day) => line({ external_id: day, captured_at: `${day}T12:00:00Z` }));
  await send(world, lines.join("\n"));
  // Two of a batch, that came after midnight and weeks later.
  for (const [day, came] of [
    ["2026-03-01", "2026-03-02T05:00:00Z"],
    ["2026-03-02", "2026-04-20T05:00:00Z"],
  ]) {
    await world.pool.query(
      "update answers set captured_at = $3 where project_id = $1 and external_id = $2",
      [world.project.project_id, day, came],
    );
  }
  const file = await collect(writeRows(await run(exportAnswers, world.context(), {}), "jsonl"));
  const other = await world.neighbour();
  assert.equal((await send(other, file.join(""))).imported, days.length);
  const expected = days.map((day) => [day, 1]);
  assert.deepEqual(await daysOf(world), expected);
  assert.deepEqual(await daysOf(other), expected);
  assert.equal((await send(other, file.join(""))).unchanged, days.length);
});

test("a day is refused where it begins nowhere before its answer, or more than a year before", async () => {
  const world = await makeWorld();
  // The first of all time zones is 14 hours ahead.
  const good = [
    { captured_at: "2026-03-02T09:59:59Z", date: "2026-03-02" },
    { captured_at: "2026-03-02T10:00:00Z", date: "2026-03-03" },
    { captured_at: "2026-03-02T12:00:00Z", date: "2025-03-02" },
  ];
  const bad = [
    { captured_at: "2026-03-02T09:59:59Z", date: "2026-03-03" },
    { captured_at: "2026-03-02T12:00:00Z", date: "2025-03-01" },
    { captured_at: "2026-03-02T12:00:00Z", date: "2026-02-30" },
    { captured_at: "then", date: "2026-03-02" },
  ];
  const { imported, failed } = await send(world, [...good, ...bad].map(line).join("\n"));
  assert.equal(imported, good.length);
  assert.deepEqual(
    failed.map(({ message }: { message: string }) => message.split(":")[0]),
    ["date", "date", "date", "captured_at"],
  );
  assert.deepEqual(
    await daysOf(world),
    good.map(({ date }) => [date, 1]).toSorted(([a], [b]) => (`${a}` < `${b}` ? -1 : 1)),
  );
});
