import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { EVENTS, EventName } from "#domain/webhooks/events.ts";
import { requireAsker } from "./asker.ts";
import { findChoice } from "./choice-queries.ts";

export const ProjectId = idInput("prj").describe("The project; get_me lists yours.");

/** The events that people can be mailed: all but a test of a webhook. */
const AlertName = EventName.exclude(["webhook.test"]);
const ALERTS = AlertName.options.map((name) => ({ name, ...EVENTS[name] }));

/** What is asked for. */
export const ChoiceFields = {
  week: z
    .boolean()
    .describe("True: the week is mailed on Monday morning, in the project's time zone."),
  events: z
    .array(AlertName)
    .max(AlertName.options.length)
    .overwrite((names) => [...new Set(names)])
    .describe("What is mailed when it happens."),
};

const MailChoice = z.object({
  ...ChoiceFields,
  email: z.string().describe("Where to: the address of the account."),
  is_mail_set_up: z.boolean().describe("False: this server sends no mail, whatever is chosen."),
  known_events: z
    .array(
      z.object({ name: AlertName, label: z.string(), description: z.string().describe("When.") }),
    )
    .describe("What can be mailed when it happens."),
});

export const getMailChoice = operation({
  name: "get_mail_choice",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "Get what you are mailed of a project",
  description:
    "Tells what the signed-in user chose to be mailed of a project: nothing unless they did.",
  returns: "The choice",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ project_id: ProjectId }),
  output: MailChoice,
  async handler(context, { project_id }) {
    const { asker, email } = await requireAsker(context, project_id);
    const { week, events } = await findChoice(context.db, asker);
    const known = MailChoice.shape.events.parse(
      events.filter((name) => ALERTS.some((one) => one.name === name)),
    );
    return {
      ...{ week, events: known, email },
      is_mail_set_up: context.mail !== null,
      known_events: ALERTS,
    };
  },
});
