import * as z from "zod";
import { operation } from "#core/operation.ts";
import { LabelFields, Tag } from "./label.ts";
import { changeOf, idField } from "./label-operations.ts";

export const updateTag = operation({
  name: "update_tag",
  description: "Renames or recolours a tag; its prompts stay with it.",
  input: z.strictObject({
    ...idField("tag", "The tag to change."),
    name: LabelFields.name.optional(),
    color: LabelFields.color.optional(),
  }),
  ...changeOf("tag", Tag),
});
