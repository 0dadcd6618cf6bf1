import { hash } from "node:crypto";
import * as z from "zod";
import { decodeModelId } from "#core/id.ts";
import { Day } from "#core/period.ts";
import { SURFACES } from "#core/ports.ts";
import { CountryCode, LanguageCode } from "#domain/projects/project.ts";

export const STATUSES = ["answered", "no_answer", "refused", "error"] as const;
export type Status = (typeof STATUSES)[number];
export const SEARCH_ASKED = ["forced", "chosen", "off"] as const;
export const COUNTRY_ASKED = ["told", "from_there", "not_told"] as const;
export const EXTRA_KINDS = ["ad", "product", "business", "entity"] as const;

/** More than a project has of what an answer is told to have. */
const NAMES_MAX = 10_000;

const text = (max: number) =>
  // PostgreSQL stores neither NUL nor half of a surrogate pair.
  z
    .string()
    .max(max)
    .overwrite((given) => given.replaceAll("\u0000", "").toWellFormed());

const Source = z.strictObject({
  url: text(4096).min(1).describe("Address as the answer gave it."),
  title: text(500).nullable().optional().describe("Title of the page."),
  cited: z
    .boolean()
    .optional()
    .describe("The answer points to it; true unless `retrieved` is given."),
  retrieved: z.boolean().optional().describe("The engine read it; true unless said otherwise."),
});

const Extra = z.strictObject({
  kind: z.enum(EXTRA_KINDS),
  title: text(500).min(1),
  url: text(4096).nullable().optional(),
  price: text(500).nullable().optional().describe("As it was shown."),
});

/** How an answer was asked for, as get_chat tells it. */
const ASKED_SO = {
  search_asked: z.enum(SEARCH_ASKED).describe("Made to search, left to choose, or given none."),
  search_tool: text(200).min(1).describe("The tool it searched with."),
  effort: text(200).min(1).describe("How much it was made to think; default: not said."),
  country_asked: z.enum(COUNTRY_ASKED).describe("Whether it was told the country."),
};

/** One captured answer as a line of an import. */
export const AnswerLine = z
  .strictObject({
    external_id: text(200)
      .min(1)
      .optional()
      .describe("Your id of the answer; the same id twice is the same answer."),
    captured_at: z.iso
      .datetime({ offset: true })
      .refine(isPlausible, { error: "must lie between the year 2000 and tomorrow" })
      .describe("When it was given, RFC 3339."),
    date: Day.optional().describe(
      "The day it counts for: captured_at's in the project's time zone unless given, a year before it at most.",
    ),
    prompt: text(2000)
      .normalize("NFC")
      .trim()
      .min(1)
      .describe("The question; a prompt is made when there is none."),
    country_code: CountryCode.optional().describe(
      "Where it was asked; the project's unless given.",
    ),
    language_code: LanguageCode.optional().describe("Language of a prompt that is made."),
    model: text(100)
      .trim()
      .min(1)
      .refine((name) => decodeModelId(name) !== "", { error: "must name who answered" })
      .describe('Who answered, such as "ChatGPT" or "mdl_chatgpt"; made when there is none.'),
    surface: z.enum(SURFACES).default("import").describe("How the answer came to be."),
    served_model: text(200).optional().describe("The version that answered."),
    status: z
      .enum(STATUSES)
      .optional()
      .describe("answered, or no_answer for an empty text, unless given."),
    answer: text(500_000).describe("The answer's Markdown."),
    search_ran: z.boolean().nullable().optional().describe("Whether it searched; null: unknown."),
    sources: z
      .array(Source)
      .max(5_000)
      .optional()
      .describe("Pages it read or cites, in its order."),
    search_queries: z.array(text(1000)).max(1_000).optional().describe("What it searched for."),
    is_cut: z.boolean().optional().describe("Its provider ended it at a length limit."),
    search_asked: ASKED_SO.search_asked.nullable().optional(),
    search_tool: ASKED_SO.search_tool.nullable().optional(),
    effort: ASKED_SO.effort.nullable().optional(),
    country_asked: ASKED_SO.country_asked.nullable().optional(),
    asked_without: z
      .array(text(200))
      .max(20)
      .optional()
      .describe("Fields that its provider refused, so they were left out."),
    extras: z.array(Extra).max(200).optional().describe("What the page showed beside the answer."),
    chat_id: text(64).optional().describe("Its id where it was exported; not used."),
    topic: text(500)
      .nullable()
      .optional()
      .describe("Its prompt's topic where it was exported; not used."),
    tags: z
      .array(text(500))
      .max(NAMES_MAX)
      .optional()
      .describe("Its prompt's tags there; not used."),
    brands_mentioned: z
      .array(text(500))
      .max(NAMES_MAX)
      .optional()
      .describe("The brands it names there; not used: they are detected again."),
  })
  .refine(isOfItsDay, {
    error: "must not be after captured_at, nor more than a year before it",
    path: ["date"],
  })
  .meta({ id: "AnswerLine" });

export type AnswerLineInput = z.output<typeof AnswerLine>;

/** A source with both flags decided: cited unless only `retrieved` is given; what is cited was retrieved. */
export type Source = { url: string; title: string | null; cited: number; retrieved: number };

/** The sources of a line, each entry counted once. */
export function sourcesOf({ sources = [] }: Pick<AnswerLineInput, "sources">): Source[] {
  return sources.map(({ url, title, cited, retrieved }) => {
    const isCited = cited ?? retrieved === undefined;
    return {
      url,
      title: title ?? null,
      cited: isCited ? 1 : 0,
      retrieved: (retrieved ?? true) ? 1 : 0,
    };
  });
}

/**
 * What tells two answers apart: without `external_id` the question, model, time and words; with one, whatever else a
 * correction may change, too. Pages are taken as they are stored, so that an exported answer is known again.
 */
export function contentHash(line: {
  external_id: string | null;
  prompt: string;
  country_code: string;
  slug: string;
  captured_at: Date;
  answer: string;
  status: Status;
  pages: readonly { url: string; cited: number; retrieved: number }[];
  search_queries: readonly string[];
}): Buffer {
  const { prompt, country_code, slug, captured_at, answer, status } = line;
  const same = [prompt, country_code, slug, captured_at.toISOString(), answer];
  const pages = line.pages.map(({ url, cited, retrieved }) => [url, cited, retrieved]);
  const rest = line.external_id === null ? [] : [status, pages, line.search_queries];
  return hash("sha256", JSON.stringify([...same, ...rest]), "buffer");
}

const DAY_MS = 86_400_000;
/** Days begin so long before those of UTC in the first of all time zones. */
const FIRST_ZONE_MS = 14 * 3_600_000;

/** Whether an answer may count for its day: one that had begun somewhere, and was asked for within a year before. */
function isOfItsDay({ date, captured_at }: { date?: string | undefined; captured_at: string }) {
  if (date === undefined) return true;
  const age = Date.parse(captured_at) - Date.parse(date);
  return age >= -FIRST_ZONE_MS && age <= 366 * DAY_MS;
}

function isPlausible(time: string): boolean {
  const parsed = Date.parse(time);
  return parsed >= Date.UTC(2000, 0, 2) && parsed <= Date.now() + DAY_MS;
}
