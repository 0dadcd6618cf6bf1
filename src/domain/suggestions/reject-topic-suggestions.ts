import { operation } from "#core/operation.ts";
import { rejectionOf } from "./suggestion-operations.ts";

export const rejectTopicSuggestions = operation({
  name: "reject_topic_suggestions",
  ...rejectionOf("topic"),
});
