import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { checkDateRange, Day } from "#core/period.ts";
import { Action, ActionKindField, ActionStatus } from "./action.ts";
import { daysOf } from "./action-days.ts";
import { readActions, showActions } from "./read-actions.ts";

export const listActions = operation({
  name: "list_actions",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Actions",
  summary: "List actions",
  description:
    "Lists what could be done and what was decided about it, the most answers that can surely be won first.",
  returns: "A page of actions",
  route: "GET /actions",
  tool: true,
  input: z
    .strictObject({
      status: ActionStatus.optional(),
      kind: ActionKindField.optional().describe("As in the answer."),
      date_from: Day.optional().describe("First day looked at; default 29 days before date_to."),
      date_to: Day.optional().describe("Default today."),
      ...Page,
    })
    .superRefine(checkDateRange),
  output: pageOf(Action),
  async handler(context, { status, kind, limit, offset, ...given }) {
    const { db, project } = context;
    const scope = daysOf(context, given);
    const all = (await readActions(db, project, scope)).filter(
      (one) => (!status || one.decided.status === status) && (!kind || one.about.kind === kind),
    );
    const data = await showActions(db, project, {
      scope,
      actions: all.slice(offset, offset + limit),
    });
    return { data, total_count: all.length, limit, offset };
  },
});
