import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { Tag, TagFields } from "./tag.ts";
import { insertTag, requireTag } from "./tag-queries.ts";

export const createTag = operation({
  name: "create_tag",
  scope: "project",
  effect: "adds",
  audit: (_, { id }) => ({ tag_id: id }),
  group: "Tags",
  summary: "Create a tag",
  description:
    "Makes a tag. A prompt may carry many tags; reports can be split and filtered by them.",
  returns: "The new tag",
  status: 201,
  route: "POST /tags",
  tool: true,
  failures: ["DUPLICATE"],
  input: z.strictObject({ name: TagFields.name, color: TagFields.color.optional() }),
  output: Tag,
  async handler({ db, project }, values) {
    const tag_id = await insertTag(db, project, values);
    if (tag_id === 0) {
      throw new Failure("DUPLICATE", `name: there is a tag named "${values.name}" already.`);
    }
    return requireTag(db, project, tag_id);
  },
});
