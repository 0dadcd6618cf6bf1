import type { Access, AccountContext, ProjectScope } from "#core/context.ts";
import { translateDatabaseError } from "#core/database.ts";
import { toFailure } from "#core/failure.ts";
import {
  errorText,
  invalidRequest,
  isRecord,
  type Message,
  type Params,
  RpcError,
  type RpcErrorBody,
  resultText,
  toRpcError,
} from "./json-rpc.ts";
import { findNearest } from "./nearest.ts";

/** A user's call; `entered` is a project that was looked up together with the token. */
export type McpContext = AccountContext & { entered?: ProjectScope | undefined };

/** A tool as clients see it, the access it needs, and what runs it: the JSON text of a CallToolResult. */
export type Tool = {
  name: string;
  /** Made when it is asked for: schemas of all tools would take a third of a server's start. */
  describe(): { name: string } & Record<string, unknown>;
  access: Access;
  call(context: McpContext, args: Params): Promise<string>;
};

/** A prompt as clients see it, and what writes it: the JSON text of a GetPromptResult. */
export type Prompt = {
  listing: { name: string } & Record<string, unknown>;
  get(context: McpContext, args: Params): Promise<string>;
};

/** The answer to one message: its text (null: none), and the error in it if there is one. */
export type Answer = { text: string | null; error?: RpcErrorBody };
export type Dispatch = (context: McpContext, message: Message) => Promise<Answer>;

type Handler = (context: McpContext, params: Params) => string | Promise<string>;
type Catalog = {
  tools: readonly Tool[];
  prompts: readonly Prompt[];
  version: string;
  base_url: string;
};

/** Newest first. */
export const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const INSTRUCTIONS = `Earshot reports what AI assistants say about brands: it asks tracked prompts, keeps the answers ("chats") and finds which brands and sources they name.
Start with list_projects; nearly every tool needs a project_id. Ids are opaque: take them from list_* tools.
Reports (get_brand_report, get_domain_report, get_url_report) need date_from and date_to and answer "how much", explain_change answers "why"; list_chats and get_chat show the answers themselves. Dashboard and mails leave out prompts that name the own brand; branded "exclude" tells their numbers.
Lists are columnar: columns names the fields of each row, names what ids stand for. While next_offset is not null, call again with it as offset. Without limit a page has what fits. Give people names, and the address in dashboard, not ids.
Ratios are 0 to 1, sentiment is 0 to 100 with 50 neutral (an estimate), dates are YYYY-MM-DD and both ends count. null means not defined, which is not zero.
When server_version changes, read tools/list again.`;

/** Answers JSON-RPC messages over a catalogue; every error is an answer, nothing throws. */
export function makeDispatch(catalog: Catalog): Dispatch {
  const methods = makeMethods(catalog);
  const refuse = (id: string | number | null, error: RpcErrorBody): Answer => ({
    text: errorText(id, error, catalog.version),
    error,
  });
  return async (context, message) => {
    if (message.kind === "silent") return { text: null };
    if (message.kind === "broken") return refuse(message.id, invalidRequest(message.reason));
    const { id, method, params = {} } = message;
    try {
      const handle = methods.get(method);
      if (!handle) throw unknownName("method", method, methods.keys());
      if (!isRecord(params)) throw argumentError("TYPE", "params: must be an object");
      return { text: resultText(id, await handle(context, params)) };
    } catch (thrown) {
      return refuse(id, toBody(thrown, context, method));
    }
  };
}

/** The methods there are; any other is unknown, `ping` included. */
export const METHODS = ["initialize", "tools/list", "prompts/list", "tools/call", "prompts/get"];

function makeMethods(catalog: Catalog): Map<string, Handler> {
  const { tools, prompts, version } = catalog;
  const toolByName = new Map(tools.map((tool) => [tool.name, tool]));
  const promptByName = new Map(prompts.map((prompt) => [prompt.listing.name, prompt]));
  return new Map<string, Handler>([
    ["initialize", (_, params) => initialize(params, catalog)],
    ["tools/list", onePage(() => ({ tools: tools.map((tool) => tool.describe()) }), version)],
    ["prompts/list", onePage(() => ({ prompts: prompts.map(({ listing }) => listing) }), version)],
    ["tools/call", (context, params) => callTool(toolByName, context, params)],
    ["prompts/get", (context, params) => getPrompt(promptByName, context, params)],
  ]);
}

