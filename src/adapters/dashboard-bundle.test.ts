import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isBundleBuilt, openBundle } from "./dashboard-bundle.ts";

const place = await mkdtemp(join(tmpdir(), "earshot-bundle-"));
after(() => rm(place, { recursive: true, force: true }));

test("processes that build the dashboard at once all get it whole, and one folder is left", async () => {
  const open = () => openBundle({ places: [place], say: () => {} });
  const both = [open(), open()];
  await Promise.all(both.map(({ ready }) => ready));
  for (const { state } of both) {
    assert.equal(state.problem, null);
    assert.match(state.bundle?.page ?? "", /%NONCE%/);
    const script = state.bundle?.page.match(/src="([^"]+\.js)"/)?.[1];
    assert.ok(state.bundle?.files.get(script ?? "")?.br.length, script);
  }
  const [folder = "", ...others] = await readdir(place);
  assert.deepEqual(others, []);
  assert.equal((await stat(join(place, folder))).mode & 0o777, 0o755, "open to other users");
  assert.equal(await isBundleBuilt([place]), true);

  const again = openBundle({ places: [place], say: (_, message) => assert.fail(message) });
  await again.ready;
  assert.equal(again.state.bundle?.page, both[0]?.state.bundle?.page);
});
