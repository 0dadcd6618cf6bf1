import * as z from "zod";
import { operation } from "#core/operation.ts";

import { changePrompts } from "./change-prompts.ts";
import { PromptIds, PromptsChanged } from "./prompt.ts";
import { updatePromptRows } from "./prompt-queries.ts";

export const archivePrompts = operation({
  name: "archive_prompts",
  scope: "project",
  effect: "changes",
  audit: (_, { data }) => ({ prompt_ids: data.map(({ id }) => id) }),
  group: "Prompts",
  summary: "Archive prompts",
  description:
    "Archives prompts: they are asked no more, and their answers stay in reports. Doing it twice does no harm.",
  returns: "What was changed and what was skipped",
  route: "POST /prompts/archive",
  failures: [],
  input: z.strictObject({ prompt_ids: PromptIds }),
  output: PromptsChanged,
  async handler(context, { prompt_ids }) {
    const { db, project } = context;
    return changePrompts(context, prompt_ids, async (found) => {
      const changed = found.filter((prompt) => prompt.status === "active").map(({ id }) => id);

      await updatePromptRows(db, project, { prompt_ids: changed, status: "archived" });
    });
  },
});
