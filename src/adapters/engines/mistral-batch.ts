import * as z from "zod";
import { EngineFailure } from "#core/answer-engine.ts";
import { batched, endAll, readLine } from "./batch-lines.ts";
import { failInside, maybeList, maybeNumber, maybeText, readShape } from "./body-shapes.ts";
import { readFile } from "./openai-batch.ts";

const NAME = "earshot";
const jobShape = z.looseObject({
  id: z.string(),
  status: maybeText,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  outputs: maybeList(z.unknown()),
  output_file: maybeText,
  error_file: maybeText,
  errors: maybeList(z.looseObject({ message: maybeText })),
});
const listShape = z.looseObject({ data: maybeList(jobShape), total: maybeNumber });

/** Mistral's batch jobs of conversations, with the questions inside; found again by their metadata. */
export const mistralBatch = batched({
  async submit(call, { key, first, bodies }) {
    const requests = [...bodies].map(([custom_id, { model: _, ...body }]) => ({ custom_id, body }));
    const job = { endpoint: "/v1/conversations", model: first.requested_model, timeout_hours: 24 };
    const body = { ...job, requests, metadata: { [NAME]: key } };
    return readShape(jobShape, await call({ path: "/batch/jobs", body }), "Mistral batch").id;
  },
  async find(call, { key, sent_at }) {
    const since = new Date(sent_at.getTime() - 60_000).toISOString();
    const path = `/batch/jobs?page_size=1000&created_after=${encodeURIComponent(since)}`;
    const { data, total } = readShape(listShape, await call({ path }), "Mistral batches");
    const found = data?.find(({ metadata }) => metadata?.[NAME] === key);
    if (found || (total ?? 0) <= (data?.length ?? 0)) return found?.id ?? null;
    throw new EngineFailure("permanent", "Mistral does not tell which job it is.");
  },
  async fetch(call, name, { bodies }) {
    const path = `/batch/jobs/${encodeURIComponent(name)}?inline=true`;
    const job = readShape(jobShape, await call({ path, is_batch: true }), "Mistral batch");
    const isOver = /^(SUCCESS|FAILED|TIMEOUT_EXCEEDED|CANCELLED)$/.test(job.status ?? "");
    if (!isOver) return null;
    const found = new Map<string, unknown>();
    for (const line of job.outputs ?? []) readLine(found, line);
    for (const file of job.outputs ? [] : [job.output_file, job.error_file]) {
      for (const line of file ? await readFile(call, file) : []) readLine(found, line);
    }
    if (job.status === "SUCCESS") return found;
    const said = job.errors?.[0]?.message ?? `it ended as ${job.status}`;
    const status = job.status === "FAILED" ? 400 : 503;
    return endAll(bodies, failInside(status, `The batch at Mistral: ${said}`), found);
  },
});
