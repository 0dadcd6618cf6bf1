import * as z from "zod";
import type { CitedSource, EngineRequest } from "#core/answer-engine.ts";
import {
  failInside,
  maybeList,
  maybeNumber,
  maybeObject,
  maybeText,
  readShape,
} from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import { readExtras } from "./page-extras.ts";
import { applyParameters } from "./request-options.ts";
import { findLinks } from "./text-spans.ts";

const DEPTH_MAX = 4;

const entryShape = z.looseObject({
  type: maybeText,
  title: maybeText,
  snippet: maybeText,
  reference_indexes: maybeList(z.number()),
  list: maybeList(z.unknown()),
  table: maybeList(z.array(maybeText)),
  /** What unfolds at a press. */
  text_blocks: maybeList(z.unknown()),
  product_labels: maybeList(maybeText),
  comparison: maybeList(z.looseObject({ feature: maybeText, values: maybeList(maybeText) })),
});

const referenceShape = z.looseObject({ link: maybeText, title: maybeText, index: maybeNumber });

const bodyShape = z.looseObject({
  error: maybeText,
  search_metadata: maybeObject({ status: maybeText }),
  text_blocks: maybeList(entryShape),
  reconstructed_markdown: maybeText,
  references: maybeList(referenceShape),
});

type Body = z.output<typeof bodyShape>;
type Entry = z.output<typeof entryShape>;
type Written = { text: string; spans: { start: number; end: number; indexes: number[] }[] };

/** Google's AI mode through SerpApi: country by `gl`, language by `hl`, no queries; each block's
 * references are citations of that block. */
export const serpapi: Wire = {
  wire: "serpapi-ai-mode",
  supports: { search_queries: false, retrieved: false, cited: true, location: true },
  path: (request) => `/search.json?${writeQuery(request)}`,
  headers: () => ({}),
  searches: "forced",
  read: (raw, wire) => readBody(readShape(bodyShape, raw, wire)),
};

const overviewShape = z.looseObject({
  error: maybeText,
  ai_overview: z.looseObject({ page_token: maybeText }).nullish(),
});

/**
 * The AI Overview of Google's page; often a first answer only holds a token, which is good for some minutes, to fetch it
 * with. Without an overview the answer is empty.
 */
export const serpapiOverview: Wire = {
  ...serpapi,
  wire: "serpapi-ai-overview",
  path: (request) => `/search.json?${writeQuery({ ...request, requested_model: "google" })}`,
  rest: {
    path(raw, request) {
      const token = overviewShape.safeParse(raw).data?.ai_overview?.page_token;
      if (!token) return null;
      const query = { engine: "google_ai_overview", page_token: token, no_cache: "true" };
      const named = new URLSearchParams({ ...query, api_key: request.api_key ?? "" });
      return `/search.json?${named}`;
    },
    join: (raw, rest) => ({ ...Object(raw), ai_overview: overviewOf(rest) }),
  },
  read(raw, wire) {
    const { error, ai_overview } = readShape(overviewShape, raw, wire);
    return readBody(readShape(bodyShape, { error, ...ai_overview }, wire, raw));
  },
};

/** The overview in a second answer; one without any, or in another shape, as it is: it may tell an error. */
function overviewOf(rest: unknown): unknown {
  const known = z.looseObject({ ai_overview: z.unknown().optional() }).safeParse(rest);
  return known.data?.ai_overview ?? rest;
}

function writeQuery(request: EngineRequest): string {
  // The vendor gives the same query's answer again for an hour: a copy is not a sample.
  const query = new URLSearchParams({ no_cache: "true" });
  for (const [key, value] of Object.entries(applyParameters({}, request.parameters))) {
    if (["string", "number", "boolean"].includes(typeof value)) query.set(key, String(value));
  }
  query.set("engine", request.requested_model || "google_ai_mode");
  query.set("q", request.prompt);
  if (request.country_code !== null) query.set("gl", request.country_code.toLowerCase());
  if (request.language_code !== null) query.set("hl", request.language_code.toLowerCase());
  // The vendor takes its key in the address only; no error of ours shows an address.
  query.set("api_key", request.api_key ?? "");
  return query.toString();
}

