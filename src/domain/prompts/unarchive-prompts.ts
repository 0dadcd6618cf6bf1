import * as z from "zod";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { changePrompts } from "./change-prompts.ts";
import { PromptIds, PromptsChanged } from "./prompt.ts";
import { countActivePrompts, updatePromptRows } from "./prompt-queries.ts";

export const unarchivePrompts = operation({
  name: "unarchive_prompts",
  scope: "project",
  effect: "changes",
  audit: (_, { data }) => ({ prompt_ids: data.map(({ id }) => id) }),
  group: "Prompts",
  summary: "Unarchive prompts",
  description:
    "Makes archived prompts active again, as far as the plan has room. Doing it twice does no harm.",
  returns: "What was changed and what was skipped",
  route: "POST /prompts/unarchive",
  failures: [],
  input: z.strictObject({ prompt_ids: PromptIds }),
  output: PromptsChanged,
  async handler(context, { prompt_ids }) {
    const { db, project } = context;
    return changePrompts(context, prompt_ids, async (found) => {
      const changed = found.filter((prompt) => prompt.status === "archived").map(({ id }) => id);
      await lockProject(db, project);
      const active = await countActivePrompts(db, project);
      requireRoom(project.plan, "prompts", active + changed.length);
      await updatePromptRows(db, project, { prompt_ids: changed, status: "active" });
    });
  },
});
