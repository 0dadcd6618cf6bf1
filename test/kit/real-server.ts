import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after } from "node:test";
import { endFirst } from "./end-first.ts";
import { spawnProcess } from "./own-process.ts";
import { leaveTrail } from "./secret-trail.ts";
import type { World } from "./world.ts";

const START_SECONDS = 90;

/** A server process on a world's database; stopped when the test file is done. */
export type RealServer = {
  origin: string;
  /** Everything it has printed. */
  output(): string;
  stop(): Promise<number | null>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
};

/** Starts the product itself, or a copy of it, on the database of `world`; `environment` adds to its settings. */
export async function startServer(
  world: World,
  environment: Record<string, string> = {},
  main = "src/main.ts",
): Promise<RealServer> {
  const port = Number(environment["PORT"] ?? (await freePort()));
  const origin = `http://localhost:${port}`;
  const { child, printed, ended } = spawnProcess([main], {
    ...{ PORT: String(port), BASE_URL: origin, DATABASE_URL: urlOf(world) },
    ...{ RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "debug", GIT_COMMIT: "test-commit" },
    DASHBOARD: "off",
    // Worlds of several organisations ask models on this machine.
    ENGINES_ALLOW_PRIVATE: "on",
    ...environment,
  });
  let stopped: Promise<number | null> | undefined;
  const stop = () => {
    child.kill("SIGTERM");
    stopped ??= ended.then(({ code }) => {
      leaveTrail(printed());
      return code;
    });
    return stopped;
  };
  after(stop);
  endFirst(stop);
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
    assert(child.exitCode === null && Date.now() < deadline, `it does not start: ${printed()}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { origin, output: printed, stop, kill };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Where a process or pool of its own reaches the database of a world, or another one beside it. */
export function urlOf({ pool }: Pick<World, "pool">, database = pool.options.database): string {
  const { port, host } = pool.options;
  return `postgresql://${loginOf({ pool })}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? "")}`;
}

/** The user and password of a world's database, as URLs have them. */
export function loginOf({ pool }: Pick<World, "pool">): string {
  const { user, password = "" } = pool.options;
  return `${user}:${encodeURIComponent(String(password))}`;
}

/** Below the ports that systems give connections: one of these may be taken between looking and listening. */
const PORTS = { first: 20_000, count: 12_000 };

/** A port of this computer that nothing listens on, and that no other process of these tests was given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count);
    if (!takePort(port)) continue;
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}

/** Whether this run gives a port for the first time: between looking and listening another could be given it, too. */
function takePort(port: number): boolean {
  const run = process.env["EARSHOT_TEST_TRAIL"];
  if (!run) return true;
  try {
    writeFileSync(join(run, `port-${port}`), "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
