import * as z from "zod";
import { EngineFailure } from "#core/answer-engine.ts";
import { batched, endAll, failLine } from "./batch-lines.ts";
import { failInside, maybeList, maybeNumber, maybeText, readShape } from "./body-shapes.ts";

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
const listShape = z.looseObject({ operations: maybeList(batchShape), nextPageToken: maybeText });
const PAGES_MAX = 20;

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
    let next = "";
    for (let page = 0; page < PAGES_MAX; page++) {
      const raw = await call({ path: `/batches?pageSize=100${next}`, is_batch: true });
      const { operations, nextPageToken } = readShape(listShape, raw, "Gemini batches");
      const found = (operations ?? []).find(({ metadata }) => metadata?.displayName === key);
      if (found || !nextPageToken) return found?.name ?? null;
      next = `&pageToken=${encodeURIComponent(nextPageToken)}`;
    }
    throw new EngineFailure("permanent", "Gemini lists too many batches to find it.");
  },
  async fetch(call, name, { bodies }) {
    const raw = await call({ path: `/${name}`, is_batch: true });
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
    const status = state === "FAILED" ? 400 : 503;
    return endAll(bodies, failInside(status, `The batch at Gemini: ${said}`), found);
  },
});
