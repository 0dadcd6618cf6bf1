import * as z from "zod";
import { operation } from "#core/operation.ts";
import { BULK_CHANGE, changePrompts } from "./change-prompts.ts";
import { PromptIds } from "./prompt.ts";
import { updatePromptRows } from "./prompt-queries.ts";

export const archivePrompts = operation({
  name: "archive_prompts",
  ...BULK_CHANGE,
  summary: "Archive prompts",
  description:
    "Archives prompts: they are asked no more, and their answers stay in reports. Doing it twice does no harm.",
  route: "POST /prompts/archive",
  failures: [],
  input: z.strictObject({ prompt_ids: PromptIds }),
  async handler(context, { prompt_ids }) {
    const { db, project } = context;
    return changePrompts(context, { prompt_ids }, (numbers) =>
      updatePromptRows(db, project, { prompt_ids: numbers, status: "archived" }),
    );
  },
});
