import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { checkDateRange, dayIn } from "#core/period.ts";
import { readGapScope } from "#domain/opportunities/gap-scope.ts";
import { ActionKindField, ActionStatus, ListedAction } from "./action.ts";
import { ActionScope, NOT_IN_TOOLS } from "./action-scope.ts";
import { readActions, showActions, withExamples } from "./read-actions.ts";
import { readHindrances } from "./read-hindrances.ts";

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
  failures: ["NOT_FOUND"],
  route: "GET /actions",
  tool: { without: NOT_IN_TOOLS },
  input: z
    .strictObject({
      status: ActionStatus.optional(),
      kind: ActionKindField.optional().describe("As in the answer."),
      ...ActionScope,
      ...Page,
    })
    .superRefine(checkDateRange),
  output: pageOf(ListedAction).extend({
    status_counts: z
      .object({
        open: z.int().describe("Nobody decided yet."),
        doing: z.int().describe("Being done."),
        done: z.int().describe("Done."),
        dismissed: z.int().describe("Dismissed, each with its reason."),
      })
      .describe("Actions of each status, of the kind and days that were asked for."),
  }),
  async handler(context, { status, kind, limit, offset, ...given }) {
    const { db, project, now } = context;
    const scope = await readGapScope(context, given);
    const found = (await readActions(db, project, scope)).filter(
      (one) => !kind || one.about.kind === kind,
    );
    const of = (wanted: string) => found.filter((one) => one.decided.status === wanted);
    const all = status ? of(status) : found;
    const page = all.slice(offset, offset + limit);
    const actions = await withExamples(db, project, { scope, actions: page });
    const today = dayIn(project.timezone, now());
    const hindrances = await readHindrances(db, project, { actions: page, today });
    const shown = await showActions(db, project, actions);
    const data = shown.map((one) => ({
      ...one,
      unmeasurable: hindrances.get(one.action_key) ?? null,
    }));
    return {
      ...{ data, total_count: all.length, limit, offset },
      status_counts: {
        open: of("open").length,
        doing: of("doing").length,
        done: of("done").length,
        dismissed: of("dismissed").length,
      },
    };
  },
});
