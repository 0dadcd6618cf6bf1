import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { keptEncryptionKey } from "#adapters/vault.ts";
import { startProcess } from "../kit/own-process.ts";
import { freePort, urlOf } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

test("a server writes nothing but its data folder and temporary files, so that an image's root may be read-only", async () => {
  const world = await makeWorld();
  const data = mkdtempSync(join(tmpdir(), "earshot-read-only-"));
  after(() => rmSync(data, { recursive: true }));
  // Node refuses to sync files where permissions are in force, so the key that the first start syncs is there already.
  keptEncryptionKey(data);
  const port = await freePort();
  const may = ["--allow-fs-read=*", `--allow-fs-write=${data}`, "--allow-worker", "--allow-addons"];
  const words = ["--permission", ...may, "--allow-child-process", "src/main.ts"];
  const server = startProcess(words, {
    ...{ PORT: String(port), DATABASE_URL: urlOf(world), DATA_DIR: data, DASHBOARD: "off" },
    ...{ NODE_COMPILE_CACHE: "", TMPDIR: data },
  });
  const ready = `http://127.0.0.1:${port}/readyz`;
  await waitFor("the server", async () => {
    assert.equal(server.child.exitCode, null, server.printed());
    return fetch(ready).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  const headers = { "x-api-key": world.key };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/brands`, { headers });
  assert.equal(answer.status, 200);
  server.child.kill("SIGTERM");
  assert.equal((await server.ended).code, 0);
  assert.doesNotMatch(server.printed(), /ERR_ACCESS_DENIED/);
});
