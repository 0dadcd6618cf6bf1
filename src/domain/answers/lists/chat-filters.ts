import * as z from "zod";
import { decodeId, decodeModelId, idInput, ModelId } from "#core/id.ts";
import { Page, type PageInput } from "#core/page.ts";
import { checkDateRange, Day } from "#core/period.ts";
import { CountryCode } from "#domain/projects/project.ts";
import { STATUSES } from "../ingest/answer-line.ts";
import type { ChatFilter } from "./chat-queries.ts";

/** The arguments that lists of answers, and of what was found in them, take. */
export const ChatFilters = z
  .strictObject({
    date_from: Day.optional().describe("First day, in the project's time zone."),
    date_to: Day.optional().describe("Last day, included."),
    prompt_id: idInput("prm").optional().describe("Answers to this prompt, from list_prompts."),
    brand_id: idInput("brd").optional().describe("Answers that mention this brand."),
    model_id: ModelId.optional().describe("Answers of this model, from list_models."),
    topic_id: idInput("top").optional().describe("Answers to prompts of this topic."),
    tag_id: idInput("tag").optional().describe("Answers to prompts with this tag."),
    country_code: CountryCode.optional().describe("Answers to prompts asked in this country."),
    status: z.enum(STATUSES).optional().describe("Answers of this status; reports count answered."),
    search: z
      .string()
      .trim()
      .min(2)
      .max(200)
      .optional()
      .describe("Text in the answer or its prompt, any case."),
    include_archived: z.boolean().default(false).describe("True: archived prompts' answers too."),
    sort: z.enum(["asc", "desc"]).default("desc").describe("desc: newest first."),
    ...Page,
  })
  .superRefine(checkDateRange);

type Given = Omit<z.output<typeof ChatFilters>, keyof PageInput>;

/** The filter behind the arguments; an id that was never issued matches nothing. */
export function toFilter(given: Given & Partial<PageInput>): ChatFilter {
  const { limit: _, offset: __, model_id, prompt_id, brand_id, topic_id, tag_id, ...rest } = given;
  return {
    ...rest,
    slug: model_id && decodeModelId(model_id),
    prompt_id: prompt_id === undefined ? undefined : decodeId("prm", prompt_id),
    brand_id: brand_id === undefined ? undefined : decodeId("brd", brand_id),
    topic_id: topic_id === undefined ? undefined : decodeId("top", topic_id),
    tag_id: tag_id === undefined ? undefined : decodeId("tag", tag_id),
  };
}
