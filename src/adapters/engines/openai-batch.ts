import * as z from "zod";
import { EngineFailure } from "#core/answer-engine.ts";
import { batched, endAll, readLine } from "./batch-lines.ts";
import { failInside, maybeList, maybeText, readShape } from "./body-shapes.ts";
import type { Call } from "./make-later.ts";

const PAGES_MAX = 10;
const NAME = "earshot";
/** Its queue for a model is full of other batches' tokens until some of them have ended. */
const QUEUE_FULL = "token_limit_exceeded";
const QUEUE_SECONDS = 3_600;

const errorShape = z.looseObject({ code: z.unknown().optional(), message: maybeText });
const batchShape = z.looseObject({
  id: z.string(),
  status: maybeText,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  output_file_id: maybeText,
  error_file_id: maybeText,
  errors: z.looseObject({ data: maybeList(errorShape) }).nullish(),
});
const listShape = z.looseObject({ data: z.array(batchShape), has_more: z.boolean().nullish() });

/** OpenAI's batches: a file of questions to `/v1/responses`, found again by its metadata. */
export const openaiBatch = batched({
  async submit(call, { key, bodies }) {
    const lines = [...bodies].map(([custom_id, body]) =>
      JSON.stringify({ custom_id, method: "POST", url: "/v1/responses", body }),
    );
    const form = { purpose: "batch", filename: `${key}.jsonl`, text: lines.join("\n") };
    const file = readShape(batchShape, await call({ path: "/files", form }), "OpenAI file");
    const body = {
      ...{ input_file_id: file.id, endpoint: "/v1/responses", completion_window: "24h" },
      metadata: { [NAME]: key },
    };
    return readShape(batchShape, await call({ path: "/batches", body }), "OpenAI batch").id;
  },
  async find(call, { key }) {
    let after = "";
    for (let page = 0; page < PAGES_MAX; page++) {
      const path = `/batches?limit=100${after}`;
      const { data, has_more } = readShape(listShape, await call({ path }), "OpenAI batches");
      const found = data.find(({ metadata }) => metadata?.[NAME] === key);
      const last = data.at(-1);
      if (found || !has_more || !last) return found?.id ?? null;
      after = `&after=${encodeURIComponent(last.id)}`;
    }
    return null;
  },
  async fetch(call, name, { bodies }) {
    const path = `/batches/${encodeURIComponent(name)}`;
    const batch = readShape(batchShape, await call({ path }), "OpenAI batch");
    if (batch.status === "failed") {
      const { code, message } = batch.errors?.data?.[0] ?? {};
      const said = `OpenAI refused the batch: ${message ?? "no reason given"}`;
      const refused = failInside(code === QUEUE_FULL ? 429 : 400, said);
      if (code !== QUEUE_FULL) return endAll(bodies, refused);
      const details = { ...refused, retry_after_seconds: QUEUE_SECONDS };
      return endAll(bodies, new EngineFailure("wait", refused.message, details));
    }
    const isOver = ["completed", "expired", "cancelled"].includes(batch.status ?? "");
    if (!isOver) return null;
    const found = new Map<string, unknown>();
    for (const file of [batch.output_file_id, batch.error_file_id]) {
      for (const line of file ? await readFile(call, file) : []) readLine(found, line);
    }
    if (batch.status === "completed") return found;
    return endAll(bodies, failInside(503, `The batch at OpenAI ended as ${batch.status}.`), found);
  },
});

/** The lines of a file of results. */
export async function readFile(call: Call, file: string): Promise<unknown[]> {
  const path = `/files/${encodeURIComponent(file)}/content`;
  const lines = await call({ path, is_lines: true });
  return Array.isArray(lines) ? lines : [];
}
