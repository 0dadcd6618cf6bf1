import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Tag } from "./tag.ts";
import { requireTag } from "./tag-queries.ts";

export const getTag = operation({
  name: "get_tag",
  scope: "project",
  effect: "reads",
  group: "Tags",
  summary: "Get a tag",
  description: "Returns one tag and how many active prompts carry it.",
  returns: "The tag",
  route: "GET /tags/{tag_id}",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ tag_id: idInput("tag").describe("The tag.") }),
  output: Tag,
  async handler({ db, project }, { tag_id }) {
    return requireTag(db, project, tag_id);
  },
});
