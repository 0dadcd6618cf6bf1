import assert from "node:assert/strict";
import { test } from "node:test";
import { shareConnections } from "./share-connections.ts";

/** Work that ends when it is told to, and what has started of it, in order. */
function makeWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const settle = () => new Promise((done) => setImmediate(done));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { started, work, end, settle };
}

test("a project holds a third of the connections, another always finds one, and who waits takes turns", async () => {
  const inTurn = shareConnections(10);
  const { started, work, end, settle } = makeWork();
  const ask = (project_id: number, name: string) => inTurn("reads", { project_id }, work(name));
  const noisy = Array.from({ length: 6 }, (_, index) => ask(1, `noisy ${index + 1}`));
  await settle();
  assert.deepEqual(started, ["noisy 1", "noisy 2", "noisy 3"]);
  const others = [ask(2, "two 1"), ask(2, "two 2"), ask(3, "three 1")];
  await settle();
  assert.deepEqual(started.slice(3), ["two 1"]);
  await end("noisy 1");
  assert.deepEqual(started.slice(4), ["three 1"]);
  await end("noisy 2");
  await end("noisy 3");
  assert.deepEqual(started.slice(5), ["noisy 4", "two 2"]);
  const writing = inTurn("writes", { project_id: 1 }, work("a change"));
  await settle();
  assert.equal(started.at(-1), "a change");
  for (let next = 0; next < started.length; next++) await end(started[next] ?? "");
  await Promise.all([...noisy, ...others, writing]);
});

test("more than fifteen a place do not wait, and what fails gives its place back", async () => {
  const inTurn = shareConnections(5);
  const { started, work, end } = makeWork();
  const ask = (name: string) => inTurn("writes", { project_id: 1 }, work(name));
  const first = ask("first");
  const waiting = Array.from({ length: 15 }, (_, index) => ask(`waiting ${index}`));
  await assert.rejects(ask("one too many"), {
    code: "RATE_LIMIT_EXCEEDED",
    retry_after_seconds: 5,
    message: "Too many changes of this project are under way; wait 5 s and try again.",
  });
  await end("first");
  for (let next = 1; next < started.length; next++) await end(started[next] ?? "");
  await Promise.all([first, ...waiting]);
  const broken = inTurn("writes", { project_id: 1 }, () => Promise.reject(new Error("broken")));
  await assert.rejects(broken, /broken/);
  assert.equal(await inTurn("writes", { project_id: 1 }, async () => "free again"), "free again");
});

test("who waits ten seconds is told to come later, and its place in the line is gone", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const inTurn = shareConnections(5);
  const { started, work, end, settle } = makeWork();
  const ask = (name: string) => inTurn("reads", { project_id: 1 }, work(name));
  const first = ask("first");
  const late = assert.rejects(ask("late"), { code: "RATE_LIMIT_EXCEEDED" });
  await settle();
  t.mock.timers.tick(10_000);
  await late;
  await end("first");
  await first;
  assert.deepEqual(started, ["first"]);
});
