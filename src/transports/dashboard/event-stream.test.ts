import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openEventStream } from "./event-stream.ts";

test("an event never comes after a later one, however long it takes to look up who may read it", async () => {
  let [asked, send] = [0, (_event: string, _data: string) => {}];
  const stream = openEventStream({
    isAllowed: async () => {
      // The first look takes longest.
      if (++asked === 1) await sleep(300);
      return true;
    },
    subscribe: (given) => {
      send = given;
      return () => {};
    },
    onEnd: () => {},
  });
  const reader = stream.body.getReader();
  const decoder = new TextDecoder();
  const seen: string[] = [];
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const found = decoder.decode(value).matchAll(/data: (.*)/g);
      seen.push(...Array.from(found, ([, data = ""]) => data));
    }
  };
  const reading = read();
  await sleep(260);
  send("progress", "1 of 2");
  await sleep(260);
  send("progress", "done");
  await sleep(400);
  stream.end();
  await reading;
  assert.ok(asked > 1);
  assert.equal(seen.at(-1), "done");
});
