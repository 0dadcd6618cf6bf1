import * as z from "zod";
import type { CitedSource } from "#core/answer-engine.ts";
import {
  costShape,
  maybeList,
  maybeNumber,
  maybeObject,
  maybeText,
  pageShape,
  readCost,
  readShape,
} from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import { findMarkers } from "./text-spans.ts";

const bodyShape = z.looseObject({
  model: maybeText,
  citations: maybeList(z.union([z.string(), pageShape])),
  search_results: maybeList(pageShape),
  choices: z.array(
    z.looseObject({ finish_reason: maybeText, message: z.looseObject({ content: maybeText }) }),
  ),
  usage: maybeObject({
    prompt_tokens: maybeNumber,
    completion_tokens: maybeNumber,
    cost: costShape,
  }),
});

/** Whether a body is chat completions with a `citations` or `search_results` list next to it. */
export function isSonarBody(raw: unknown): boolean {
  const result = bodyShape.safeParse(raw);
  return result.success && Boolean(result.data.citations ?? result.data.search_results);
}

/** A chat answer whose `[n]` markers point into its list of pages, as Sonar wrote it. */
export function readSonar(raw: unknown): AnswerParts {
  const body = readShape(bodyShape, raw, "perplexity-sonar");
  const choice = body.choices[0];
  const text = choice?.message.content ?? "";
  const pages = listPages(body);
  const cited: CitedSource[] = findMarkers(text).flatMap((marker) => {
    const page = pages[marker.number - 1];
    return page === undefined || page.url === "" ? [] : [cite(page, marker)];
  });
  return {
    text,
    served_model: body.model ?? null,
    finish: choice?.finish_reason === "length" ? "length" : "stop",
    search_ran: pages.length > 0,
    retrieved: pages.filter((page) => page.url !== ""),
    cited,
    usage: {
      input_tokens: body.usage?.prompt_tokens ?? null,
      output_tokens: body.usage?.completion_tokens ?? null,
      cost_usd: readCost(body.usage?.cost),
    },
  };
}

/** The markers count within `citations`; the titles are only in `search_results`. */
function listPages(body: z.output<typeof bodyShape>): { url: string; title: string | null }[] {
  const results = body.search_results ?? [];
  const titles = new Map(results.map((result) => [result.url, result.title ?? null]));
  const listed = body.citations ?? results;
  return listed.map((page) => {
    const url = (typeof page === "string" ? page : page.url) ?? "";
    const title = typeof page === "string" ? null : (page.title ?? null);
    return { url, title: title ?? titles.get(url) ?? null };
  });
}
