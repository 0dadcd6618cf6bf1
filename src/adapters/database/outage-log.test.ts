import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { makeOutageLog, type Trouble } from "./outage-log.ts";

const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

const coded = (code: string) => Object.assign(new Error("inner words"), { code });

function makeCase() {
  const database: { trouble: Trouble | null } = { trouble: null };
  const lines: [level: string, message: string, fields: Record<string, unknown>][] = [];
  const keep = (level: string) => (fields: Record<string, unknown>, message: string) => {
    lines.push([level, message, fields]);
  };
  const log = makeOutageLog(
    { info: keep("info"), warn: keep("warn"), error: keep("error") },
    async () => database.trouble,
  );
  return { database, lines, log };
}

test("an outage is reported when it begins, each minute and when it ends, and nothing else is left out", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const { database, lines, log } = makeCase();
  database.trouble = "is away";
  for (let second = 0; second < 150; second++) {
    for (let slot = 0; slot < 4; slot++) log.error({ error: refused() }, "capture worker");
    if (second === 30) log.error({ error: new Error("A fault.") }, "job failed");
    log.warn({ error: "A fault that has no cause." }, "other");
    await settled();
    mock.timers.tick(1_000);
    await settled();
  }
  database.trouble = null;
  for (let second = 0; second < 3; second++) {
    mock.timers.tick(1_000);
    await settled();
  }
  mock.timers.reset();
  const others = lines.filter(([, message]) => message === "other");
  assert.equal(others.length, 150);
  const said = lines.filter(([, message]) => message !== "other");
  assert.deepEqual(
    said.map(([level, message, { seconds }]) => [level, message, seconds]),
    [
      ["error", "the database is away", 0],
      ["error", "job failed", undefined],
      ["error", "the database is still away", 60],
      ["error", "the database is still away", 120],
      ["info", "the database is back", 152],
    ],
  );
  assert.deepEqual(said[1]?.[2], { error: "Error: A fault." });
  assert.deepEqual(said.at(-1)?.[2]["errors"], ["capture worker: Error: connect ECONNREFUSED"]);
});

test("an error that only looks like an outage is reported as it is, and so is the next outage", async () => {
  const { database, lines, log } = makeCase();
  const slow = Object.assign(new Error("canceling statement"), { code: "57014" });
  log.error({ job: "suggest", error: slow }, "job failed");
  log.error({ error: refused() }, "capture worker");
  await settled();
  assert.deepEqual(lines, [
    ["error", "job failed", { job: "suggest", error: "Error: canceling statement" }],
    ["error", "capture worker", { error: "Error: connect ECONNREFUSED" }],
  ]);
  database.trouble = "is away";
  log.error({ error: refused() }, "capture worker");
  await settled();
  assert.equal(lines[2]?.[1], "the database is away");
});

test("a database that takes no changes is reported as an outage is, in words of its own", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const { database, lines, log } = makeCase();
  database.trouble = "takes no changes";
  for (let second = 0; second < 70; second++) {
    log.warn({ error: coded("25006") }, "not among the living workers");
    await settled();
    mock.timers.tick(1_000);
    await settled();
  }
  mock.timers.reset();
  assert.deepEqual(
    lines.map(([level, message]) => [level, message]),
    [
      ["error", "the database takes no changes"],
      ["error", "the database still takes no changes"],
    ],
  );
});

test("a full disk is reported once a minute, however much fails for it", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
  const { lines, log } = makeCase();
  for (let second = 0; second < 90; second++) {
    log.error({ error: coded("53100") }, "capture worker");
    log.error({ error: coded("53100") }, "job failed");
    await settled();
    mock.timers.tick(1_000);
  }
  mock.timers.reset();
  assert.deepEqual(lines, [
    ["error", "capture worker", { error: "Error: inner words" }],
    ["error", "capture worker", { error: "Error: inner words" }],
  ]);
});
