import * as z from "zod";
import { EngineFailure } from "#core/answer-engine.ts";
import { batched, failLine } from "./batch-lines.ts";
import { maybeText, readShape } from "./body-shapes.ts";
import { type Call, isNear } from "./make-later.ts";

const PATH = "/v1/messages/batches";

const batchShape = z.looseObject({
  id: z.string(),
  processing_status: maybeText,
  created_at: maybeText,
});
const listShape = z.looseObject({ data: z.array(batchShape) });
const lineShape = z.looseObject({
  custom_id: z.string(),
  result: z.looseObject({
    type: z.string(),
    message: z.unknown().optional(),
    error: z
      .looseObject({ error: z.looseObject({ type: maybeText, message: maybeText }).nullish() })
      .nullish(),
  }),
});

/** Anthropic's message batches: they take no name, so that each question's id begins with it. */
export const anthropicBatch = batched({
  async submit(call, { key, bodies }) {
    const requests = [...bodies].map(([id, params]) => ({ custom_id: `${key}_${id}`, params }));
    const raw = await call({ path: PATH, body: { requests } });
    return readShape(batchShape, raw, "Anthropic batch").id;
  },
  async find(call, { key, sent_at }) {
    const raw = await call({ path: `${PATH}?limit=1000` });
    const { data } = readShape(listShape, raw, "Anthropic batches");
    const near = data.filter(({ created_at }) => isNear(sent_at, created_at));
    for (const { id, processing_status } of near) {
      if (processing_status !== "ended") continue;
      const [line] = await readResults(call, id);
      if (line?.custom_id.startsWith(key)) return id;
    }
    // One that is still at work may be it, and does not tell what it asks.
    if (near.every(({ processing_status }) => processing_status === "ended")) return null;
    throw new EngineFailure("wait", "Anthropic is at work on several batches.");
  },
  async fetch(call, name, { key }) {
    const raw = await call({ path: `${PATH}/${encodeURIComponent(name)}` });
    const { processing_status } = readShape(batchShape, raw, "Anthropic batch");
    if (processing_status !== "ended") return null;
    const found = new Map<string, unknown>();
    for (const { custom_id, result } of await readResults(call, name)) {
      const id = custom_id.slice(key.length + 1);
      if (!found.has(id)) found.set(id, readResult(result));
    }
    return found;
  },
});

function readResult({ type, message, error }: z.output<typeof lineShape>["result"]): unknown {
  if (type === "succeeded") return message;
  const refused = error?.error?.type === "invalid_request_error";
  if (type === "errored") return failLine(refused ? 400 : 503, error);
  return failLine(503, { message: `it ended as ${type}` });
}

async function readResults(call: Call, name: string) {
  const lines = await call({ path: `${PATH}/${encodeURIComponent(name)}/results`, is_lines: true });
  return (Array.isArray(lines) ? lines : []).flatMap((line: unknown) => {
    const read = lineShape.safeParse(line);
    return read.success ? [read.data] : [];
  });
}
