import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** What the model is to ask for: `tool`, `parallel` times in one message, `rounds` messages long. */
export type Script = {
  tool: string;
  parallel: number;
  rounds: number;
  /** Whether a result is an answer of the tool. */
  isGood(result: string): boolean;
  before(): Promise<void>;
};
/** A tool as the assistant offered it; Codex may put those of a server into a namespace. */
type Offered = { name: string; namespace?: string };
/** A wire: what tools it was offered, what came back of these calls, and how the next is written. */
type Wire = {
  offered(body: Any): Offered[];
  results(body: Any, ids: ReadonlySet<string>): string[];
  write(response: ServerResponse, calls: { id: string; tool: Offered }[]): void;
};
// biome-ignore lint/suspicious/noExplicitAny: requests of two programs whose types we do not have.
type Any = any;

/**
 * A model on loopback that speaks as much of two providers' wires as their assistants need, and follows a script. It
 * asks for the calls of a round, looks at all their results, and stops after a round in which one failed.
 */
export class ScriptedModel {
  readonly #server: Server;
  #script: Script | undefined;
  #asked = 0;
  #calls: { id: string; tool: Offered }[] = [];
  good = 0;
  /** What came back that was no answer. */
  readonly bad: string[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => {
        console.error(error);
        response.destroy();
      });
    });
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, "localhost");
    await once(this.#server, "listening");
  }

  play(script: Script): void {
    this.#script = script;
    this.#asked = 0;
    this.#calls = [];
    this.good = 0;
    this.bad.length = 0;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wire = WIRES[new URL(request.url ?? "/", "http://localhost").pathname];
    const body = await text(request);
    if (!wire || request.method !== "POST") {
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const asked = JSON.parse(body);
    const calls = await this.#next(wire, asked);
    response.writeHead(200, { "content-type": "text/event-stream" });
    wire.write(response, calls);
    response.end();
  }

  async #next(wire: Wire, asked: Any): Promise<{ id: string; tool: Offered }[]> {
    const script = this.#script;
    const tool = wire.offered(asked).find(({ name }) => name.endsWith(script?.tool ?? " "));
    // A question beside the conversation, as for its title.
    if (!script || !tool) return [];
    if (this.#calls.length > 0) {
      const results = wire.results(asked, new Set(this.#calls.map(({ id }) => id)));
      const bad = results.filter((one) => !script.isGood(one));
      if (results.length === this.#calls.length && bad.length === 0) this.good++;
      else {
        this.bad.push(`${results.length} results of ${this.#calls.length}`, ...bad);
        return [];
      }
    }
    if (this.#asked === script.rounds) return [];
    this.#asked++;
    await script.before();
    const id = `call_${this.#asked}_`;
    this.#calls = Array.from({ length: script.parallel }, (_, at) => ({ id: `${id}${at}`, tool }));
    return this.#calls;
  }
}

function send(response: ServerResponse, event: { type: string }): void {
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

const USAGE = { input_tokens: 10, output_tokens: 10 };

/** Anthropic's Messages, streamed. */
const messages: Wire = {
  offered: ({ tools = [] }) => tools,
  results: (body, ids) =>
    body.messages
      .flatMap(({ content }: Any) => (typeof content === "string" ? [] : content))
      .filter((one: Any) => one.type === "tool_result" && ids.has(one.tool_use_id))
      .map((one: Any) => JSON.stringify(one)),
  write(response, calls) {
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "scripted",
      content: [],
    };
    const usage = { ...USAGE, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const start = { ...message, stop_reason: null, stop_sequence: null, usage };
    send(response, { type: "message_start", message: start } as Any);
    const blocks = calls.map(({ id, tool }) => ({
      block: { type: "tool_use", id, name: tool.name, input: {} } as object,
      delta: { type: "input_json_delta", partial_json: "{}" } as object,
    }));
    if (blocks.length === 0) {
      blocks.push({
        block: { type: "text", text: "" },
        delta: { type: "text_delta", text: "Done." },
      });
    }
    for (const [index, { block, delta }] of blocks.entries()) {
      send(response, { type: "content_block_start", index, content_block: block } as Any);
      send(response, { type: "content_block_delta", index, delta } as Any);
      send(response, { type: "content_block_stop", index } as Any);
    }
    const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
    const delta = { stop_reason, stop_sequence: null };
    send(response, { type: "message_delta", delta, usage: { output_tokens: 10 } } as Any);
    send(response, { type: "message_stop" });
  },
};

/** OpenAI's Responses, streamed. */
const responses: Wire = {
  offered: ({ tools = [] }) =>
    tools.flatMap((tool: Any) =>
      tool.type === "namespace"
        ? tool.tools.map(({ name }: Any) => ({ name, namespace: tool.name }))
        : [{ name: tool.name ?? "" }],
    ),
  results: ({ input }, ids) =>
    input
      .filter((one: Any) => one.type === "function_call_output" && ids.has(one.call_id))
      .map((one: Any) => JSON.stringify(one)),
  write(response, calls) {
    const id = `resp_${Date.now()}`;
    send(response, { type: "response.created", response: { id } } as Any);
    const items: object[] = calls.map((call) => ({
      type: "function_call",
      id: `fc_${call.id}`,
      call_id: call.id,
      name: call.tool.name,
      ...(call.tool.namespace !== undefined && { namespace: call.tool.namespace }),
      arguments: "{}",
    }));
    if (items.length === 0) {
      const content = [{ type: "output_text", text: "Done.", annotations: [] }];
      items.push({ type: "message", id: "msg_1", role: "assistant", content });
    }
    for (const [output_index, item] of items.entries()) {
      send(response, { type: "response.output_item.done", output_index, item } as Any);
    }
    const usage = { ...USAGE, total_tokens: 20 };
    send(response, { type: "response.completed", response: { id, usage } } as Any);
  },
};

const WIRES: Record<string, Wire> = { "/v1/messages": messages, "/v1/responses": responses };
