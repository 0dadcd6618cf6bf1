import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { keepUp } from "./keep-up.ts";

test("a server that cannot start is tried again after 1, 2, 4 ... 60 seconds, a line each, from 1 again once it was up", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  const server = { is_up: true, can_start: false };
  let second = 0;
  const tries: number[] = [];
  const lines: string[] = [];
  const watch = keepUp({
    isUp: () => server.is_up,
    async startAgain() {
      tries.push(second);
      if (!server.can_start) throw new Error("No space left.");
      server.is_up = true;
    },
    log: (line) => lines.push(line),
  });
  const pass = async (seconds: number) => {
    for (const end = second + seconds; second < end; ) {
      second += 1;
      mock.timers.tick(1_000);
      await settled();
    }
  };
  await pass(9);
  assert.deepEqual([tries, lines], [[], []]);
  server.is_up = false;
  await pass(200);
  assert.deepEqual(tries, [10, 11, 13, 17, 25, 41, 73, 133, 193]);
  assert.equal(lines.length, tries.length);
  assert.match(lines[3] ?? "", /did not start again; next try in 8 s: Error: No space left\./);
  server.can_start = true;
  await pass(60);
  assert.deepEqual([tries.at(-1), lines.length], [253, tries.length]);
  assert.match(lines.at(-1) ?? "", /was started again/);
  Object.assign(server, { is_up: false, can_start: false });
  await pass(3);
  assert.deepEqual(tries.slice(-3), [253, 270, 271]);
  clearInterval(watch);
  mock.timers.reset();
});
