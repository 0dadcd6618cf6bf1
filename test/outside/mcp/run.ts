import assert from "node:assert/strict";
import { join } from "node:path";
import {
  endAll,
  finish,
  home,
  ORIGIN,
  type Outcome,
  PARALLEL,
  PORT,
  PROCESSES,
  ROUNDS,
  start,
  startServer,
  type Watch,
  waitFor,
} from "./harness.ts";
import { Person } from "./person.ts";

// Holds other people's MCP software against a running server: node test/outside/mcp/run.ts [suite ...]
// Before: npm ci --ignore-scripts in this folder and in jam/.
const HERE = import.meta.dirname;
const FIXTURE_PORT = PORT + 1;
const MCP = `${ORIGIN}/api/mcp`;
const bin = (path: string) => join(HERE, "node_modules", path);
const CONFORMANCE = bin("@modelcontextprotocol/conformance/dist/index.js");
const CONFORMANCE_01 = bin("conformance-0.1/dist/index.js");
const INSPECTOR = bin("@modelcontextprotocol/inspector/clients/launcher/build/index.js");
/** The clients of "parallel refresh"; OUTSIDE_CLIENTS names some of them. */
const CLIENTS = (["v1", "v2", "ai-sdk"] as const).filter((one) =>
  (process.env["OUTSIDE_CLIENTS"] ?? one).split(",").includes(one),
);

const run = (args: string[], extra?: Record<string, string>, watch?: Watch): Promise<Outcome> =>
  finish(start(args, extra), watch);

const lastLine = (output: string, pattern: RegExp) =>
  output
    .split("\n")
    .findLast((line) => pattern.test(line))
    ?.trim() ?? "";

async function conformance(program: string, extra: string[]): Promise<string> {
  const fixture = start([join(HERE, "fixture-server.ts")], { PORT: String(FIXTURE_PORT) });
  try {
    const url = `http://127.0.0.1:${FIXTURE_PORT}/api/mcp`;
    await waitFor(url);
    const baseline = join(HERE, "baseline.yml");
    const { code, output } = await run([
      ...[program, "server", "--url", url, "--expected-failures", baseline],
      ...["-o", join(home, "conformance"), ...extra],
    ]);
    assert.equal(code, 0, output.slice(-3000));
    return `${lastLine(output, /^Total/)}; ${lastLine(output, /Baseline/)}`;
  } finally {
    fixture.kill();
  }
}

async function conformanceAuthorization(): Promise<string> {
  const port = String(PORT + 2);
  const person = new Person(ORIGIN);
  const client = await person.register(`http://127.0.0.1:${port}/callback`);
  let isApproved = false;
  const { code, output } = await run(
    [
      ...[CONFORMANCE, "authorization", "--url", ORIGIN, "--client-id", client],
      ...["--resource", MCP, "-p", port, "-o", join(home, "authorization")],
    ],
    {},
    (seen) => {
      const url = /http:\/\/\S+\/authorize\?\S+/.exec(seen)?.[0];
      if (!url || isApproved) return;
      isApproved = true;
      setTimeout(() => void person.approveAndReturn(url, { write: false }), 500);
    },
  );
  assert.equal(code, 0, output.slice(-3000));
  return output
    .split("\n")
    .filter((line) => /passed|warn/i.test(line))
    .slice(-4)
    .join("; ");
}

async function inspector(): Promise<string> {
  const { access_token } = await new Person(ORIGIN).token(true);
  const cli = (...args: string[]) =>
    run([
      ...[INSPECTOR, "--cli", MCP, "--transport", "http"],
      ...["--header", `Authorization: Bearer ${access_token}`, ...args, "--format", "json", "-q"],
    ]);
  const list = await cli("--method", "tools/list", "--strict");
  assert.equal(list.code, 0, list.output.slice(-2000));
  const call = await cli("--method", "tools/call", "--tool-name", "list_projects");
  assert.equal(call.code, 0, call.output.slice(-2000));
  assert.match(call.output, /server_version/);
  const wrong = await cli("--method", "tools/call", "--tool-name", "no_such_tool");
  assert.notEqual(wrong.code, 0);
  const prompts = await cli("--method", "prompts/list");
  assert.equal(prompts.code, 0, prompts.output.slice(-2000));
  const anonymous = await run([
    ...[INSPECTOR, "--cli", MCP, "--transport", "http", "--method", "tools/list", "-q"],
  ]);
  assert.notEqual(anonymous.code, 0);
  return "tools/list --strict rc 0, call rc 0, prompts rc 0, wrong tool and no token rc > 0";
}

async function inspectorSignIn(): Promise<string> {
  const person = new Person(ORIGIN);
  let isApproved = false;
  const settings = { MCP_INSPECTOR_SECRET_STORE: "file", MCP_AUTO_OPEN_ENABLED: "true" };
  const { code, output } = await run(
    [INSPECTOR, "--cli", MCP, "--transport", "http", "--method", "tools/list", "--format", "json"],
    settings,
    (seen) => {
      const url = /http:\/\/\S+\/authorize\?\S+/.exec(seen)?.[0];
      if (!url || isApproved) return;
      isApproved = true;
      setTimeout(() => void person.approveAndReturn(url, { write: false }), 500);
    },
  );
  assert.ok(isApproved, output.slice(-2000));
  assert.equal(code, 0, output.slice(-3000));
  assert.match(output, /list_projects/);
  return "its own discovery, registration, consent and tools/list, rc 0";
}

