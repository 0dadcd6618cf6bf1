import * as z from "zod";
import { operation } from "#core/operation.ts";
import { decideSuggestions } from "./decide-suggestions.ts";
import { Chosen, checkChosen, Rejected } from "./suggestion.ts";

export const rejectTopicSuggestions = operation({
  name: "reject_topic_suggestions",
  scope: "project",
  effect: "changes",
  audit: (_, { data }) => ({ suggestion_ids: data.map(({ id }) => id) }),
  feature: "suggestion_decisions_api",
  group: "Suggestions",
  summary: "Reject a topic suggestion",
  description:
    "Rejects one or up to 100 topic suggestions; a rejected one never comes back. Those rejected before are in skipped, so a retry is safe.",
  returns: "Rejected",
  route: "POST /suggestions/topics/reject",
  tool: true,
  failures: ["NOT_FOUND", "SUGGESTION_ALREADY_DECIDED"],
  input: z.strictObject({ ...Chosen }).superRefine(checkChosen),
  output: Rejected,
  async handler(context, chosen) {
    return decideSuggestions(context, { kind: "topic", chosen, status: "rejected", make: null });
  },
});
