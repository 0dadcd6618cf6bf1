import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { startProcess } from "../kit/own-process.ts";
import { urlOf } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

/** What a process of ours says on standard error until it ends, and how it ends. */
async function failing(script: string, environment: Record<string, string>) {
  const { ended } = startProcess(script.split(" "), { DASHBOARD: "off", ...environment });
  const { code, errors } = await ended;
  return { code, errors: errors.trim() };
}

test("a taken port ends the start in one sentence", async () => {
  const world = await makeWorld();
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const address = other.address();
  assert(address && typeof address === "object");
  const environment = { DATABASE_URL: urlOf(world), PORT: String(address.port) };
  const { code, errors } = await failing("src/main.ts", environment);
  other.close();
  assert.equal(code, 1);
  assert.match(errors, /^Earshot could not start: .*EADDRINUSE.*; PORT chooses another\.$/);
});

test("a database that cannot be opened is reported in one sentence, by the server and by commands", async () => {
  const environment = { DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none", PORT: "0" };
  for (const script of ["src/main.ts", "src/commands/earshot.ts key list"]) {
    const { code, errors } = await failing(script, environment);
    assert.equal(code, 1, errors);
    assert.match(errors, /^[^\n]*The database that DATABASE_URL names cannot be opened: [^\n]+$/);
  }
});
