import * as z from "zod";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { loadLengthCheck } from "#domain/capture/targets/prompt-length.ts";
import { findProject, lockProject, type Tenant } from "#domain/projects/project-queries.ts";
import { findNamedBrands, UNNAMED } from "#domain/prompts/named-brands.ts";
import { PromptText } from "#domain/prompts/prompt.ts";
import { countActivePrompts, insertPrompts } from "#domain/prompts/prompt-queries.ts";
import { decideSuggestions } from "./decide-suggestions.ts";
import { acceptedOf, checkChosen, chosenOf } from "./suggestion.ts";
import { DECISION } from "./suggestion-operations.ts";
import type { SuggestionRow } from "./suggestion-queries.ts";

export const acceptPromptSuggestions = operation({
  name: "accept_prompt_suggestions",
  ...DECISION,
  summary: "Accept a prompt suggestion",
  description:
    "Tracks one or up to 100 suggested questions as prompts, in the project's country and language. A retry is safe.",
  returns: "Accepted",
  route: "POST /suggestions/prompts/accept",
  failures: ["PLAN_LIMIT_REACHED", "NOT_FOUND", "SUGGESTION_ALREADY_DECIDED", "DUPLICATE"],
  input: z
    .strictObject({
      ...chosenOf("prompt"),
      text: PromptText.optional().describe(
        "The question to track instead; for a single suggestion.",
      ),
    })
    .superRefine(checkChosen),
  output: acceptedOf("prm", "prompt"),
  async handler(context, { suggestion_id, suggestion_ids, text }) {
    const { db, project } = context;
    const chosen = { suggestion_id, suggestion_ids };
    await lockProject(db, project);
    const tooLong = text === undefined ? null : (await loadLengthCheck(context))(text);
    if (tooLong !== null) throw new Failure("VALIDATION_ERROR", tooLong);
    const makePrompt = await loadPromptMaker(db, project);
    const make = async ({ text: suggested, detail }: SuggestionRow) => {
      requireRoom(project.plan, "prompts", (await countActivePrompts(db, project)) + 1);
      const prompt_id = await makePrompt({ ...detail, text: text ?? suggested });
      if (prompt_id === 0) {
        throw new Failure("DUPLICATE", "text: this prompt is tracked already in this country.");
      }
      return prompt_id;
    };
    return decideSuggestions(context, { kind: "prompt", chosen, status: "accepted", make });
  },
});

type Suggested = { text: string; country_code?: string; language_code?: string };

/**
 * What makes prompts of suggestions, in the project's own country and language unless others are given; it returns
 * a prompt's number, or 0 when it exists.
 */
async function loadPromptMaker(
  db: Database,
  project: Tenant,
): Promise<(prompt: Suggested) => Promise<number>> {
  const { country_code = "US", language_code = "en" } = (await findProject(db, project)) ?? {};
  return async ({ text, ...market }) => {
    const [named = UNNAMED] = await findNamedBrands(db, project, [text]);
    const prompt = { country_code, language_code, ...market, text, ...named };
    const [prompt_id = 0] = (await insertPrompts(db, project, [prompt])).values();
    return prompt_id;
  };
}
