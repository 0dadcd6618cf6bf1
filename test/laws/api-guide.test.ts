import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { makeThings } from "../kit/one-of-each.ts";
import { serveApp } from "../kit/serve-app.ts";
import { makeWorld } from "../kit/world.ts";

const guide = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] ?? "");

const world = await makeWorld();
const { sug } = await makeThings(world);
await world.pool.query("delete from brands where project_id = $1 and not is_own", [
  world.project.project_id,
]);
const { url } = await serveApp(world);

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
let ran = 0;
for (const block of blocks) {
  const path = /\/api\/v1([/a-z-]+)/.exec(block)?.[1] ?? "";
  test(`the guide's ${path} works as printed`, { skip: !hasCurl }, async () => {
    const { stdout } = await promisify(execFile)("bash", ["-euc", block], {
      env: {
        ...process.env,
        EARSHOT_URL: url,
        EARSHOT_KEY: world.key,
        SUGGESTION_ID: sug,
      },
    });
    for (const line of stdout.trim().split("\n")) assert.doesNotThrow(() => JSON.parse(line), line);
    assert.doesNotMatch(stdout, /"error":\s*\{/);
    // A bulk call answers 200 although single things failed; of the guide's none does.
    assert.doesNotMatch(stdout, /"(failed|skipped)":\s*\[\{/);
    ran++;
  });
}

test("the guide has ten jobs, every block of it ran, and there is no curl outside of them", {
  skip: !hasCurl,
}, () => {
  assert.ok((guide.match(/^## \d+\. /gm) ?? []).length >= 10);
  assert.equal(ran, blocks.length);
  const calls = (text: string) => text.match(/\bcurl --/g)?.length ?? 0;
  assert.equal(calls(guide), calls(blocks.join("\n")));
});
