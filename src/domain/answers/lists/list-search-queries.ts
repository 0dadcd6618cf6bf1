import * as z from "zod";
import { idOutput, ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { pageOf } from "#core/page.ts";
import { ChatFilters, readFilter } from "./chat-filters.ts";
import { listSearchQueryRows } from "./chat-queries.ts";

const SearchQuery = z
  .object({
    query: z.string().describe("What the assistant searched for."),
    chat_id: idOutput("cht"),
    prompt_id: idOutput("prm"),
    model_id: ModelIdOutput,
    country_code: z.string(),
    date: z.string().meta({ format: "date" }),
  })
  .meta({ id: "SearchQuery" });

export const listSearchQueries = operation({
  name: "list_search_queries",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Chats",
  summary: "List search queries",
  description:
    "Lists the searches that assistants ran while they answered, newest first: what they really look for behind a prompt. Only models that report them have any.",
  returns: "A page of search queries",
  failures: ["NOT_FOUND"],
  route: "GET /search-queries",
  tool: {
    without: [
      "asked",
      "not_brand_id",
      "first_brand_id",
      "status",
      "include_archived",
      "tag_id",
      "searched",
      "prompt_brand_id",
    ],
  },
  input: ChatFilters,
  output: pageOf(SearchQuery),
  async handler(context, page) {
    const filter = await readFilter(context, page);
    return listSearchQueryRows(context.db, context.project, { filter, page });
  },
});
