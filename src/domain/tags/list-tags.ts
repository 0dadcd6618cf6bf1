import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import { Tag } from "./tag.ts";
import { listTagRows } from "./tag-queries.ts";

export const listTags = operation({
  name: "list_tags",
  scope: "project",
  effect: "reads",
  shared: { pages: SHARE_PAGES, filtered_by: "tag_id" },
  group: "Tags",
  summary: "List tags",
  description:
    "Lists the tags in the order they were made, each with how many active prompts carry it. A prompt may carry many tags; reports can be split and filtered by them.",
  returns: "A page of tags",
  route: "GET /tags",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Tag),
  async handler({ db, project }, page) {
    return toPage(await listTagRows(db, project, page), page);
  },
});
