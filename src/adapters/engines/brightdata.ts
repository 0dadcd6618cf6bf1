import * as z from "zod";
import { EngineFailure, type EngineRequest } from "#core/answer-engine.ts";
import { failInside, maybeList, maybeNumber, maybeText, readShape } from "./body-shapes.ts";
import type { Wire } from "./make-engine.ts";
import { type Call, EARLY_MS, isNear, type LaterShape } from "./make-later.ts";
import { collectWords, listPages, readPage } from "./vendor-page.ts";

const GIVE_UP_SECONDS = 6 * 3_600;

/** The app pages that Bright Data reads: its data set of each, and where it asks. */
const PAGES = {
  chatgpt: ["gd_m7aof0k82r803d5bjm", "https://chatgpt.com/"],
  perplexity: ["gd_m7dhdot1vw9a7gc1n", "https://www.perplexity.ai/"],
  gemini: ["gd_mbz66arm2mf9cu856y", "https://gemini.google.com/"],
  grok: ["gd_m8ve0u141icu75ae74", "https://grok.com/"],
  copilot: ["gd_m7di5jy6s9geokz8w", "https://copilot.microsoft.com/chats"],
  google_ai_mode: ["gd_mcswdt6z2elth3zqr2", "https://google.com/aimode"],
} as const;
type Page = keyof typeof PAGES;
export const BRIGHTDATA_PAGES = Object.keys(PAGES) as Page[];

const triggerShape = z.looseObject({ snapshot_id: z.string() });
const progressShape = z.looseObject({ status: maybeText });
const recordShape = z.looseObject({
  error: maybeText,
  model: maybeText,
  index: maybeNumber,
  input: z.looseObject({ index: maybeNumber }).nullish(),
  answer_text_markdown: maybeText,
  answer_text: maybeText,
  web_search_query: z.unknown().optional(),
  metadata: z.looseObject({ search_model_queries: z.unknown().optional() }).nullish(),
});
const snapshotShape = z.union([z.array(recordShape), recordShape.transform((one) => [one])]);
const listedShape = z.array(
  z.looseObject({ id: z.string(), created: maybeText, status: maybeText }),
);

/**
 * An app's page read by Bright Data: a collection is triggered and its snapshot fetched later (`/datasets/v3`). It takes
 * no name; each question has a number (`index`) of its own, by which its snapshot is found among those listed.
 */
export function brightdata(page: Page): Wire {
  const isSearch = page === "perplexity" || page === "google_ai_mode";
  return {
    wire: `brightdata-${page}`,
    supports: {
      search_queries: page === "chatgpt",
      retrieved: false,
      cited: true,
      location: page !== "grok",
    },
    path: "/datasets/v3/trigger",
    searches: isSearch || page === "chatgpt" ? "forced" : "chosen",
    body: (request) => writeInput(request, page),
    question: ["url", "prompt"],
    read: (raw, wire) => readRecord(raw, wire, isSearch),
    later: laterOf(PAGES[page][0]),
  };
}

function writeInput({ prompt, country_code }: EngineRequest, page: Page) {
  const isPlaced = country_code !== null && page !== "grok";
  return {
    url: PAGES[page][1],
    prompt,
    ...(isPlaced && { country: country_code.toUpperCase() }),
    ...(page === "chatgpt" && { web_search: true }),
  };
}

