import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { test } from "node:test";
import { lookUp } from "./look-up.ts";

/** A name server that hears questions and answers as `answer` says: nothing, or that there is no such name. */
async function serveNames(answer: "nothing" | "no such name") {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port }) => {
    if (answer === "nothing") return;
    const reply = Buffer.from(question);
    reply.writeUInt16BE(0x8183, 2);
    socket.send(reply, port, "127.0.0.1");
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const makeResolver = () => {
    const resolver = new Resolver({ timeout: 300, tries: 1 });
    resolver.setServers([`127.0.0.1:${socket.address().port}`]);
    return resolver;
  };
  return { makeResolver, close: () => socket.close() };
}

/** A look-up of the system that takes a while, and how many were at work at most and in all. */
function slowSystem() {
  const seen = { most: 0, all: 0, now: 0 };
  const bySystem = async () => {
    seen.all += 1;
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await new Promise((done) => setTimeout(done, 20));
    seen.now -= 1;
    return [{ address: "10.0.0.7", family: 4 }];
  };
  return { seen, bySystem };
}

test("a name whose server is silent takes no place of the system's look-ups", async (t) => {
  const { makeResolver, close } = await serveNames("nothing");
  t.after(close);
  const { seen, bySystem } = slowSystem();
  const began = performance.now();
  const silent = Array.from({ length: 20 }, () =>
    lookUp("hook.tenant.example", { makeResolver, bySystem }),
  );
  for (const one of await Promise.allSettled(silent))
    assert.equal(one.status === "rejected" && one.reason.code, "ETIMEOUT");
  assert.ok(performance.now() - began < 5_000);
  assert.equal(seen.all, 0);
});

test("what no name server knows is asked of the system, one after the other", async (t) => {
  const { makeResolver, close } = await serveNames("no such name");
  t.after(close);
  const { seen, bySystem } = slowSystem();
  const names = ["ollama.local", "model.team.svc", "other.local"];
  const found = await Promise.all(names.map((name) => lookUp(name, { makeResolver, bySystem })));
  assert.deepEqual(found.flat().length, 3);
  assert.deepEqual([seen.all, seen.most], [3, 1]);
});

test("names of one label, as of containers, are the system's at once", async (t) => {
  const { makeResolver, close } = await serveNames("nothing");
  t.after(close);
  const found = await lookUp("localhost", { makeResolver });
  assert.ok(found.some(({ address }) => address === "127.0.0.1" || address === "::1"));
});
