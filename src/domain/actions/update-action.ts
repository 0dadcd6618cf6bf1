import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { Action, ActionKey, DecisionFields, noSubject, readKey } from "./action.ts";
import { findActionRow, hasSubject, saveAction } from "./action-queries.ts";
import { showActions } from "./read-actions.ts";

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
  tool: true,
  input: z.strictObject({ action_key: ActionKey, ...z.object(DecisionFields).partial().shape }),
  output: Action,
  async handler({ db, project, now, actor }, { action_key, ...change }) {
    const about = readKey(action_key);
    if (!(await hasSubject(db, project, about))) throw noSubject();
    const by = actor.kind === "user" ? actor.email : null;
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    await saveAction(db, project, { about, change: Object.fromEntries(given), by, now: now() });
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
