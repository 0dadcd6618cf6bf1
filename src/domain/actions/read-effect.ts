import * as z from "zod";
import type { Database } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sayDay } from "#domain/words/say.ts";
import type { Subject } from "./action.ts";
import { readDays, readTouched } from "./answer-queries.ts";
import { EFFECT_DAYS_MIN, shippedEffect } from "./shipped-effect.ts";

const EFFECT_DAYS = 28;
const text = z.string();

const Counts = z.object({
  named: z.int().describe("Answers that name the own brand."),
  answers: z.int().describe("Usable answers."),
});
const Groups = z.object({
  touched: Counts.describe("To the prompts it is about."),
  untouched: Counts.describe("To all others."),
});
/** What came of an action, as callers see it. */
export const EffectOutput = z
  .object({
    reason: text.nullable().describe("Why nothing is known yet."),
    touched_prompts: z.int().describe("Prompts it is about."),
    before: Groups.nullable().describe("Before it shipped."),
    after: Groups.nullable().describe("From then on."),
    value: z
      .number()
      .nullable()
      .describe("How much more visibility rose in touched prompts than in all others."),
    low: z.number().nullable().describe("Of its 95 % interval."),
    high: z.number().nullable(),
  })
  .nullable()
  .describe(
    `The ${EFFECT_DAYS} days before shipped_on and up to as many from it on; null: not shipped.`,
  );

/** How visibility changed since an action shipped, against the prompts that it did not touch; why not, where that is not known. */
export async function readEffect(
  db: Database,
  tenant: Tenant,
  { about, shipped_on, today }: { about: Subject; shipped_on: string; today: string },
) {
  const unknown = { before: null, after: null, value: null, low: null, high: null };
  const last = addDays(shipped_on, EFFECT_DAYS - 1);
  const days = {
    date_from: addDays(shipped_on, -EFFECT_DAYS),
    date_to: last < today ? last : today,
  };
  if (shipped_on > today) return { reason: "It goes live later.", touched_prompts: 0, ...unknown };
  const touched = await readTouched(db, tenant, { about, days });
  const effect = shippedEffect(await readDays(db, tenant, { touched, days }), shipped_on);
  const first = addDays(shipped_on, EFFECT_DAYS_MIN - 1);
  const reason =
    first > today
      ? `It takes ${EFFECT_DAYS_MIN} days with answers from the day it went live: look again on ${sayDay(first)}.`
      : `Fewer than ${EFFECT_DAYS_MIN} days with answers before or after it went live.`;
  return {
    touched_prompts: touched.length,
    reason: effect ? null : reason,
    ...(effect ?? unknown),
  };
}
