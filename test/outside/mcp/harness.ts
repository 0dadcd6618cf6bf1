import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWNER } from "./person.ts";

export const ROOT = join(import.meta.dirname, "../../..");
export const PORT = Number(process.env["OUTSIDE_PORT"] ?? 8850);
export const ORIGIN = `http://localhost:${PORT}`;
/** Rounds of each case with calls at once, how many calls, and on how many processes of ours. */
export const ROUNDS = Number(process.env["OUTSIDE_ROUNDS"] ?? 20);
export const PARALLEL = numbersOf(process.env["OUTSIDE_PARALLEL"] ?? "3,10,50");
export const PROCESSES = numbersOf(process.env["OUTSIDE_PROCESSES"] ?? "1,2");
const LIMIT_MS = 120_000;

/** A scratch folder that every program here has as its HOME. */
export const home = await mkdtemp(join(tmpdir(), "earshot-outside-"));
const environment = {
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  npm_config_cache: join(home, "npm"),
};
/** What a server of ours is started with. */
export const SETTINGS = {
  PORT: String(PORT),
  BASE_URL: ORIGIN,
  DATA_DIR: join(home, "data"),
  LOG_LEVEL: "warn",
  RATE_LIMIT_PER_MINUTE: "0",
  // Two processes within what the embedded server takes.
  DATABASE_POOL: "5",
  INIT_OWNER_EMAIL: OWNER.email,
  INIT_OWNER_PASSWORD: OWNER.password,
  INIT_PROJECT_NAME: "Acme",
  INIT_PROJECT_DOMAIN: "acme.com",
};
const children: ChildProcess[] = [];

export type Outcome = { code: number | null; output: string };
export type Watch = (output: string, child: ChildProcess) => void;

/** Starts a program of Node, or another one, with HOME in the scratch folder. */
export function start(
  args: string[],
  extra: Record<string, string> = {},
  program = process.execPath,
): ChildProcess {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...environment, ...extra },
    stdio: ["pipe", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

/** A server of ours that answers; what it complains of is shown. */
export async function startServer(settings: Record<string, string>): Promise<ChildProcess> {
  const server = start([join(ROOT, "src/main.ts")], { ...SETTINGS, ...settings });
  server.stderr?.pipe(process.stderr);
  await waitFor(`http://localhost:${settings["PORT"] ?? SETTINGS.PORT}/readyz`);
  return server;
}

/** Reads a program's output to its end; `watch` sees all of it so far each time there is more. */
export async function finish(
  child: ChildProcess,
  watch: Watch = () => {},
  limit_ms = LIMIT_MS,
): Promise<Outcome> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
      watch(output, child);
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), limit_ms);
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  return { code, output };
}

export async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} did not come up`);
}

/** Ends what was started here and removes the scratch folder. */
export async function endAll(): Promise<void> {
  const living = children.filter((child) => child.exitCode === null && child.signalCode === null);
  const ends = living.map((child) => once(child, "exit"));
  for (const child of living) child.kill("SIGTERM");
  await Promise.all(ends);
  await rm(home, { recursive: true, force: true });
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void endAll().finally(() => process.exit(1)));
}

function numbersOf(list: string): number[] {
  return list.split(",").map(Number);
}
