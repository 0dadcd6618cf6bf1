import assert from "node:assert/strict";
import { estimateCost } from "#adapters/engines/prices/estimate-cost.ts";
import { toMicros } from "#domain/capture/capture-task.ts";
import { makeLaterWorld, type VendorCall } from "./later-vendor.ts";

/** A question of a batch. */
export type Line = { custom_id: string; body: { input: string; model: string } };

const USED = { input_tokens: 20_000, output_tokens: 1_000, searches: 1 };
const LIST_MICROS = toMicros(estimateCost("openai", "gpt-5.4", { used: USED })?.usd ?? 0);
const SEARCH_MICROS = 10_000;
/** What an answer of a batch costs. */
export const HALF_MICROS = (LIST_MICROS - SEARCH_MICROS) / 2 + SEARCH_MICROS;

/** The answer to a question of a batch. */
export const answerOf = ({ custom_id, body }: Line) => ({
  id: `r_${custom_id}`,
  custom_id,
  error: null,
  response: {
    status_code: 200,
    body: {
      ...{ model: "gpt-5.4", status: "completed" },
      usage: { input_tokens: USED.input_tokens, output_tokens: USED.output_tokens },
      output: [
        { type: "web_search_call", action: { type: "search", queries: ["q"] } },
        {
          type: "message",
          content: [{ type: "output_text", text: `Acme. ${body.input}`, annotations: [] }],
        },
      ],
    },
  },
});

/** OpenAI's files and batches, as far as they are used. */
function makeOpenai() {
  const state = {
    batches: [] as { id: string; metadata: object; lines: Line[] }[],
    status: "completed",
    /** The files of results that a batch gives for its lines. */
    write: (lines: Line[]): object[] => lines.map(answerOf),
    breaks: null as ((call: VendorCall) => boolean) | null,
  };
  let file: Line[] = [];
  const describe = ({ id, metadata }: { id: string; metadata: object }) => {
    const files = state.status === "in_progress" ? {} : { output_file_id: `file_${id}` };
    return { id, metadata, status: state.status, ...files };
  };
  const serve = (call: VendorCall) => {
    const { method, url, json, response } = call;
    if (method === "POST" && url.startsWith("/files")) {
      const text = String(call.body);
      assert.match(text, /name="purpose"\r\n\r\nbatch/);
      file = text
        .split(/\r?\n/)
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line));
      return json({ id: "file_in" });
    }
    if (method === "POST") {
      const { metadata } = call.body as { metadata: object };
      state.batches.push({ id: `b${state.batches.length}`, metadata, lines: file });
      if (state.breaks?.(call)) return;
      return json({ id: state.batches.at(-1)?.id, status: "validating" });
    }
    if (url.startsWith("/batches?")) {
      return json({ data: state.batches.map(describe), has_more: false });
    }
    const id = url.split("/")[2] ?? "";
    const batch = state.batches.find((one) => id === one.id || id === `file_${one.id}`);
    if (!batch) return json({ error: { message: "no such thing" } }, 404);
    if (url.startsWith("/batches/")) return json(describe(batch));
    response.end(
      state
        .write(batch.lines)
        .map((line) => JSON.stringify(line))
        .join("\n"),
    );
  };
  return { state, serve };
}

/** A world whose one model is asked `prompts` questions in batches of OpenAI's. */
export async function makeBatchWorld(prompts: number) {
  const openai = makeOpenai();
  const given = { requested_model: "gpt-5.4", parameters: { batch: true } };
  const world = await makeLaterWorld({
    provider: "openai",
    prompts,
    serve: openai.serve,
    ...given,
  });
  const statuses = async () => (await world.tasks()).map((task) => task.status);
  return { ...openai, ...world, statuses };
}
