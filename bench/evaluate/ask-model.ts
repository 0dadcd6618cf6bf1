import assert from "node:assert/strict";
import { LAST } from "./planted.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a provider answers.
type Any = any;
/** A model behind an API like OpenAI's chat completions. */
export type Asker = { model: string; base_url: string; api_key: string };
/** Calls a tool; returns what the model is shown. */
export type CallTool = (name: string, args: Record<string, unknown>) => Promise<string>;

const TURNS_MAX = 10;
const TIMEOUT_MS = 120_000;

const toldFor = (
  project_id: string,
) => `You answer questions of the company Acme with the tools given, all about the
project ${project_id}. Today is ${LAST}; "this month" is the last 30 days, "this week" and "last week" the last 7, up to
and with today. When you know, answer with JSON alone: {"answer": ...}, a number (shares as 0 to 1, counts as they are),
a name, true or false, a date, or a list of these, without any other words.`;

/** Which model was asked for, and where; null: scripts ask. */
export function readAsker(): Asker | null {
  const { EVALUATE_MODEL: model, EVALUATE_BASE_URL: base_url = "" } = process.env;
  return model ? { model, base_url, api_key: process.env["EVALUATE_API_KEY"] ?? "" } : null;
}

/** Has a model answer one question with the tools of an MCP server; undefined where it gives none in ten turns. */
export async function askModel(
  { model, base_url, api_key }: Asker,
  { question, project_id, tools }: { question: string; project_id: string; tools: readonly Any[] },
  call: CallTool,
): Promise<unknown> {
  const messages: Any[] = [
    { role: "system", content: toldFor(project_id) },
    { role: "user", content: question },
  ];
  const given = tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
  }));
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const response = await fetch(`${base_url}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${api_key}` },
      body: JSON.stringify({ model, messages, tools: given }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: Any = await response.json();
    assert.ok(response.ok, `HTTP ${response.status}: ${JSON.stringify(body).slice(0, 300)}`);
    const said = body.choices[0].message;
    messages.push(said);
    if (!said.tool_calls?.length) return readAnswer(said.content ?? "");
    for (const { id, function: asked } of said.tool_calls) {
      const content = await call(asked.name, JSON.parse(asked.arguments || "{}"));
      messages.push({ role: "tool", tool_call_id: id, content });
    }
  }
  return undefined;
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(/\{[\s\S]*\}/.exec(text)?.[0] ?? "").answer;
  } catch {
    return undefined;
  }
}
