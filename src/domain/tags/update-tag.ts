import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Tag, TagFields } from "./tag.ts";
import { requireTag, updateTagRow } from "./tag-queries.ts";

export const updateTag = operation({
  name: "update_tag",
  scope: "project",
  effect: "changes",
  audit: ({ tag_id }) => ({ tag_id }),
  group: "Tags",
  summary: "Update a tag",
  description: "Renames or recolours a tag; its prompts stay with it.",
  returns: "The updated tag",
  route: "PATCH /tags/{tag_id}",
  tool: true,
  failures: ["NOT_FOUND", "DUPLICATE"],
  input: z.strictObject({
    tag_id: idInput("tag").describe("The tag to change."),
    name: TagFields.name.optional(),
    color: TagFields.color.optional(),
  }),
  output: Tag,
  async handler({ db, project }, { tag_id, ...change }) {
    const { id } = await requireTag(db, project, tag_id);
    if (!(await updateTagRow(db, project, { id, ...change }))) {
      throw new Failure("DUPLICATE", `name: there is a tag named "${change.name}" already.`);
    }
    return requireTag(db, project, id);
  },
});
