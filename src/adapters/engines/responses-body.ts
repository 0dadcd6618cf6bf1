import * as z from "zod";
import type { CitedSource } from "#core/answer-engine.ts";
import {
  contentShape,
  costShape,
  errorShape,
  failInside,
  maybeList,
  maybeNumber,
  maybeObject,
  maybeText,
  pageShape,
  readArgumentQueries,
  readCost,
  readShape,
} from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import { convertUnstatedSpan, shiftSpan } from "./text-spans.ts";

const partShape = contentShape.extend({ refusal: maybeText });

const actionShape = z.looseObject({
  type: maybeText,
  query: maybeText,
  queries: maybeList(z.string()),
  url: maybeText,
  sources: maybeList(pageShape),
});

const resultShape = pageShape.extend({ id: z.union([z.string(), z.number()]).nullish() });

const itemShape = z.looseObject({
  type: z.string(),
  status: maybeText,
  content: z.union([z.array(partShape), z.string()]).nullish(),
  action: actionShape.nullish(),
  arguments: z.unknown().optional(),
  queries: maybeList(z.string()),
  results: maybeList(resultShape),
});

const usageShape = z.looseObject({
  input_tokens: maybeNumber,
  output_tokens: maybeNumber,
  cost: costShape,
  cost_in_usd_ticks: maybeNumber,
});

// xAI counts what it charged so finely.
const TICKS_PER_USD = 1e10;

/** A body of the Responses shape, as OpenAI, xAI, Perplexity's Agent API and gateways send it. */
export const responsesShape = z.looseObject({
  model: maybeText,
  status: maybeText,
  error: errorShape,
  incomplete_details: maybeObject({ reason: maybeText }),
  output: z.array(itemShape),
  usage: usageShape.nullish(),
});

type Item = z.output<typeof itemShape>;

/** Text, citations with offsets, pages and queries of a Responses body; throws what it says
 * about a failed run. Search counts as run by the tool's items, never by the citations. */
export function readResponses(raw: unknown, wire: string): AnswerParts {
  const body = readShape(responsesShape, raw, wire);
  refuseFailedRun(body);
  const answer = readMessages(body.output);
  const calls = body.output.filter((item) => isSearch(item));
  const reason = body.incomplete_details?.reason ?? "";
  const refused = answer.refused || reason === "content_filter";
  const cut = body.status === "incomplete";
  return {
    text: answer.text,
    served_model: body.model ?? null,
    finish: refused ? "refusal" : cut ? "length" : "stop",
    search_ran: calls.length > 0,
    search_queries: calls.flatMap(readQueries),
    retrieved: calls.flatMap(readPages),
    cited: answer.cited,
    usage: {
      ...readTokens(body),
      searches: calls.filter((item) => readPagesOnly(item) === false).length,
      cost_usd: readCharge(body.usage),
    },
  };
}

function readTokens({ usage }: z.output<typeof responsesShape>) {
  return {
    input_tokens: usage?.input_tokens ?? null,
    output_tokens: usage?.output_tokens ?? null,
  };
}

function readCharge(usage: z.output<typeof usageShape> | null | undefined): number | null {
  const ticks = usage?.cost_in_usd_ticks ?? null;
  return ticks === null ? readCost(usage?.cost) : ticks / TICKS_PER_USD;
}

function refuseFailedRun(body: z.output<typeof responsesShape>): void {
  if (body.status !== "failed" && body.status !== "cancelled") return;
  const code = String(body.error?.code ?? body.error?.type ?? "server_error");
  const said = body.error?.message;
  const status = code === "rate_limit_exceeded" ? 429 : code === "server_error" ? 500 : 400;
  const message = `The run failed (${code}): ${said ?? "no message"}`;
  const usage = { ...readTokens(body), cost_usd: readCharge(body.usage) };
  throw failInside(status, message, { evidence: `${code} ${said ?? ""}`, usage });
}

function readMessages(items: Item[]): { text: string; cited: CitedSource[]; refused: boolean } {
  let text = "";
  let refused = false;
  const cited: CitedSource[] = [];
  for (const item of items) {
    if (item.type !== "message") continue;
    if (text !== "") text += "\n\n";
    if (typeof item.content === "string") text += item.content;
    else
      for (const part of item.content ?? []) {
        refused ||= part.type === "refusal";
        const words = part.text ?? part.refusal ?? "";
        cited.push(...readAnnotations(part, words, text.length));
        text += words;
      }
  }
  return { text, cited, refused };
}

function readAnnotations(
  part: z.output<typeof partShape>,
  words: string,
  base: number,
): CitedSource[] {
  const cited: CitedSource[] = [];
  for (const { type, url, title, start_index, end_index } of part.annotations ?? []) {
    if (!url || (type && type !== "url_citation" && type !== "citation")) continue;
    const given = typeof start_index === "number" && typeof end_index === "number";
    const span = given
      ? convertUnstatedSpan(words, { start: start_index, end: end_index, url })
      : null;
    cited.push(cite({ url, title }, shiftSpan(span, base)));
  }
  return cited;
}

function isSearch(item: Item): boolean {
  if (item.status === "failed") return false;
  return ["web_search_call", "x_search_call", "search_results", "fetch_url_results"].includes(
    item.type,
  );
}

/** Opening or searching within a page follows a search and is not billed as another. */
function readPagesOnly(item: Item): boolean {
  const action = item.action?.type;
  return action === "open_page" || action === "find_in_page" || item.type === "fetch_url_results";
}

function readQueries(item: Item): string[] {
  if (readPagesOnly(item)) return [];
  const listed = item.action?.queries ?? item.queries;
  if (listed && listed.length > 0) return listed;
  if (item.action?.query) return [item.action.query];
  return readArgumentQueries(item.arguments);
}

function readPages(item: Item): { url: string; title?: string | null | undefined }[] {
  const pages = [...(item.action?.sources ?? []), ...(item.results ?? [])];
  if (item.action?.type === "open_page") pages.push({ url: item.action.url });
  return pages.flatMap(({ url, title }) => (url ? [{ url, title }] : []));
}
