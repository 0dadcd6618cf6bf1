import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { checkDateRange } from "#core/period.ts";
import { readGapScope } from "#domain/opportunities/gap-scope.ts";
import { Action, ActionKey, DecisionFields, noSubject, readKey } from "./action.ts";
import { findActionRow, hasSubject, holdActionRow, saveAction } from "./action-queries.ts";
import { ActionScope } from "./action-scope.ts";
import { isTakenUp, readExpected } from "./expected.ts";
import { showActions, UNDECIDED } from "./read-actions.ts";

export const updateAction = operation({
  name: "update_action",
  scope: "project",
  effect: "changes",
  audit: (_, { id }) => ({ action_id: id }),
  group: "Actions",
  summary: "Decide about an action",
  description: "Stores who does what until when, that it went live, or why it is dismissed.",
  returns: "The action",
  failures: ["NOT_FOUND"],
  route: "PATCH /actions",
  tool: { without: ["seen"] },
  input: z.strictObject({
    action_key: ActionKey,
    ...z.object(DecisionFields).partial().shape,
    seen: z
      .strictObject(ActionScope)
      .superRefine(checkDateRange)
      .optional()
      .describe(
        "The days and answers it was looked at in: what it is expected to win is of these.",
      ),
  }),
  output: Action,
  async handler(context, { action_key, seen, ...change }) {
    const { db, project, now, actor } = context;
    const about = readKey(action_key);
    const isKnown =
      (await findActionRow(db, project, about)) ?? (await hasSubject(db, project, about));
    if (!isKnown) throw noSubject();
    const by = actor.kind === "user" ? actor.email : null;
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const decided = Object.fromEntries(given);
    const before = { ...UNDECIDED, ...(await holdActionRow(db, project, { about, now: now() })) };
    const expected = !isTakenUp({ ...before, ...decided })
      ? null
      : isTakenUp(before)
        ? undefined
        : await readExpected(db, project, {
            about,
            scope: await readGapScope(context, seen ?? { branded: "exclude" }),
          });
    await saveAction(db, project, { about, change: decided, expected, by, now: now() });
    const saved = await findActionRow(db, project, about);
    if (!saved) throw noSubject();
    // Looked at once it is saved: another change waits, or was there before.
    if (saved.status === "dismissed" && !saved.reason) {
      throw new Failure("VALIDATION_ERROR", "reason: is required to dismiss an action.", {
        problem: "MISSING",
      });
    }
    const [shown] = await showActions(db, project, [{ about, decided: saved, lead: null }]);
    if (!shown) throw noSubject();
    return shown;
  },
});