async function aiSdk(): Promise<string> {
  const { createMCPClient } = await import("@ai-sdk/mcp");
  const { access_token } = await new Person(ORIGIN).token(false);
  const headers = { Authorization: `Bearer ${access_token}` };
  const client = await createMCPClient({ transport: { type: "http", url: MCP, headers } });
  const tools = await client.tools();
  const options = { toolCallId: "1", messages: [] };
  const answer = await tools["list_projects"]?.execute({}, options);
  assert.match(JSON.stringify(answer), /server_version/);
  await assert.rejects(
    async () => tools["list_projects"]?.execute({ page: 1 }, options),
    /unknown argument \\?"page\\?" for tool/,
  );
  await client.close();
  return `${Object.keys(tools).length} tools, call, argument error`;
}

async function mcpRemote(): Promise<string> {
  const person = new Person(ORIGIN);
  let isApproved = false;
  const program = [bin("mcp-remote/dist/client.js"), MCP, String(PORT + 3)];
  const { output } = await run(program, {}, (seen, child) => {
    const url = /http:\/\/\S+\/authorize\?\S+/.exec(seen)?.[0];
    if (url && !isApproved) {
      isApproved = true;
      // Its callback server starts late.
      setTimeout(() => void person.approveAndReturn(url, { write: false }), 2_500);
    }
    if (/Tools:[\s\S]*list_projects/.test(seen)) setTimeout(() => child.kill(), 500);
  });
  assert.ok(isApproved, output.slice(-2000));
  assert.match(output, /list_projects/, output.slice(-3000));
  return "discovery, registration, consent, tools/list over its bridge";
}

async function mcpJam(): Promise<string> {
  const { access_token } = await new Person(ORIGIN).token(true);
  const person = new Person(ORIGIN);
  const { code, output } = await run(
    [join(HERE, "jam/jam.ts"), MCP, access_token],
    {},
    (seen, child) => {
      for (const [, url = ""] of seen.matchAll(/OPEN (\S+)\n/g)) {
        if (opened.has(url)) continue;
        opened.add(url);
        void person
          .approveAndReturn(url, { write: true })
          .catch((error) => child.emit("error", error));
      }
    },
  );
  assert.equal(code, 0, output.slice(-3000));
  return output
    .trim()
    .split("\n")
    .filter((line) => /^(protocol|oauth)/.test(line))
    .join("; ");
}
const opened = new Set<string>();

async function inChromium(version: "v1" | "v2"): Promise<string> {
  const { tryOfficialClient } = await import("./official-clients.ts");
  const { BrowserPerson } = await import("./browser-person.ts");
  return tryOfficialClient(version, ORIGIN, new BrowserPerson(ORIGIN));
}

/** Both official clients and the AI SDK's with calls at once on a dead access token: one process of ours, then two. */
async function parallelRefresh(): Promise<string> {
  const { refreshInParallel } = await import("./parallel-refresh.ts");
  const other = `http://localhost:${PORT + 4}`;
  const second = await startServer({ PORT: String(PORT + 4) });
  const said: string[] = [];
  try {
    for (const version of CLIENTS) {
      for (const count of PROCESSES) {
        const processes = [ORIGIN, other].slice(0, count);
        for (const parallel of PARALLEL) {
          const burst = { version, parallel, rounds: ROUNDS };
          const { good, consents, errors } = await refreshInParallel(ORIGIN, processes, burst);
          const words = `${version}, ${processes.length} process(es), ${parallel} calls: ${good} of ${ROUNDS}`;
          console.log(words, consents, Object.fromEntries(errors));
          said.push(words);
        }
      }
    }
  } finally {
    second.kill("SIGTERM");
  }
  for (const words of said) assert.match(words, new RegExp(`: ${ROUNDS} of`));
  return said.join("; ");
}

const SUITES: Record<string, () => Promise<string>> = {
  "parallel refresh": parallelRefresh,
  "shared grant": async () => {
    const { trySharedGrant } = await import("./official-clients.ts");
    const tried = (version: "v1" | "v2") => trySharedGrant(version, ORIGIN);
    return `v1: ${await tried("v1")}; v2: ${await tried("v2")}`;
  },
  "client v1": async () => (await import("./official-clients.ts")).tryOfficialClient("v1", ORIGIN),
  "client v2": async () => (await import("./official-clients.ts")).tryOfficialClient("v2", ORIGIN),
  "client v2 auto": async () =>
    (await import("./official-clients.ts")).tryOfficialClient("v2 auto", ORIGIN),
  "client v1 in Chromium": () => inChromium("v1"),
  "client v2 in Chromium": () => inChromium("v2"),
  "openid-client": async () => (await import("./openid-client.ts")).tryOpenidClient(ORIGIN),
  "conformance 0.2": () =>
    conformance(CONFORMANCE, ["--requirements", "2025-11-25", "--timeout", "8000"]),
  "conformance 0.1": () => conformance(CONFORMANCE_01, []),
  "conformance authorization": conformanceAuthorization,
  inspector,
  "inspector sign-in": inspectorSignIn,
  "ai-sdk": aiSdk,
  "mcp-remote": mcpRemote,
  mcpjam: mcpJam,
};

async function main(): Promise<number> {
  const chosen = process.argv.slice(2);
  let failed = 0;
  try {
    await startServer({});
    for (const [name, suite] of Object.entries(SUITES)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      const began = Date.now();
      try {
        const said = await suite();
        console.log(`ok    ${name} (${Date.now() - began} ms): ${said}`);
      } catch (error) {
        failed += 1;
        console.log(`FAIL  ${name}: ${(error as Error).stack ?? error}`);
      }
    }
  } finally {
    await endAll();
  }
  return failed;
}

process.exitCode = (await main()) > 0 ? 1 : 0;
