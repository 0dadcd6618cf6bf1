import { operation } from "#core/operation.ts";
import { pageOf } from "#core/page.ts";
import { Chat } from "./chat.ts";
import { ChatListFilters, readFilter } from "./chat-filters.ts";
import { listChatRows } from "./chat-queries.ts";

export const listChats = operation({
  name: "list_chats",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Chats",
  summary: "List captured answers",
  description:
    "Lists captured answers, newest first, with the tracked brands each mentions. get_chat returns one with its text, evidence and sources. Numbers over many come from reports.",
  returns: "A page of answers",
  failures: ["NOT_FOUND"],
  route: "GET /chats",
  tool: { without: ["prompt_brand_id"] },
  input: ChatListFilters,
  output: pageOf(Chat),
  async handler(context, page) {
    const filter = await readFilter(context, page);
    return listChatRows(context.db, context.project, { filter, page });
  },
});
