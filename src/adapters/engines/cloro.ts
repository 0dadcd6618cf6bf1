import * as z from "zod";
import { EngineFailure, type EngineRequest } from "#core/answer-engine.ts";
import { failInside, maybeList, maybeText, readShape } from "./body-shapes.ts";
import type { AnswerParts } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import type { LaterShape } from "./make-later.ts";
import { listPages, readPage } from "./vendor-page.ts";

const GIVE_UP_SECONDS = 6 * 3_600;

const answerShape = z.looseObject({
  text: maybeText,
  markdown: maybeText,
  model: maybeText,
  sources: maybeList(z.unknown()),
  citationPills: maybeList(z.unknown()),
  searchQueries: maybeList(z.string()),
  search_model_queries: maybeList(z.string()),
});
const bodyShape = z.looseObject({
  response: z.looseObject({ result: z.unknown().optional(), aioverview: z.unknown().optional() }),
});
const taskShape = z.looseObject({
  task: z.looseObject({ id: z.string(), status: maybeText, error: z.unknown().optional() }),
  response: z.unknown().optional(),
});

/** Each page of an app or of Google that Cloro reads, by its task type. */
const TASK_TYPES = {
  chatgpt: "CHATGPT",
  perplexity: "PERPLEXITY",
  gemini: "GEMINI",
  grok: "GROK",
  copilot: "COPILOT",
  google_ai_mode: "AIMODE",
  google_ai_overview: "GOOGLE",
} as const;
type Page = keyof typeof TASK_TYPES;
export const CLORO_PAGES = Object.keys(TASK_TYPES) as Page[];

/**
 * A page read by Cloro: a task is handed over and fetched later (`/v1/async/task`). The request's name is its
 * `idempotencyKey`: a second task of that name is refused (409), so nothing is paid twice.
 */
export function cloro(page: Page): Wire {
  const isOverview = page === "google_ai_overview";
  return {
    wire: `cloro-${page}`,
    supports: {
      search_queries: ["chatgpt", "perplexity", "copilot"].includes(page),
      retrieved: false,
      cited: true,
      location: true,
    },
    path: "/v1/async/task",
    searches: page === "chatgpt" || page === "gemini" || page === "grok" ? "chosen" : "forced",
    body: (request) => writePayload(request, page),
    question: ["prompt", "query"],
    read: (raw, wire) => readBody(raw, { wire, isOverview }),
    later: laterOf(TASK_TYPES[page]),
  };
}

function writePayload({ prompt, country_code }: EngineRequest, page: Page) {
  const country = country_code === null ? {} : { country: country_code.toUpperCase() };
  if (page === "google_ai_overview") {
    return { query: prompt, ...country, include: { aioverview: { markdown: true } } };
  }
  const include = { markdown: true, ...(page === "chatgpt" && { searchQueries: true }) };
  return { prompt, ...country, include };
}

function laterOf(taskType: string): LaterShape {
  const submit: LaterShape["submit"] = async (call, { key, bodies }) => {
    const [payload] = bodies.values();
    const body = { taskType, idempotencyKey: key, payload };
    const raw = await call({ path: "/v1/async/task", body });
    return readShape(taskShape, raw, "Cloro task").task.id;
  };
  return {
    give_up_seconds: GIVE_UP_SECONDS,
    submit,
    // Handing it over once more tells: accepted now, so it was not before, or refused because it was.
    async find(call, sent) {
      try {
        return await submit(call, sent);
      } catch (error) {
        if (!(error instanceof EngineFailure) || error.status !== 409) throw error;
        const message = "Cloro has it and does not tell under which number.";
        throw new EngineFailure("permanent", message, { status: 409 });
      }
    },
    async fetch(call, name, { bodies }) {
      const raw = await call({ path: `/v1/async/task/${encodeURIComponent(name)}` });
      const { task, response } = readShape(taskShape, raw, "Cloro task");
      const [id = ""] = bodies.keys();
      const status = task.status?.toUpperCase();
      if (status === "COMPLETED") return new Map([[id, raw]]);
      if (status !== "FAILED") return null;
      const said = JSON.stringify(task.error ?? response ?? "no reason given");
      return new Map([[id, failInside(503, `Cloro: ${said}`)]]);
    },
  };
}

function readBody(
  raw: unknown,
  { wire, isOverview }: { wire: string; isOverview: boolean },
): AnswerParts {
  const { response } = readShape(bodyShape, raw, wire);
  const page = (response.result ?? response) as Record<string, unknown>;
  // Google shows no overview for many searches: an answer without words, which counts as none.
  const shown = isOverview ? page["aioverview"] : page;
  const answer = readShape(answerShape, shown ?? {}, wire, raw);
  const text = answer.markdown ?? answer.text ?? "";
  const sources = listPages(answer.citationPills, answer.sources);
  const queries = answer.searchQueries ?? answer.search_model_queries ?? [];
  return readPage({ text, served_model: answer.model, sources, queries, is_search: isOverview });
}
