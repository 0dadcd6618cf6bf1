import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { changeCellsOf } from "#domain/answers/facts/prompt-answer-queries.ts";
import { LabelFields } from "#domain/labels/label.ts";
import { insertLabel } from "#domain/labels/label-queries.ts";
import { giveTopic } from "#domain/prompts/prompt-trait-queries.ts";
import { decideSuggestions } from "./decide-suggestions.ts";
import { acceptedOf, checkChosen, chosenOf } from "./suggestion.ts";
import { DECISION } from "./suggestion-operations.ts";
import type { SuggestionRow } from "./suggestion-queries.ts";

export const acceptTopicSuggestions = operation({
  name: "accept_topic_suggestions",
  ...DECISION,
  summary: "Accept a topic suggestion",
  description:
    "Makes topics of one or up to 100 suggestions and gives each to its prompts that have none. A retry is safe.",
  returns: "Accepted",
  route: "POST /suggestions/topics/accept",
  failures: ["NOT_FOUND", "SUGGESTION_ALREADY_DECIDED", "DUPLICATE"],
  input: z
    .strictObject({
      ...chosenOf("topic"),
      name: LabelFields.name
        .optional()
        .describe("Name to give the topic; for a single suggestion."),
    })
    .superRefine(checkChosen),
  output: acceptedOf("top", "topic"),
  async handler(context, { suggestion_id, suggestion_ids, ...edits }) {
    const { db, project } = context;
    const chosen = { suggestion_id, suggestion_ids };
    const make = async (suggestion: SuggestionRow) => {
      const name = edits.name ?? suggestion.name;
      const topic_id = await insertLabel(db, project, { kind: "topic", name });
      if (topic_id === 0) {
        throw new Failure("DUPLICATE", `name: there is a topic named "${name}" already.`);
      }
      const prompt_ids = suggestion.detail.prompt_ids ?? [];
      await changeCellsOf(db, project, {
        prompt_ids,
        change: () => giveTopic(db, project, { topic_id, prompt_ids }),
      });
      return topic_id;
    };
    return decideSuggestions(context, { kind: "topic", chosen, status: "accepted", make });
  },
});
