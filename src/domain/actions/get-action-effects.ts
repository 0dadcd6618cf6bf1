import * as z from "zod";
import { operation } from "#core/operation.ts";
import { dayIn } from "#core/period.ts";
import { readRetention } from "#domain/projects/retention.ts";
import { ActionKey, keyOf, liveFrom } from "./action.ts";
import { listActionRows } from "./action-queries.ts";
import { EffectOutput, readEffect } from "./read-effect.ts";

const KEYS_MAX = 50;

export const getActionEffects = operation({
  name: "get_action_effects",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Actions",
  summary: "Get what came of actions",
  description:
    "What came of several actions at once, of those that shipped, as get_action tells it.",
  returns: "The effects",
  input: z.strictObject({ action_keys: z.array(ActionKey).max(KEYS_MAX) }),
  output: z.object({ data: z.array(z.object({ action_key: z.string(), effect: EffectOutput })) }),
  async handler(context, { action_keys }) {
    const { db, project, now } = context;
    const { answers_from } = await readRetention(context);
    const today = dayIn(project.timezone, now());
    const asked = new Set(action_keys);
    const data: { action_key: string; effect: z.input<typeof EffectOutput> }[] = [];
    for (const about of await listActionRows(db, project)) {
      const action_key = keyOf(about);
      const shipped_on = liveFrom(about);
      if (!shipped_on || !asked.has(action_key)) continue;
      data.push({
        action_key,
        effect: await readEffect(db, project, { about, shipped_on, today, answers_from }),
      });
    }
    return { data };
  },
});
