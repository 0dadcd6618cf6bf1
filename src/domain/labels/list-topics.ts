import { operation } from "#core/operation.ts";
import { Topic } from "./label.ts";
import { listOf } from "./label-operations.ts";

export const listTopics = operation({
  name: "list_topics",
  description:
    "Lists the topics in the order they were made, each with how many active prompts are in it. A prompt has at most one topic; reports can be split and filtered by it.",
  ...listOf("topic", Topic),
});
