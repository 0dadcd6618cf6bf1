import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { test } from "node:test";
import { signedIn } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";

/** More than the buffers of two sockets hold. */
const ANSWERS = { count: 400, characters: 40_000 };

async function fill(world: World) {
  const lines = Array.from({ length: ANSWERS.count }, (_, n) =>
    JSON.stringify({
      captured_at: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
      external_id: `n${n}`,
      ...{ prompt: "Which?", model: "ChatGPT", answer: "Nobody knows." },
    }),
  );
  const { body } = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(body.imported, ANSWERS.count);
  await world.pool.query("update answers set answer = repeat('x', $2) where project_id = $1", [
    world.project.project_id,
    ANSWERS.characters,
  ]);
}

/** Tells a server to stop, which ends by itself in time. */
async function stopInTime({ stop }: { stop(): Promise<number | null> }) {
  const started = performance.now();
  assert.equal(await stop(), 0);
  const took = performance.now() - started;
  assert.ok(took < 10_000, `it took ${Math.round(took)} ms`);
}

test("a download that nobody reads on does not hold up a server that stops, and is seen to be cut", async () => {
  const world = await makeWorld();
  await fill(world);
  const { visitor } = await signedIn(world);
  const server = await startServer(world, { WORKER: "off" });
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const path = `/app/export/answers.jsonl?project_id=${world.project.id}`;
  const asked = request(`${server.origin}${path}`, { headers: { cookie } }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  assert.equal(answer.statusCode, 200);
  // Taken a little of, then no more.
  await once(answer, "readable");
  await stopInTime(server);
  const cut = once(answer, "error");
  answer.resume();
  assert.equal(((await cut)[0] as { code?: string }).code, "ECONNRESET");
  assert.equal(answer.complete, false);
});

test("an upload that does not go on does not hold up a server that stops", async () => {
  const world = await makeWorld();
  const server = await startServer(world, { WORKER: "off" });
  const headers = {
    ...{ "x-api-key": world.key, "content-type": "application/x-ndjson" },
    "content-length": "1000",
  };
  const sent = request(`${server.origin}/api/v1/chats/import`, { method: "POST", headers });
  const ended = Promise.race([once(sent, "error"), once(sent, "response")]);
  sent.write('{"captured_at":');
  await new Promise((done) => setTimeout(done, 500));
  await stopInTime(server);
  await ended;
});
