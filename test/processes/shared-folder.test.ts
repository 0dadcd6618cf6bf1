import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

const LIMIT = 20;

test("two servers that share one DATA_DIR count limits as one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-shared-"));
  after(() => rm(folder, { recursive: true, force: true }));
  const world = await makeWorld();
  const key = "a key of 20 letters!";
  const settings = {
    ...{ DATA_DIR: folder, DATABASE_URL: "", WORKER: "off" },
    ...{ RATE_LIMIT_PER_MINUTE: String(LIMIT), INIT_PROJECT_NAME: "Acme", INIT_API_KEY: key },
  };
  const servers = [await startServer(world, settings), await startServer(world, settings)];
  const domains = new Set<string>();
  const ask = async (index: number) => {
    const headers = { "x-api-key": key };
    const answer = await fetch(`${servers[index % 2]?.origin}/api/v1/projects`, { headers });
    if (answer.ok) domains.add((await answer.json()).data[0].domain);
    return answer.status;
  };
  const statuses = await Promise.all(Array.from({ length: 3 * LIMIT }, (_, index) => ask(index)));
  assert.equal(statuses.filter((status) => status === 200).length, LIMIT);
  assert.equal(statuses.filter((status) => status === 429).length, 2 * LIMIT);
  assert.deepEqual([...domains], ["example.com"], "what no INIT_PROJECT_DOMAIN names");
  for (const server of servers) assert.equal(await server.stop(), 0);
});
