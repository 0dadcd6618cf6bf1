import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { deleteTagRow, requireTag } from "./tag-queries.ts";

export const deleteTag = operation({
  name: "delete_tag",
  scope: "project",
  effect: "destroys",
  audit: ({ tag_id }) => ({ tag_id }),
  group: "Tags",
  summary: "Delete a tag",
  description: "Deletes a tag; its prompts and their answers stay, without it.",
  returns: "Deleted",
  status: 204,
  route: "DELETE /tags/{tag_id}",
  tool: true,
  failures: ["NOT_FOUND"],
  input: z.strictObject({ tag_id: idInput("tag").describe("The tag to delete.") }),
  output: z.object({}),
  async handler({ db, project }, { tag_id }) {
    const { id } = await requireTag(db, project, tag_id);
    await deleteTagRow(db, project, id);
    return {};
  },
});
