import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { test } from "node:test";
import { lookUp } from "./look-up.ts";

const FLAGS = { "no such name": 0x8183, "cannot tell": 0x8182, "not for you": 0x8185 };

/** A name server that hears questions and answers as `answer` says: nothing, or that it has no address. */
async function serveNames(answer: "nothing" | keyof typeof FLAGS) {
  const socket = createSocket("udp4");
  let questions = 0;
  socket.on("message", (question, { port }) => {
    questions += 1;
    if (answer === "nothing") return;
    const reply = Buffer.from(question);
    reply.writeUInt16BE(FLAGS[answer], 2);
    socket.send(reply, port, "127.0.0.1");
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const makeResolver = () => {
    const resolver = new Resolver({ timeout: 300, tries: 1 });
    resolver.setServers([`127.0.0.1:${socket.address().port}`]);
    return resolver;
  };
  return { makeResolver, questions: () => questions, close: () => socket.close() };
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
    assert.equal(one.status === "rejected" && one.reason.code, "EAI_AGAIN");
  assert.ok(performance.now() - began < 5_000);
  assert.equal(seen.all, 0);
});

test("nor does one whose server's silence another tells of, or that is refused", async (t) => {
  for (const answer of ["cannot tell", "not for you"] as const) {
    const { makeResolver, close } = await serveNames(answer);
    t.after(close);
    const { seen, bySystem } = slowSystem();
    const asked = lookUp("hook.tenant.example", { makeResolver, bySystem });
    // As getaddrinfo says it, which batches and health know for never having been connected.
    await assert.rejects(asked, { code: "EAI_AGAIN" });
    assert.equal(seen.all, 0, answer);
  }
});

test("what no name server knows is asked of the system, one after the other", async (t) => {
  const { makeResolver, close } = await serveNames("no such name");
  t.after(close);
  const { seen, bySystem } = slowSystem();
  const names = ["ollama.lan", "model.team.svc", "model.svc.local"];
  const found = await Promise.all(names.map((name) => lookUp(name, { makeResolver, bySystem })));
  assert.deepEqual(found.flat().length, 3);
  assert.deepEqual([seen.all, seen.most], [3, 1]);
});

test("names of mDNS are asked of the system alone, one after the other", async (t) => {
  const { makeResolver, questions, close } = await serveNames("not for you");
  t.after(close);
  const { seen, bySystem } = slowSystem();
  const names = ["ollama.local", "Other.LOCAL."];
  const found = await Promise.all(names.map((name) => lookUp(name, { makeResolver, bySystem })));
  assert.deepEqual([found.flat().length, seen.all, seen.most, questions()], [2, 2, 1, 0]);
});

test("names of one label, as of containers, are the system's at once", async (t) => {
  const { makeResolver, close } = await serveNames("nothing");
  t.after(close);
  const found = await lookUp("localhost", { makeResolver });
  assert.ok(found.some(({ address }) => address === "127.0.0.1" || address === "::1"));
});
