import * as z from "zod";
import { idOutput, ModelIdOutput } from "#core/id.ts";
import { COUNTRY_ASKED, EXTRA_KINDS, SEARCH_ASKED, STATUSES } from "../ingest/answer-line.ts";

const row = {
  id: idOutput("cht"),
  prompt_id: idOutput("prm"),
  model_id: ModelIdOutput,
  country_code: z.string(),
  date: z.string().meta({ format: "date", description: "Day in the project's time zone." }),
  captured_at: z.string().meta({ format: "date-time" }),
  sample: z.int().describe("One of several answers to the same prompt, model and day."),
  status: z.enum(STATUSES).describe("Reports count the answered ones."),
  brand_ids: z.array(idOutput("brd")).describe("Tracked brands it mentions, by first appearance."),
  source_count: z.int().describe("Pages it read or cites."),
};

/** A captured answer in a list. */
export const Chat = z
  .object({
    ...row,
    sentiment: z
      .number()
      .nullable()
      .optional()
      .describe("Where tone is asked for: on that brand, 0 to 100, an estimate; null: not scored."),
  })
  .meta({ id: "Chat" });

const offset = z.int().describe("UTF-16 offset in `answer`.");

/** A captured answer in a list for people to read, who know a prompt by its words. */
export const BrowsedChat = Chat.extend({ prompt_text: z.string() }).meta({ id: "BrowsedChat" });

/** A captured answer with all that was found in it. */
export const ChatDetail = z
  .object({
    ...row,
    prompt_text: z.string(),
    answer: z.string().describe("Markdown as captured."),
    served_model: z.string().nullable().describe("The version that answered, if known."),
    search_ran: z.boolean().nullable().describe("Whether it searched; null: unknown."),
    is_cut: z
      .boolean()
      .describe(
        "Its provider ended it at a length limit: it may name fewer brands than a whole one.",
      ),
    detection: z
      .enum(["complete", "partial"])
      .describe("partial: too long or too full of names to be read to its end."),
    search_asked: z
      .enum(SEARCH_ASKED)
      .nullable()
      .describe(
        "Whether it was made to search, left to choose, or given no search; null: unknown.",
      ),
    search_tool: z
      .string()
      .nullable()
      .describe("The tool it searched with; null: none or unknown."),
    effort: z
      .string()
      .nullable()
      .describe("How much it was made to think; default: not said; null: unknown."),
    country_asked: z
      .enum(COUNTRY_ASKED)
      .nullable()
      .describe("told: with the question; from_there: a vendor asked from there; null: unknown."),
    asked_without: z
      .array(z.string())
      .describe("Fields of the usual request that its provider refused, so they were left out."),
    has_raw_body: z.boolean().describe("Whether what its provider sent is kept."),
    brands_mentioned: z.array(
      z.object({
        brand_id: idOutput("brd"),
        name: z.string(),
        position: z.int().describe("Rank of first appearance among tracked brands."),
        mention_count: z.int(),
        sentiment: z.number().nullable().describe("0 to 100, an estimate; null: not scored."),
        sentiment_method: z
          .enum(["estimate", "judge", "person"])
          .nullable()
          .describe(
            "By word lists, by the language model that judges, or as a person decided; null: not scored.",
          ),
        sentiment_quote: z
          .object({ start: offset, end: offset, text: z.string() })
          .nullable()
          .describe("The words a judge went by; null: it did not judge."),
        sentiment_words: z
          .array(z.object({ start: offset, end: offset, text: z.string() }))
          .describe(
            "The words that made an estimate, the first 6; empty where there is none, or where today's rules come to another.",
          ),
        evidence: z
          .array(z.object({ start: offset, end: offset, text: z.string() }))
          .describe("Where it is named; the first 20."),
      }),
    ),
    sources: z.array(
      z.object({
        url: z.string().describe("As the answer gave it."),
        url_normalized: z.string(),
        domain: z.string(),
        title: z.string().nullable(),
        retrieved: z.boolean(),
        cited: z.boolean(),
        citation_count: z.int(),
        citation_position: z.int().nullable().describe("Rank among the cited; null: not cited."),
        classification: z.string(),
        page_type: z.string(),
      }),
    ),
    search_queries: z.array(z.string()),
    extras: z
      .array(
        z.object({
          kind: z.enum(EXTRA_KINDS),
          title: z.string(),
          url: z.string().nullable(),
          domain: z.string().nullable(),
          price: z.string().nullable().describe("As it was shown."),
          brand_id: idOutput("brd").nullable().describe("The tracked brand that it names, if any."),
        }),
      )
      .describe("What the page showed beside the answer: in no mention, citation or report."),
  })
  .meta({ id: "ChatDetail" });
