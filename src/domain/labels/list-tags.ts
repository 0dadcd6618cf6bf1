import { operation } from "#core/operation.ts";
import { Tag } from "./label.ts";
import { listOf } from "./label-operations.ts";

export const listTags = operation({
  name: "list_tags",
  description:
    "Lists the tags, oldest first, each with how many active prompts carry it. A prompt may carry many; reports can be split and filtered by them.",
  ...listOf("tag", Tag),
});
