import assert from "node:assert/strict";
import { test } from "node:test";
import { shareConnections } from "#adapters/database/share-connections.ts";
import { atOneMoment } from "#core/one-moment.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { keepCounted } from "./kept-facts.ts";

const SCOPE = {
  ...{ date_from: "2026-03-01", date_to: "2026-03-05" },
  ...{ filters: [], branded: "include" as const },
};

/** Asks questions as calls do, each in a snapshot of its own when it is the project's turn; a count ends when it is told to. */
async function makeAsking() {
  const { db, project } = await makeWorld();
  const reader = { db, project, inTurn: shareConnections(10) };
  const begun: string[] = [];
  const ends = new Map<string, { end: () => void; fail: () => void }>();
  const tries = new Map<string, number>();
  const ask = (name: string, isFirst = true) =>
    atOneMoment(reader, (one) => {
      tries.set(name, (tries.get(name) ?? 0) + 1);
      return keepCounted(one, project, { name, scope: SCOPE, isFirst }, async () => {
        begun.push(name);
        await new Promise<void>((end, reject) => {
          ends.set(name, { end, fail: () => reject(new Error("The connection is lost.")) });
        });
        return { name, times: begun.filter((other) => other === name).length };
      });
    });
  const readShortly = () => atOneMoment(reader, async () => "read");
  const end = (name: string) => ends.get(name)?.end();
  const fail = (name: string) => ends.get(name)?.fail();
  return { ask, begun, tries, end, fail, readShortly };
}

/** Waits until something holds. */
async function until(holds: () => boolean) {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 500, "it does not come to hold");
    await new Promise((done) => setTimeout(done, 10));
  }
}
const pause = () => new Promise((done) => setTimeout(done, 150));

test("of a project's questions two are counted at a time, and who waits for them is in nobody's way", async () => {
  const { ask, begun, end, readShortly } = await makeAsking();
  const asked = ["one", "two"].map((name) => ask(name));
  await until(() => begun.length === 2);
  const more = ["three", "one", "four", "two", "three"].map((name) => ask(name));
  await pause();
  assert.deepEqual(begun.toSorted(), ["one", "two"]);
  // Three places, seven questions: were each of them in one, this would wait for those that count.
  assert.equal(await readShortly(), "read");
  end("one");
  await until(() => begun.length === 3);
  end("two");
  await until(() => begun.length === 4);
  await pause();
  assert.deepEqual(begun.slice(2).toSorted(), ["four", "three"]);
  end("three");
  end("four");
  const found = await Promise.all([...asked, ...more]);
  assert.deepEqual(
    found.map(({ name, times }) => [name, times]),
    ["one", "two", "three", "one", "four", "two", "three"].map((name) => [name, 1]),
  );
});

test("what is not asked first is counted beside them", async () => {
  const { ask, begun, end } = await makeAsking();
  const asked = [ask("one"), ask("two")];
  await until(() => begun.length === 2);
  const part = ask("part", false);
  await until(() => begun.includes("part"));
  end("part");
  assert.equal((await part).name, "part");
  end("one");
  end("two");
  await Promise.all(asked);
});

test("a reading waits for its turn once, and is begun anew once, whatever others begin meanwhile", async () => {
  const { ask, begun, tries, end } = await makeAsking();
  const asked = [ask("one"), ask("two")];
  await until(() => begun.length === 2);
  asked.push(ask("waits"));
  await pause();
  assert.deepEqual([tries.get("waits"), begun.length], [1, 2]);
  end("one");
  asked.push(ask("newcomer"));
  await until(() => begun.includes("newcomer") && begun.includes("waits"));
  assert.equal(tries.get("waits"), 2);
  for (const name of begun) end(name);
  await Promise.all(asked);
});

test("where a count fails, who waits for it counts", async () => {
  const { ask, begun, end, fail } = await makeAsking();
  const first = ask("one");
  await until(() => begun.length === 1);
  const second = ask("one");
  await pause();
  fail("one");
  await assert.rejects(first, /The connection is lost/);
  await until(() => begun.length === 2);
  end("one");
  assert.equal((await second).times, 2);
});
