import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { changeTopicOf, hasAnswers } from "#domain/answers/facts/prompt-answer-queries.ts";
import { loadLengthCheck } from "#domain/capture/targets/prompt-length.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { findNamedBrands } from "./named-brands.ts";
import { Prompt, PromptEdits } from "./prompt.ts";
import {
  changeTags,
  findPromptNumbers,
  requireLabels,
  requirePrompt,
  updatePromptRows,
} from "./prompt-queries.ts";

export const updatePrompt = operation({
  name: "update_prompt",
  scope: "project",
  effect: "changes",
  audit: ({ prompt_id }) => ({ prompt_id }),
  group: "Prompts",
  summary: "Update a prompt",
  description:
    "Changes a prompt; fields that are left out stay, tags are replaced whole. Text and country cannot change once there are answers: archive it and make another.",
  returns: "The updated prompt",
  route: "PATCH /prompts/{prompt_id}",
  failures: ["NOT_FOUND", "CONFLICT", "DUPLICATE"],
  input: z.strictObject({
    prompt_id: idInput("prm").describe("The prompt to change."),
    ...PromptEdits,
  }),
  output: Prompt,
  async handler(context, { prompt_id, topic_id, tag_ids, ...change }) {
    const { db, project } = context;
    if (change.text !== undefined) await lockProject(db, project);
    // Branding follows from the whole: nobody changes a part of it meanwhile.
    if (change.text ?? change.country_code) await lockAnswers(db, project);
    const before = await requirePrompt(db, project, prompt_id);
    const number = before.id;
    const topic = typeof topic_id === "string" ? decodeId("top", topic_id) : topic_id;
    const tags = tag_ids?.map((tag) => decodeId("tag", tag));
    await requireLabels(db, project, { topic, tags: tags ?? [], field: "tag_ids" });
    const text = change.text ?? before.text;
    const country_code = change.country_code ?? before.country_code;
    const isOther = text !== before.text || country_code !== before.country_code;
    const tooLong = change.text === undefined ? null : (await loadLengthCheck(context))(text);
    if (tooLong !== null) throw new Failure("VALIDATION_ERROR", tooLong);
    if (isOther && (await hasAnswers(db, project, number))) {
      throw new Failure(
        "CONFLICT",
        "text: cannot change once the prompt has answers; archive it and make another.",
      );
    }
    if (isOther && (await findPromptNumbers(db, project, [{ text, country_code }])).size > 0) {
      throw new Failure("DUPLICATE", `text: this prompt is tracked already in ${country_code}.`);
    }
    const [named] = isOther ? await findNamedBrands(db, project, [text]) : [];
    const prompt_ids = [number];
    // With another text or country it has no answers, and no sums that branding tells apart.
    const values = { prompt_ids, ...change, topic_id: topic, ...named };
    await changeTopicOf(db, project, {
      ...{ prompt_ids, topic_id: topic },
      change: () => updatePromptRows(db, project, values),
    });
    if (tags) await changeTags(db, project, { prompt_ids: [number], add: tags, remove: "all" });
    return requirePrompt(db, project, prompt_id);
  },
});
