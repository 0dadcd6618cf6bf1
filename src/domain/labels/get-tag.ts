import { operation } from "#core/operation.ts";
import { Tag } from "./label.ts";
import { readingOf } from "./label-operations.ts";

export const getTag = operation({
  name: "get_tag",
  description: "Returns one tag and how many active prompts carry it.",
  ...readingOf("tag", Tag),
});
