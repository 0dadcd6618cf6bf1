import { operation } from "#core/operation.ts";
import { TopicSuggestion } from "./suggestion.ts";
import { listOf } from "./suggestion-operations.ts";

export const listTopicSuggestions = operation({
  name: "list_topic_suggestions",
  description: "Topics for prompts that have none: groups of prompts that share telling words.",
  ...listOf("topic", TopicSuggestion),
});
