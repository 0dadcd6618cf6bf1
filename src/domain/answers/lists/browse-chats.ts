import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { pageOf } from "#core/page.ts";
import { checkDateRange } from "#core/period.ts";
import { asciiDomain } from "#domain/detection/canonical-url.ts";
import { ScopeFilters } from "#domain/sums/answer-scope.ts";
import { BrowsedChat } from "./chat.ts";
import { USES } from "./chat-conditions.ts";
import { ChatListFilters, readFilter, readToned } from "./chat-filters.ts";
import { listChatRows, requireChats } from "./chat-queries.ts";

const IDS_MAX = 100;
const { include_archived: _, ...shape } = ChatListFilters.shape;

export const browseChats = operation({
  name: "browse_chats",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Chats",
  summary: "Browse captured answers",
  description:
    "Lists captured answers with the words of their prompts, newest first, by the same days and filters as a report: what a number was counted from. Archived prompts' answers are among them, as in reports.",
  returns: "A page of answers",
  input: z
    .strictObject({
      ...shape,
      ...ScopeFilters,
      chat_ids: z
        .array(idInput("cht"))
        .min(1)
        .max(IDS_MAX)
        .optional()
        .describe("These answers alone."),
      domain: z
        .string()
        .min(1)
        .max(253)
        .overwrite(asciiDomain)
        .optional()
        .describe("Answers that use this site."),
      url: z.string().min(1).max(4096).optional().describe("Answers that use this page."),
      tone_brand_id: idInput("brd")
        .optional()
        .describe("The brand whose tone is told, else brand_id, else the own brand."),
      use: z.enum(USES).optional().describe("With a site or page: those that cite it, or read it."),
    })
    .superRefine(checkDateRange),
  output: pageOf(BrowsedChat),
  async handler(context, { limit, offset, chat_ids, tone_brand_id, ...given }) {
    const toned = await readToned(context, { ...given, tone_brand_id });
    const filter = {
      ...(await readFilter(context, { ...given, include_archived: true, toned })),
      answer_ids: chat_ids && (await requireChats(context.db, context.project, chat_ids)),
    };
    const page = { limit, offset };
    return listChatRows(context.db, context.project, { filter, page, toned });
  },
});
