import { MCPConformanceTest, OAuthConformanceTest } from "@mcpjam/sdk";

// MCPJam's two suites: node jam.ts <mcp address> <access token>. Prints "OPEN <url>" for the consent page.
const [serverUrl = "", accessToken = ""] = process.argv.slice(2);
/** Ours 4.2: five methods are served. */
const BY_DESIGN = new Set(["ping"]);

type Check = {
  id?: string;
  step?: string;
  title: string;
  status: string;
  error?: { message: string };
};

function report(name: string, checks: Check[]): number {
  const failed = checks.filter(({ status }) => status === "failed");
  const count = (status: string) => checks.filter((check) => check.status === status).length;
  const names = failed.map(
    ({ id, step, title, error }) => `${id ?? step ?? title}: ${error?.message}`,
  );
  console.log(
    `${name}: ${count("passed")} passed, ${count("skipped")} skipped, ${failed.length} failed${names.length ? ` (${names.join(" | ")})` : ""}`,
  );
  return failed.filter(({ id, step }) => !BY_DESIGN.has(id ?? step ?? "")).length;
}

const protocol = await new MCPConformanceTest({ serverUrl, accessToken }).run();
let wrong = report("protocol", protocol.checks);
// Apart: the negative checks use a code twice, which ends its grant, so nothing can be listed after them.
for (const rest of [{ oauthConformanceChecks: true }, { verification: { listTools: true } }]) {
  const oauth = await new OAuthConformanceTest({
    serverUrl,
    protocolVersion: "2025-11-25",
    registrationStrategy: "dcr",
    scopes: "mcp:read mcp:write",
    auth: {
      mode: "interactive",
      openUrl: async (url: string) => console.log(`OPEN ${url}`),
    },
    ...rest,
  }).run();
  wrong += report(`oauth with ${Object.keys(rest)[0]}`, oauth.steps);
}
process.exit(wrong > 0 ? 1 : 0);
