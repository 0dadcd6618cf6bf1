import { operation } from "#core/operation.ts";
import { reopeningOf } from "./suggestion-operations.ts";

export const reopenTopicSuggestions = operation({
  name: "reopen_topic_suggestions",
  ...reopeningOf("topic"),
});
