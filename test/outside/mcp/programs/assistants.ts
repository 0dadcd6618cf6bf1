import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finish, home, start } from "../harness.ts";
import { Person } from "../person.ts";

const PACKAGES = join(import.meta.dirname, "node_modules");
const TURN_LIMIT_MS = 1_200_000;
const PROMPT = "Go on.";
/** Printed to a terminal, it may stand within control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those of a terminal's links.
const ADDRESS = /http:\/\/[^\s\x07\x1b]+\/authorize\?[^\s\x07\x1b]+(?=[\s\x07\x1b])/;

/** A command-line assistant with a folder of its own, its model at `model` and our server at `origin`. */
export type Assistant = {
  name: string;
  signIn(origin: string): Promise<void>;
  /** One conversation, to its end; what it printed. */
  converse(): Promise<string>;
};

/** Starts a sign-in, approves what the program prints, and waits for its end. */
async function approveFor(
  origin: string,
  login: (watch: (seen: string) => void) => Promise<{ code: number | null; output: string }>,
): Promise<void> {
  let approved: Promise<void> | undefined;
  const { code, output } = await login((seen) => {
    const url = ADDRESS.exec(seen)?.[0];
    if (url) approved ??= new Person(origin).approveAndReturn(url, { write: false });
  });
  assert(approved, `no address to approve at: ${output.slice(-2000)}`);
  await approved;
  assert.equal(code, 0, output.slice(-2000));
}

/** Claude Code: the native program of the package for this machine. */
export function claudeCode(model: string): Assistant {
  const folder = join(home, "claude-code");
  const program = join(
    PACKAGES,
    `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  );
  const settings = {
    HOME: folder,
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: "scripted",
    ANTHROPIC_MODEL: "scripted",
    ANTHROPIC_SMALL_FAST_MODEL: "scripted",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: "50",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_AUTO_COMPACT: "1",
    ENABLE_TOOL_SEARCH: "false",
  };
  const run = (args: string[], watch?: (seen: string) => void, limit_ms?: number) => {
    const child = start(args, settings, program);
    child.stdin?.end();
    return finish(child, watch, limit_ms);
  };
  return {
    name: "Claude Code",
    async signIn(origin) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const added = await run([
        ...["mcp", "add", "--scope", "user", "--transport", "http"],
        ...["earshot", `${origin}/api/mcp`],
      ]);
      assert.equal(added.code, 0, added.output);
      // It signs in only where it has a terminal.
      const login = [program, "mcp", "login", "earshot"];
      const terminal =
        process.platform === "darwin"
          ? ["-q", "/dev/null", ...login]
          : ["-qec", login.join(" "), "/dev/null"];
      await approveFor(origin, (watch) => finish(start(terminal, settings, "script"), watch));
    },
    async converse() {
      const args = ["-p", PROMPT, "--output-format", "json", "--allowedTools", "mcp__earshot"];
      return (await run(args, undefined, TURN_LIMIT_MS)).output;
    },
  };
}

const TRIPLES: Record<string, string> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
};

/** Codex: the native program of the package for this machine. */
export function codex(model: string): Assistant {
  const folder = join(home, "codex");
  const machine = `${process.platform}-${process.arch}`;
  const program = join(PACKAGES, `@openai/codex-${machine}/vendor/${TRIPLES[machine]}/bin/codex`);
  const config = (origin: string) => `
model = "scripted"
model_provider = "scripted"
mcp_oauth_credentials_store = "file"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
[mcp_servers.earshot]
url = "${origin}/api/mcp"
supports_parallel_tool_calls = true
default_tools_approval_mode = "approve"
`;
  const run = (args: string[], watch?: (seen: string) => void, limit_ms?: number) => {
    const child = start(args, { HOME: folder }, program);
    child.stdin?.end();
    return finish(child, watch, limit_ms);
  };
  return {
    name: "Codex",
    async signIn(origin) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(join(folder, ".codex"), { recursive: true });
      await writeFile(join(folder, ".codex/config.toml"), config(origin));
      await approveFor(origin, (watch) => run(["mcp", "login", "earshot"], watch));
    },
    async converse() {
      const args = ["exec", "--skip-git-repo-check", "--sandbox", "read-only", PROMPT];
      return (await run(args, undefined, TURN_LIMIT_MS)).output;
    },
  };
}