function readBody(body: Body): AnswerParts {
  const nothing = /hasn't returned any results|no results/i.test(body.error ?? "");
  if (body.error && !nothing) {
    throw failInside(400, `SerpApi: ${body.error}`, { evidence: body.error });
  }
  const references = listReferences(body);
  const { text, cited } = writeAnswer(body, references);
  const placed = new Set(cited.map((source) => source.url));
  const others = [...references.values()].filter((page) => !placed.has(page.url));
  const all = [...cited, ...others.map((page) => cite(page, null))];
  return {
    text,
    served_model: null,
    finish: "stop",
    search_ran: true,
    retrieved: [...references.values()],
    cited: all,
    extras: readExtras(body),
    usage: { searches: 1 },
  };
}

function listReferences(body: Body): Map<number, { url: string; title: string | null }> {
  const pages = new Map<number, { url: string; title: string | null }>();
  for (const [position, { link, title, index }] of (body.references ?? []).entries()) {
    if (link) pages.set(index ?? position, { url: link, title: title ?? null });
  }
  return pages;
}

function writeAnswer(body: Body, references: Map<number, { url: string; title: string | null }>) {
  const written: Written = { text: "", spans: [] };
  for (const block of body.text_blocks ?? []) writeBlock(written, block, 0);
  if (written.text === "") {
    const text = body.reconstructed_markdown ?? "";
    const byUrl = new Map([...references.values()].map((page) => [page.url, page]));
    const links = findLinks(text).filter((link) => byUrl.has(link.url));
    return { text, cited: links.map((link) => cite(byUrl.get(link.url) ?? link, link)) };
  }
  const cited: CitedSource[] = written.spans.flatMap((span) =>
    span.indexes.flatMap((index) => {
      const page = references.get(index);
      return page === undefined ? [] : [cite(page, span)];
    }),
  );
  return { text: written.text, cited };
}

function writeBlock(written: Written, block: Entry, depth: number): void {
  writePart(written, "\n\n", block.type === "heading" ? "### " : "", block);
  for (const item of readEntries(block.list, 0)) writeItem(written, item, 0);
  writeTable(written, block);
  for (const inner of readEntries(block.text_blocks, depth)) writeBlock(written, inner, depth + 1);
}

function writeItem(written: Written, entry: Entry, depth: number): void {
  writePart(written, "\n", `${"  ".repeat(depth)}- `, entry);
  for (const inner of readEntries(entry.list, depth + 1)) writeItem(written, inner, depth + 1);
}

function readEntries(entries: Entry["list"], depth: number): Entry[] {
  if (depth > DEPTH_MAX) return [];
  return (entries ?? []).flatMap((one) => {
    const entry = entryShape.safeParse(one);
    return entry.success ? [entry.data] : [];
  });
}

function writeTable(written: Written, block: Entry): void {
  const compared = (block.comparison ?? []).map(({ feature, values }) => [
    feature,
    ...(values ?? []),
  ]);
  const labels = compared.length > 0 ? [["", ...(block.product_labels ?? [])]] : [];
  const rows = [...(block.table ?? []), ...labels, ...compared];
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell ?? "").join(" | ")} |`);
  if (lines.length === 0) return;
  lines.splice(1, 0, `|${" --- |".repeat(rows[0]?.length ?? 1)}`);
  writePart(written, "\n\n", "", { snippet: lines.join("\n") });
  if (block.snippet || !block.reference_indexes) return;
  const start = written.text.length - lines.join("\n").length;
  const indexes = block.reference_indexes;
  written.spans.push({ start, end: written.text.length, indexes });
}

function writePart(written: Written, gap: string, lead: string, entry: Entry): void {
  const title = entry.title && entry.snippet ? `**${entry.title}** ` : (entry.title ?? "");
  const words = `${title}${entry.snippet ?? ""}`.trim();
  if (words === "") return;
  if (written.text !== "") written.text += gap;
  const start = written.text.length + lead.length;
  written.text += lead + words;
  const indexes = entry.reference_indexes ?? [];
  if (indexes.length > 0) written.spans.push({ start, end: written.text.length, indexes });
}
