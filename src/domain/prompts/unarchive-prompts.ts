import * as z from "zod";
import { operation } from "#core/operation.ts";
import { BULK_CHANGE, changePrompts, requireActiveRoom } from "./change-prompts.ts";
import { PromptIds } from "./prompt.ts";
import { updatePromptRows } from "./prompt-queries.ts";

export const unarchivePrompts = operation({
  name: "unarchive_prompts",
  ...BULK_CHANGE,
  summary: "Unarchive prompts",
  description:
    "Makes archived prompts active again, as far as the plan has room. Doing it twice does no harm.",
  route: "POST /prompts/unarchive",
  failures: [],
  input: z.strictObject({ prompt_ids: PromptIds }),
  async handler(context, { prompt_ids: given }) {
    return changePrompts(context, given, async (found) => {
      await requireActiveRoom(context, found);
      const prompt_ids = found.map(({ id }) => id);
      await updatePromptRows(context.db, context.project, { prompt_ids, status: "active" });
    });
  },
});
