import * as z from "zod";
import { batched, endAll, failLine } from "./batch-lines.ts";
import { maybeList, maybeNumber, maybeText, readShape } from "./body-shapes.ts";

const answersShape = z
  .looseObject({
    inlinedResponses: z
      .looseObject({
        inlinedResponses: maybeList(
          z.looseObject({
            metadata: z.looseObject({ key: maybeText }).nullish(),
            response: z.unknown().optional(),
            error: z.looseObject({ code: maybeNumber, message: maybeText }).nullish(),
          }),
        ),
      })
      .nullish(),
  })
  .nullish();
const batchShape = z.looseObject({
  name: z.string(),
  metadata: z
    .looseObject({ displayName: maybeText, state: maybeText, output: answersShape })
    .nullish(),
  response: answersShape,
  error: z.looseObject({ message: maybeText }).nullish(),
});
const listShape = z.looseObject({ operations: maybeList(batchShape) });

/** Gemini's batches of generateContent, with the questions inside; found again by the name shown. */
export const geminiBatch = batched({
  async submit(call, { key, first, bodies }) {
    const requests = [...bodies].map(([id, request]) => ({ request, metadata: { key: id } }));
    const model = encodeURIComponent(first.requested_model.replace(/^models\//, ""));
    const body = { batch: { displayName: key, inputConfig: { requests: { requests } } } };
    const raw = await call({ path: `/models/${model}:batchGenerateContent`, body });
    return readShape(batchShape, raw, "Gemini batch").name;
  },
  async find(call, { key }) {
    const raw = await call({ path: "/batches?pageSize=1000" });
    const { operations } = readShape(listShape, raw, "Gemini batches");
    const found = (operations ?? []).find(({ metadata }) => metadata?.displayName === key);
    return found?.name ?? null;
  },
  async fetch(call, name, { bodies }) {
    const raw = await call({ path: `/${name}` });
    const { metadata, response, error } = readShape(batchShape, raw, "Gemini batch");
    const state = (metadata?.state ?? "").replace(/^(JOB|BATCH)_STATE_/, "");
    const isOver = /^(SUCCEEDED|PARTIALLY_SUCCEEDED|FAILED|CANCELLED|EXPIRED)$/.test(state);
    if (!isOver && !error) return null;
    const found = new Map<string, unknown>();
    const answers = response?.inlinedResponses ?? metadata?.output?.inlinedResponses;
    for (const answer of answers?.inlinedResponses ?? []) {
      const id = answer.metadata?.key;
      if (!id || found.has(id)) continue;
      const { code, message } = answer.error ?? {};
      // Google's own codes: 3 and 9 say that the question is at fault.
      const status = code === 3 || code === 9 || code === 400 ? 400 : 503;
      found.set(id, answer.error ? failLine(status, { message }) : answer.response);
    }
    if (state === "SUCCEEDED" && !error) return found;
    const said = error?.message ?? `it ended as ${state}`;
    return endAll(bodies, state === "FAILED" ? 400 : 503, `The batch at Gemini: ${said}`, found);
  },
});