function laterOf(dataset_id: string): LaterShape {
  const numberOf = (key: string) => Number.parseInt(key.slice(0, 7), 16);
  const snapshot = async (call: Call, name: string) =>
    call({ path: `/datasets/v3/snapshot/${encodeURIComponent(name)}?format=json` });
  return {
    give_up_seconds: GIVE_UP_SECONDS,
    async submit(call, { key, bodies }) {
      const query = `dataset_id=${dataset_id}&notify=false&include_errors=true&format=json`;
      const body = [...bodies.values()].map((input) => ({ ...input, index: numberOf(key) }));
      const raw = await call({ path: `/datasets/v3/trigger?${query}`, body });
      return readShape(triggerShape, raw, "Bright Data trigger").snapshot_id;
    },
    async find(call, { key, sent_at }) {
      const day = new Date(sent_at.getTime() - EARLY_MS).toISOString().slice(0, 10);
      const path = `/datasets/v3/snapshots?dataset_id=${dataset_id}&from_date=${day}&limit=1000`;
      const listed = readShape(listedShape, await call({ path }), "Bright Data snapshots");
      const near = listed.filter(({ created }) => isNear(sent_at, created));
      for (const { id, status } of near) {
        if (status !== "ready") continue;
        const [record] = readShape(snapshotShape, await snapshot(call, id), "Bright Data snapshot");
        const number = record?.index ?? record?.input?.index;
        if (number === numberOf(key)) return id;
        // Without its number any of them may be it.
        if (record && typeof number !== "number") {
          throw new EngineFailure("permanent", "Bright Data does not tell which one it is.");
        }
      }
      // One that is still being made may be it.
      const isOpen = near.some(({ status }) => status !== "ready" && status !== "failed");
      if (isOpen) throw new EngineFailure("wait", "Bright Data is at work on several requests.");
      return null;
    },
    async fetch(call, name, { bodies }) {
      const [id = ""] = bodies.keys();
      const path = `/datasets/v3/progress/${encodeURIComponent(name)}`;
      const { status } = readShape(progressShape, await call({ path }), "Bright Data progress");
      if (status === "failed" || status === "error" || status === "cancelled") {
        return new Map([[id, failInside(503, `Bright Data: the snapshot ${status}.`)]]);
      }
      if (status !== "ready") return null;
      const raw = await snapshot(call, name);
      // A snapshot that is being built says so in place of its records.
      if (!Array.isArray(raw)) return null;
      const records = z.array(recordShape).safeParse(raw);
      const said = records.success ? records.data[0]?.error : null;
      if (said) return new Map([[id, failInside(503, `Bright Data: ${said}`)]]);
      return raw.length === 0 ? new Map() : new Map([[id, raw]]);
    },
  };
}

function readRecord(raw: unknown, wire: string, is_search: boolean) {
  const [record] = readShape(z.tuple([recordShape], recordShape), raw, wire);
  const nested = record.metadata?.search_model_queries;
  const inner = typeof nested === "object" && nested !== null && "queries" in nested;
  const queries = record.web_search_query ?? (inner ? nested.queries : nested);
  return readPage({
    text: record.answer_text_markdown ?? record.answer_text ?? "",
    served_model: record.model,
    sources: listPages(record["citations"], record["links_attached"], record["sources"]),
    queries: Array.isArray(queries) ? queries.filter((query) => typeof query === "string") : [],
    is_search,
  });
}

const searchPageShape = z.looseObject({
  ai_overview: z
    .looseObject({ texts: z.unknown().optional(), references: maybeList(z.unknown()) })
    .nullish(),
});

/** Google's page with its AI Overview through Bright Data's SERP zone (`zone`, `sdk_serp` unless given), at once. */
export const brightdataOverview: Wire = {
  wire: "brightdata-google-ai-overview",
  supports: { search_queries: false, retrieved: false, cited: true, location: true },
  path: "/request",
  searches: "forced",
  body({ prompt, country_code, language_code }) {
    const query = new URLSearchParams({ q: prompt, brd_json: "1", brd_ai_overview: "2" });
    if (country_code !== null) query.set("gl", country_code.toLowerCase());
    if (language_code !== null) query.set("hl", language_code.toLowerCase());
    const url = `https://www.google.com/search?${query}`;
    return { zone: "sdk_serp", url, method: "GET", format: "raw" };
  },
  question: ["url", "method"],
  read(raw, wire) {
    const { ai_overview } = readShape(searchPageShape, raw, wire);
    const words = collectWords(ai_overview?.texts ?? null, ["snippet", "text"]);
    const sources = listPages(ai_overview?.references);
    return readPage({ text: words.join("\n\n"), sources, is_search: true });
  },
};
