import * as z from "zod";
import { operation } from "#core/operation.ts";
import { loadLengthCheck } from "#domain/capture/targets/prompt-length.ts";
import { BULK_CHANGE, changePrompts } from "./change-prompts.ts";
import { PromptIds } from "./prompt.ts";
import { updatePromptRows } from "./prompt-queries.ts";

export const unarchivePrompts = operation({
  name: "unarchive_prompts",
  ...BULK_CHANGE,
  summary: "Unarchive prompts",
  description:
    "Makes archived prompts active again, as far as the plan has room. One that is longer than an assistant takes is in skipped. Doing it twice does no harm.",
  route: "POST /prompts/unarchive",
  failures: [],
  input: z.strictObject({ prompt_ids: PromptIds }),
  async handler(context, { prompt_ids }) {
    const { db, project } = context;
    const loadTooLong = () => loadLengthCheck(context);
    return changePrompts(context, { prompt_ids, loadTooLong }, (numbers) =>
      updatePromptRows(db, project, { prompt_ids: numbers, status: "active" }),
    );
  },
});
