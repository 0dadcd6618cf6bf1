import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { checkDateRange } from "#core/period.ts";
import { readGapScope } from "#domain/opportunities/gap-scope.ts";
import { Action, ActionKey, DecisionFields, noSubject, readKey } from "./action.ts";
import { findActionRow, hasSubject, holdActionRow, saveAction } from "./action-queries.ts";
import { ActionScope } from "./action-scope.ts";
import { isTakenUp, readExpected } from "./expected.ts";
import { type FoundAction, showActions, UNDECIDED } from "./read-actions.ts";

export const updateAction = operation({
  name: "update_action",
  scope: "project",
  effect: "changes",
  audit: ({ action_key: _, seen: __, ...change }, { id }) =>
    isNothing(change) ? null : { action_id: id },
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
    const row = await findActionRow(db, project, about);
    if (!row && !(await hasSubject(db, project, about))) throw noSubject();
    const show = async (decided: FoundAction["decided"]) => {
      const [shown] = await showActions(db, project, [{ about, decided, lead: null }]);
      if (!shown) throw noSubject();
      return shown;
    };
    // Nothing is decided by it: what has no row has none afterwards.
    if (isNothing(change)) return show(row ?? UNDECIDED);
    const by = actor.kind === "user" ? actor.email : null;
    const before = { ...UNDECIDED, ...(await holdActionRow(db, project, { about, now: now() })) };
    const { status = before.status } = change;
    const isReopened = before.status === "dismissed" && status !== "dismissed";
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    // Why it was dismissed does not stay with what is to be done after all.
    const decided = { ...(isReopened && { reason: null }), ...Object.fromEntries(given) };
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
    return show(saved);
  },
});

/** Whether no field of a change is given. */
const isNothing = (change: object) => Object.values(change).every((value) => value === undefined);
