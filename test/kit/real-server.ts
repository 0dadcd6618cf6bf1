import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { after } from "node:test";
import { leaveTrail } from "./secret-trail.ts";
import type { World } from "./world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const START_SECONDS = 90;

/** A server process on a world's database; stopped when the test file is done. */
export type RealServer = {
  origin: string;
  /** Everything it has printed. */
  output(): string;
  stop(): Promise<number | null>;
};

/** Starts the product itself on the database of `world`; `environment` adds to its settings. */
export async function startServer(
  world: World,
  environment: Record<string, string> = {},
): Promise<RealServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["src/main.ts"], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"],
      ...{ PORT: String(port), BASE_URL: origin, DATABASE_URL: urlOf(world) },
      ...{ RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "debug", GIT_COMMIT: "test-commit" },
      DASHBOARD: "off",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((done) =>
    child.once("exit", (code) => {
      leaveTrail(output);
      done(code);
    }),
  );
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  after(stop);
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
    assert(child.exitCode === null && Date.now() < deadline, `it does not start: ${output}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return { origin, output: () => output, stop };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Where a process of its own reaches the database of a world. */
export function urlOf({ pool }: World): string {
  const { user, port, database, host } = pool.options;
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? "")}`;
}

/** A port of this computer that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  assert(address !== null && typeof address === "object");
  await new Promise((done) => server.close(done));
  return address.port;
}
