import { operation } from "#core/operation.ts";
import { Topic } from "./label.ts";
import { listOf } from "./label-operations.ts";

export const listTopics = operation({
  name: "list_topics",
  description:
    "Lists the topics, oldest first, each with how many active prompts are in it. A prompt has one at most; reports can be split and filtered by it.",
  ...listOf("topic", Topic),
});
