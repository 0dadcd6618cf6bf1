import { operation } from "#core/operation.ts";
import { Topic } from "./label.ts";
import { readingOf } from "./label-operations.ts";

export const getTopic = operation({
  name: "get_topic",
  description: "Returns one topic and how many active prompts are in it.",
  ...readingOf("topic", Topic),
});
