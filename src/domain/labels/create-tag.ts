import * as z from "zod";
import { operation } from "#core/operation.ts";
import { LabelFields, Tag } from "./label.ts";
import { creationOf } from "./label-operations.ts";

export const createTag = operation({
  name: "create_tag",
  description: "Makes a tag to mark prompts with.",
  input: z.strictObject({ name: LabelFields.name, color: LabelFields.color.optional() }),
  ...creationOf("tag", Tag),
});
