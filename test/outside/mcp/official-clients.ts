import assert from "node:assert/strict";
import {
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
} from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Person } from "./person.ts";

/** The person in front of the consent page. */
type Approver = { approve(url: URL, options: { write: boolean }): Promise<URL> };

const CALLBACK = "http://localhost:3500/callback";
const INFO = { name: "outside", version: "1" };
const AUTO = { versionNegotiation: { mode: "auto" } } as const;
const METADATA = {
  client_name: "Outside test",
  redirect_uris: [CALLBACK],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

/** What both official clients ask of their host: where to keep things, and how to send the user away. */
export class Provider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = METADATA;
  readonly seen: string[] = [];
  callback: URL | undefined;
  write = false;
  #client: unknown;
  #tokens: Record<string, unknown> | undefined;
  #verifier = "";
  readonly #person: Approver;
  constructor(person: Approver) {
    this.#person = person;
  }
  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client: unknown) {
    this.seen.push("registered");
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: Record<string, unknown>) {
    this.seen.push("tokens");
    this.#tokens = tokens;
  }
  async redirectToAuthorization(url: URL) {
    this.seen.push("consent");
    this.callback = await this.#person.approve(url, { write: this.write });
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  /** As if the hour were over. */
  spoilAccessToken() {
    this.#tokens = { ...this.#tokens, access_token: "earshot_at_over" };
  }
  /** As in another process of the same program that read the store a while ago. */
  copy(): Provider {
    const copy = new Provider(this.#person);
    copy.#client = this.#client;
    copy.#tokens = this.#tokens;
    return copy;
  }
  forget() {
    this.#tokens = undefined;
  }
}

/** "v2 auto" first tries the newest revision of the protocol, which we do not speak, and has to fall back. */
export type Version = "v1" | "v2" | "v2 auto";
// biome-ignore lint/suspicious/noExplicitAny: two libraries with like, unrelated types.
type Any = any;

function open(
  version: Version,
  url: URL,
  provider: Provider,
  fetcher: typeof fetch = fetch,
): { client: Any; transport: Any } {
  const options: Any = { authProvider: provider, fetch: fetcher };
  return version === "v1"
    ? { client: new Client1(INFO), transport: new Transport1(url, options) }
    : {
        client: new Client2(INFO, version === "v2 auto" ? AUTO : {}),
        transport: new Transport2(url, options),
      };
}

async function finish(version: Version, transport: Any, provider: Provider) {
  const { callback } = provider;
  assert(callback, "the client never sent the user to the consent page");
  provider.callback = undefined;
  if (version === "v1") await transport.finishAuth(callback.searchParams.get("code"));
  else await transport.finishAuth(callback.searchParams);
}

/** A connected client, after discovery, registration and consent. */
export async function connect(
  version: Version,
  url: URL,
  provider: Provider,
  fetcher: typeof fetch = fetch,
): Promise<Any> {
  const first = open(version, url, provider, fetcher);
  await assert.rejects(first.client.connect(first.transport), /Unauthorized/);
  await finish(version, first.transport, provider);
  const second = open(version, url, provider, fetcher);
  await second.client.connect(second.transport);
  return second;
}

/** Discovery, registration, PKCE, consent, calls, errors, refresh, step-up where the client can, revocation. */
export async function tryOfficialClient(
  version: Version,
  origin: string,
  person: Approver = new Person(origin),
): Promise<string> {
  const url = new URL(`${origin}/api/mcp`);
  const provider = new Provider(person);
  const { client, transport } = await connect(version, url, provider);
  assert.deepEqual(provider.seen, ["registered", "consent", "tokens"]);
  const { tools } = await client.listTools();
  assert.ok(tools.length > 20);
  assert.equal((await client.listPrompts()).prompts.length, 7);
  const projects = (await client.callTool({ name: "list_projects", arguments: {} }))
    .structuredContent;
  const project_id = projects.rows[0][projects.columns.indexOf("id")];
  await assert.rejects(
    client.callTool({ name: "get_project", arguments: { project: project_id } }),
    {
      code: -32602,
      message: /unknown argument "project" for tool "get_project" \(valid: project_id\)/,
    },
  );
  await assert.rejects(client.ping(), { code: -32601 });
  const prompt = await client.getPrompt({
    name: "weekly_pulse",
    arguments: { project: project_id },
  });
  assert.equal(prompt.messages[0].role, "user");

  provider.spoilAccessToken();
  await client.callTool({ name: "get_project", arguments: { project_id } });
  assert.equal(provider.seen.filter((one) => one === "tokens").length, 2);

  provider.write = true;
  const topic = `Topic ${version} ${Date.now()}`;
  const create = { name: "create_topic", arguments: { project_id, name: topic } };
  const stepped = await stepUp({ version, url, provider, person, client, transport, create });
  const revoked = await fetch(`${origin}/api/mcp/oauth/revoke`, {
    method: "POST",
    body: new URLSearchParams({ token: String(provider.tokens()?.["refresh_token"]) }),
  });
  assert.equal(revoked.status, 200);
  const token = String(provider.tokens()?.["access_token"]);
  const after = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  assert.equal(after.status, 401);
  await client.close();
  return `discovery, registration, PKCE, consent, ${tools.length} tools, errors, refresh, ${stepped}, revocation`;
}

/** Two processes of one program hold copies of one grant: after one has refreshed, the other goes on with its hour. */
export async function trySharedGrant(version: Version, origin: string): Promise<string> {
  const url = new URL(`${origin}/api/mcp`);
  const provider = new Provider(new Person(origin));
  const { client } = await connect(version, url, provider);
  const copy = provider.copy();
  const other = open(version, url, copy);
  await other.client.connect(other.transport);
  const call = { name: "list_projects", arguments: {} };
  provider.spoilAccessToken();
  for (const one of [client, other.client, client]) {
    assert.ok((await one.callTool(call)).structuredContent);
  }
  assert.deepEqual(copy.seen, [], "it was sent nowhere");
  await Promise.all([client.close(), other.client.close()]);
  return "one refreshed, the other goes on with its own access token";
}

type Step = {
  version: Version;
  url: URL;
  provider: Provider;
  person: Approver;
  client: Any;
  transport: Any;
  create: Any;
};

/** The second client goes back to the consent page by itself; the first has to be connected again. */
async function stepUp({
  version,
  url,
  provider,
  person,
  client,
  transport,
  create,
}: Step): Promise<string> {
  await assert.rejects(client.callTool(create));
  if (provider.callback) {
    await finish(version, transport, provider);
    const again = open(version, url, provider);
    await again.client.connect(again.transport);
    assert.equal(
      (await again.client.callTool(create)).structuredContent.name,
      create.arguments.name,
    );
    await again.client.close();
    return "step-up";
  }
  const fresh = new Provider(person);
  fresh.write = true;
  const again = await connect(version, url, fresh);
  assert.equal((await again.client.callTool(create)).structuredContent.name, create.arguments.name);
  await again.client.close();
  return "write after a new connection (this client has no step-up)";
}
