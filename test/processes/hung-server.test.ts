import assert from "node:assert/strict";
import { test } from "node:test";
import { makeApart, moveNode } from "../kit/apart.ts";
import { startServer } from "../kit/real-server.ts";
import { startSilentProxy } from "../kit/silent-proxy.ts";
import { isCluster } from "../kit/test-database.ts";
import { waitFor } from "../kit/wait-for.ts";
import type { World } from "../kit/world.ts";

const onCluster = { skip: isCluster ? false : "TEST_DATABASE_URL names no cluster" };
const NDJSON = "application/x-ndjson";
const MARCH = { date_from: "2026-03-01", date_to: "2026-03-31" };
/** Calls that would each hold a connection of a server. */
const MORE_THAN_CONNECTIONS = 30;

test(
  "while a server hangs, its projects are soon refused, others are served, and all goes on when it does",
  onCluster,
  async () => {
    const { world, beside, node } = await makeApart();
    const proxy = await startSilentProxy({ host: node.nodename, port: node.nodeport });
    await moveNode(world, node, proxy.port);
    const { origin, output, stop } = await startServer(world, { WORKER: "on" });
    const ask = async ({ key }: World, path: string, body: object | string) => {
      const isText = typeof body === "string";
      const answer = await fetch(`${origin}/api/v1${path}`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": isText ? NDJSON : "application/json" },
        body: isText ? body : JSON.stringify(body),
      });
      return {
        status: answer.status,
        again: answer.headers.get("retry-after"),
        body: await answer.json(),
      };
    };
    let stored = 0;
    const store = async (of: World) => {
      const line = {
        captured_at: "2026-03-02T07:00:00Z",
        prompt: `Kettle ${stored++}?`,
        model: "ChatGPT",
      };
      return (await ask(of, "/chats/import", JSON.stringify({ ...line, answer: "Acme." }))).status;
    };
    const report = (of: World) => ask(of, "/reports/brands", MARCH);
    try {
      for (const one of [world, beside]) assert.equal(await store(one), 200);
      const thaw = proxy.freeze();
      try {
        const refused = Promise.all(
          Array.from({ length: MORE_THAN_CONNECTIONS }, () => report(world)),
        );
        const served = Promise.all(Array.from({ length: 5 }, () => report(beside)));
        assert.deepEqual(
          (await served).map(({ status }) => status),
          Array(5).fill(200),
          output(),
        );
        for (const { status, again } of await refused)
          assert.deepEqual([status, Number(again) > 0], [503, true], output());
        assert.equal((await ask(world, "/brands", { name: "Other" })).status, 503);
        assert.equal(await store(beside), 200);
        assert.equal((await fetch(`${origin}/readyz`)).status, 200);
        assert.equal(await (await startServer(beside)).stop(), 0, "processes start");
      } finally {
        thaw();
      }
      await waitFor("it is served again", async () => (await report(world)).status === 200);
      assert.equal(await store(world), 200);
      const counts = [world, beside].map(async (of) => (await report(of)).body.population.answers);
      assert.deepEqual(await Promise.all(counts), [2, 2]);
    } finally {
      await stop();
      await moveNode(world, node, node.nodeport);
    }
  },
);
