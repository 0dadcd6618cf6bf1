import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { urlOf } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

const ROOT = resolve(import.meta.dirname, "../..");

test("among what an image holds, npm runs commands as the docs tell them", async () => {
  const world = await makeWorld();
  const image = mkdtempSync(join(tmpdir(), "earshot-image-"));
  after(() => rmSync(image, { recursive: true }));
  const [, base = ""] = readFileSync(join(ROOT, "Dockerfile"), "utf8").split(/^FROM .* AS base$/m);
  const copies = base.split(/^FROM /m, 1)[0]?.matchAll(/^COPY --from=build (.+) (\S+)$/gm) ?? [];
  for (const [, sources = "", target = ""] of copies) {
    for (const source of sources.split(" ").map((path) => path.replace("/app/", ""))) {
      const to = target === "./" ? join(image, source) : join(image, target);
      if (source === ".commit") writeFileSync(to, "");
      // Commands show no pages.
      else if (source !== "web") cpSync(join(ROOT, source), to, { recursive: true });
    }
  }
  symlinkSync(join(ROOT, "node_modules"), join(image, "node_modules"));
  for (const [line, says] of [
    ["npm run user -- list", /@example\.com +owner /],
    ["npm run earshot -- size", /everything else/],
  ] as const) {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
      ...{ cwd: image, encoding: "utf8" },
      // npm asks for no newer npm.
      env: { ...process.env, CI: "1", DATABASE_URL: urlOf(world), DATA_DIR: join(image, "data") },
    });
    assert.deepEqual([status, says.test(stdout)], [0, true], `${line}\n${stdout}${stderr}`);
  }
});
