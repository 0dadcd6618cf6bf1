import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { after } from "node:test";
import { freePort } from "./real-server.ts";

const REDIS = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"].find((path) =>
  existsSync(path),
);

/** Why tests of Redis are skipped here, or false. */
export const NO_REDIS = REDIS ? false : "There is no redis-server here.";

/** A Redis of our own until the test that calls ends; `start` begins it again where it was. */
export async function startRedis() {
  assert(REDIS);
  const port = await freePort();
  let child: ChildProcess;
  const start = () => {
    const words = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", tmpdir()];
    child = spawn(REDIS, words, { stdio: "ignore" });
  };
  start();
  after(() => child.kill("SIGKILL"));
  const signal = (name: "SIGKILL" | "SIGSTOP" | "SIGCONT") => child.kill(name);
  return { url: `redis://127.0.0.1:${port}`, start, signal };
}
