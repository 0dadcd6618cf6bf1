import assert from "node:assert/strict";
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { after } from "node:test";
import type { Ran } from "./command-host.ts";
import { endFirst } from "./end-first.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** A process of this product. */
export type OwnProcess = {
  child: ChildProcess;
  /** What it has printed so far, standard error included. */
  printed(): string;
  /** How it ended, and what it wrote to standard output and to standard error. */
  ended: Promise<{ code: number | null; output: string; errors: string }>;
};

/** Starts `node <words>` with nothing of this environment but what is given; killed when the test file is done. */
export function startProcess(
  words: string[],
  environment: Record<string, string>,
  cwd = ROOT,
): OwnProcess {
  const started = spawnProcess(words, environment, cwd);
  endFirst(() => started.child.kill("SIGKILL"));
  return started;
}

/** The same, for whom ends it before the databases are dropped. */
export function spawnProcess(
  words: string[],
  environment: Record<string, string>,
  cwd = ROOT,
): OwnProcess {
  const child = spawn(process.execPath, cwd === ROOT ? words.map(asStarted) : words, {
    cwd,
    env: { ...bare(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  after(() => child.kill("SIGKILL"));
  const texts = { output: "", errors: "", printed: "" };
  for (const [name, stream] of [
    ["output", child.stdout],
    ["errors", child.stderr],
  ] as const) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
      texts.printed += text;
    });
  }
  const ended = new Promise<{ code: number | null; output: string; errors: string }>((done) => {
    child.once("close", (code) => done({ code, output: texts.output, errors: texts.errors }));
  });
  return { child, printed: () => texts.printed, ended };
}

/** One process that runs commands of ours one after the other, as `["key", "list"]`; killed when the test file is done. */
export function startCommands(
  environment: Record<string, string>,
): (...words: string[]) => Promise<Ran> {
  const child = fork(resolve(ROOT, "test/kit/command-host.ts"), {
    cwd: ROOT,
    env: { ...bare(), ...environment },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  after(() => child.kill("SIGKILL"));
  endFirst(() => child.kill("SIGKILL"));
  const ended = once(child, "exit");
  return async (...words) => {
    const answered = once(child, "message");
    child.send(words);
    const [ran] = await Promise.race([answered, ended]);
    assert(typeof ran === "object" && ran !== null, `${words.join(" ")}: it ended with ${ran}`);
    return ran;
  };
}

/** A server as `npm start` runs it: bundled, where the run of tests has done that. */
function asStarted(word: string): string {
  const [, server] = /^src\/(main|worker)\.ts$/.exec(word) ?? [];
  const folder = process.env["EARSHOT_TEST_SERVERS"];
  return server && folder ? join(folder, `${server}.mjs`) : word;
}

const bare = () => ({
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
});