function initialize({ protocolVersion }: Params, { version, base_url }: Catalog): string {
  const known = PROTOCOL_VERSIONS.find((one) => one === protocolVersion);
  return withVersion(version, {
    protocolVersion: known ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: { listChanged: false }, prompts: { listChanged: false } },
    serverInfo: {
      ...{ name: "earshot", title: "Earshot", version, websiteUrl: base_url },
      description: "What AI assistants say about your brand.",
      icons: [{ src: `${base_url}/pages/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
    },
    instructions: INSTRUCTIONS,
  });
}

/** A whole list as its first and only page, written once, when it is asked for. */
function onePage(list: () => Record<string, unknown>, version: string): Handler {
  let text: string | undefined;
  return (_, { cursor }) => {
    if (cursor !== undefined)
      throw argumentError("NOT_FOUND", "cursor: there is one page; call without a cursor");
    text ??= withVersion(version, list());
    return text;
  };
}

async function callTool(
  tools: ReadonlyMap<string, Tool>,
  context: McpContext,
  params: Params,
): Promise<string> {
  const name = requireName(params, "tools/call");
  const tool = tools.get(name);
  if (!tool) throw unknownName("tool", name, tools.keys());
  if (!context.actor.access.has(tool.access)) {
    throw new RpcError({
      code: -32002,
      message: `The tool "${name}" needs the scope mcp:${tool.access}, which this client was not granted. The user can grant it by authorizing the client again and ticking the box for changes.`,
      data: { code: "SCOPE_REQUIRED", required_scope: `mcp:${tool.access}` },
    });
  }
  return tool.call(context, requireArguments(params, `tool "${name}"`));
}

async function getPrompt(
  prompts: ReadonlyMap<string, Prompt>,
  context: McpContext,
  params: Params,
): Promise<string> {
  const name = requireName(params, "prompts/get");
  const prompt = prompts.get(name);
  if (!prompt) throw unknownName("prompt", name, prompts.keys());
  return prompt.get(context, requireArguments(params, `prompt "${name}"`));
}

function requireName({ name }: Params, method: string): string {
  if (name === undefined) throw argumentError("MISSING", `name: is required for ${method}`);
  if (typeof name !== "string") throw argumentError("TYPE", "name: must be a string");
  return name;
}

function requireArguments({ arguments: args = {} }: Params, target: string): Params {
  if (isRecord(args)) return args;
  throw argumentError("TYPE", `arguments: must be an object for ${target}, like {"limit": 10}`);
}

function argumentError(problem: string, message: string): RpcError {
  return new RpcError({ code: -32602, message, data: { code: `MCP_ARG_${problem}` } });
}

const SHOWN_MAX = 100;

function unknownName(kind: string, given: string, names: Iterable<string>): RpcError {
  const known = [...names];
  const nearest = findNearest(given, known);
  const hint = nearest ? `did you mean "${nearest}"?` : `valid: ${known.join(", ") || "none"}`;
  return new RpcError({
    code: -32601,
    message: `unknown ${kind} ${JSON.stringify(given.slice(0, SHOWN_MAX))} (${hint})`,
    data: { code: `${kind.toUpperCase()}_NOT_FOUND` },
  });
}

function toBody(thrown: unknown, { log }: McpContext, method: string): RpcErrorBody {
  if (thrown instanceof RpcError) return thrown;
  const failure = toFailure(translateDatabaseError(thrown));
  const body = toRpcError(failure);
  if (body.code === -32603) log.error({ error: failure.cause ?? failure, method }, "call failed");
  return body;
}

/** A result as text, with the server's version where clients look for it. */
export function withVersion(server_version: string, result: Record<string, unknown>): string {
  return JSON.stringify({ ...result, _meta: { server_version }, server_version });
}
