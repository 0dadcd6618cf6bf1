import * as z from "zod";
import { decodeId, decodeModelId, idInput, ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { checkDateRange, Day } from "#core/period.ts";
import { CountryCode } from "#domain/projects/project.ts";
import { STATUSES } from "../ingest/answer-line.ts";
import { BrowsedChat } from "./chat.ts";
import { listChatRows } from "./chat-queries.ts";

const list = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(500).optional();

export const browseChats = operation({
  name: "browse_chats",
  scope: "project",
  effect: "reads",
  group: "Chats",
  summary: "Browse captured answers",
  description:
    "Lists captured answers with the words of their prompts, newest first, by the same days and filters as a report: what a number was counted from. Archived prompts' answers are among them, as in reports.",
  returns: "A page of answers",
  input: z
    .strictObject({
      date_from: Day.optional().describe("First day, in the project's time zone."),
      date_to: Day.optional().describe("Last day, included."),
      model_ids: list(ModelId).describe("Answers of any of these models."),
      topic_ids: list(idInput("top")).describe("Answers to prompts of any of these topics."),
      tag_ids: list(idInput("tag")).describe("Answers to prompts with any of these tags."),
      country_codes: list(CountryCode).describe("Answers to prompts asked in any of these."),
      branded: z
        .enum(["include", "exclude", "only"])
        .default("include")
        .describe("Answers to prompts that name the own brand."),
      prompt_id: idInput("prm").optional().describe("Answers to this prompt."),
      brand_id: idInput("brd").optional().describe("Answers that mention this brand."),
      status: z.enum(STATUSES).optional().describe("Answers of this status."),
      domain: z.string().min(1).max(253).optional().describe("Answers that use this site."),
      url: z.string().min(1).max(4096).optional().describe("Answers that use this page."),
      search: z.string().trim().min(2).max(200).optional().describe("Text in answer or prompt."),
      sort: z.enum(["asc", "desc"]).default("desc").describe("desc: newest first."),
      ...Page,
    })
    .superRefine(checkDateRange),
  output: pageOf(BrowsedChat),
  async handler({ db, project }, { limit, offset, ...given }) {
    const { model_ids, topic_ids, tag_ids, branded, prompt_id, brand_id, ...rest } = given;
    const filter = {
      ...rest,
      include_archived: true,
      slugs: model_ids?.map(decodeModelId),
      topic_ids: topic_ids?.map((id) => decodeId("top", id)),
      tag_ids: tag_ids?.map((id) => decodeId("tag", id)),
      is_branded: branded === "include" ? undefined : branded === "only",
      prompt_id: prompt_id === undefined ? undefined : decodeId("prm", prompt_id),
      brand_id: brand_id === undefined ? undefined : decodeId("brd", brand_id),
    };
    const page = { limit, offset };
    return toPage(await listChatRows(db, project, { filter, page }), page);
  },
});
