import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** Starts the server as `npm start` does, settings of Node and all. */
export function spawnStart(env: Record<string, string>): ChildProcess {
  return spawn(scripts.start, {
    shell: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PATH: `node_modules/.bin:${process.env["PATH"]}`, ...env },
  });
}

/** Starts the server and resolves once it is ready; rejects after a minute. */
export async function spawnServer(env: Record<string, string>): Promise<ChildProcess> {
  const server = spawnStart(env);
  const until = performance.now() + 60_000;
  while (server.exitCode === null && performance.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${env["PORT"]}/readyz`).catch(() => undefined);
    if (answer?.ok) return server;
    await new Promise((done) => setTimeout(done, 100));
  }
  await stop(server);
  throw new Error("the server did not come up");
}

/** Ends a process as an operator does, and resolves when it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
