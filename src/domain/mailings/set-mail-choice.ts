import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { requireAsker } from "./asker.ts";
import { findChoice, saveChoice } from "./choice-queries.ts";
import { ChoiceFields, ProjectId } from "./get-mail-choice.ts";

export const setMailChoice = operation({
  name: "set_mail_choice",
  scope: "account",
  effect: "changes",
  audit: ({ project_id }) => ({ project_id }),
  group: "Account",
  summary: "Choose what you are mailed of a project",
  description:
    "Sets what the signed-in user, and nobody else, is mailed of a project; what is left out stays as it is.",
  returns: "The choice",
  failures: ["NOT_FOUND"],
  input: z.strictObject({
    project_id: ProjectId,
    week: ChoiceFields.week.optional(),
    events: ChoiceFields.events.optional(),
  }),
  output: z.object(ChoiceFields),
  async handler(context, { project_id, week, events }) {
    const { asker } = await requireAsker(context, project_id);
    if (!context.mail && (week || (events?.length ?? 0) > 0)) {
      throw new Failure("CONFLICT", "This server sends no mail: who runs it has to set SMTP_URL.");
    }
    await saveChoice(context.db, asker, { week: week ?? null, events: events ?? null });
    const chosen = await findChoice(context.db, asker);
    return { week: chosen.week, events: ChoiceFields.events.parse(chosen.events) };
  },
});
