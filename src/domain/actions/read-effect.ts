import * as z from "zod";
import type { Database } from "#core/database.ts";
import { addDays, daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sayDay } from "#domain/words/say.ts";
import type { Subject } from "./action.ts";
import { type PanelDay, readPanel, readTouched } from "./answer-queries.ts";
import {
  type Counts as DayCount,
  type DayCounts,
  daysWithBoth,
  EFFECT_DAYS_MIN,
  shippedEffect,
} from "./shipped-effect.ts";

/** Days before an action shipped, and as many from then on. */
export const EFFECT_DAYS = 28;
const text = z.string();

const Counts = z.object({
  named: z.int().describe("Answers that name the own brand."),
  answers: z.int().describe("Usable answers."),
});
const Groups = z.object({
  touched: Counts.describe("To the prompts it is about."),
  untouched: Counts.describe("To all others."),
});
const Cites = z.object({
  cited: z.int().describe("Answers that cite the page."),
  answers: z.int().describe("Usable answers, of models that report sources."),
});
/** What came of an action, as callers see it. */
export const EffectOutput = z
  .object({
    reason: text.nullable().describe("Why nothing is known yet."),
    touched_prompts: z.int().describe("Prompts it is about, answered before and after."),
    untouched_prompts: z
      .int()
      .describe("Others answered before and after, without those that name the own brand."),
    before: Groups.nullable().describe("Before it shipped."),
    after: Groups.nullable().describe("From then on."),
    value: z
      .number()
      .nullable()
      .describe("How much more visibility rose in touched prompts than in all others."),
    low: z.number().nullable().describe("Of its 95 % interval."),
    high: z.number().nullable(),
    cited: z
      .object({
        before: Cites.describe("Before it shipped."),
        after: Cites.describe("From then on."),
        value: z.number().describe("How much the share of citing answers rose."),
        low: z.number().describe("Of its 95 % interval."),
        high: z.number(),
      })
      .nullable()
      .describe("Whether answers to these prompts cite the own page it is about; null: not known."),
  })
  .nullable()
  .describe(
    `The ${EFFECT_DAYS} days before shipped_on and up to as many from it on; null: not shipped.`,
  );

type Shipped = {
  about: Subject;
  shipped_on: string;
  today: string;
  /** First day whose answers are kept; null: all are. */
  answers_from: string | null;
};

/** How visibility changed since an action shipped, against the prompts that it did not touch; why not, where that is not known. */
export async function readEffect(
  db: Database,
  tenant: Tenant,
  { about, shipped_on, today, answers_from }: Shipped,
) {
  const unknown = { before: null, after: null, value: null, low: null, high: null, cited: null };
  const last = addDays(shipped_on, EFFECT_DAYS - 1);
  const days = {
    date_from: addDays(shipped_on, -EFFECT_DAYS),
    date_to: last < today ? last : today,
  };
  const none = { touched_prompts: 0, untouched_prompts: 0, ...unknown };
  if (shipped_on > today) return { reason: "It goes live later.", ...none };
  const touched = await readTouched(db, tenant, { about, days });
  const { days: found, ...counts } = await readPanel(db, tenant, {
    ...{ about, touched, days, shipped_on },
  });
  const effect = shippedEffect(found, shipped_on);
  const isUsed = touched.length > 0;
  return {
    ...counts,
    reason: effect
      ? null
      : sayUnknown(
          { ...counts, isUsed, about, days, shipped_on, today, answers_from },
          daysWithBoth(found),
        ),
    ...(effect ?? unknown),
    cited: citedEffect(found, shipped_on),
  };
}

/** How the share of answers changed that cite the own page of an action; other prompts do not use it, so none are taken off. */
function citedEffect(days: readonly PanelDay[], shipped_on: string) {
  const nothing = { named: 0, answers: 1 };
  const found = shippedEffect(
    days.map(({ day, cited }) => ({ day, touched: cited, untouched: nothing })),
    shipped_on,
    { most: 1 },
  );
  if (!found) return null;
  const { before, after, ...rest } = found;
  const shown = ({ named, answers }: DayCount) => ({ cited: named, answers });
  return { before: shown(before.touched), after: shown(after.touched), ...rest };
}

/** What an action is about, in two words. */
export const subjectOf = ({ kind }: Subject) =>
  ({ prompt_gap: "this prompt", source_gap: "this site" })[kind as string] ?? "this page";

type Unknown = Shipped &
  Record<"touched_prompts" | "untouched_prompts", number> & {
    isUsed: boolean;
    days: { date_from: string; date_to: string };
  };

/** Why nothing can be said of an effect, and what to do about it. */
function sayUnknown(unknown: Unknown, known: readonly DayCounts[]): string {
  const { about, days, shipped_on, today, answers_from } = unknown;
  const { isUsed, touched_prompts, untouched_prompts } = unknown;
  const subject = subjectOf(about);
  const first = addDays(shipped_on, EFFECT_DAYS_MIN - 1);
  const before = known.filter(({ day }) => day < shipped_on).length;
  if (first > today) {
    return `It takes ${EFFECT_DAYS_MIN} days with answers from the day it went live: look again on ${sayDay(first)}.`;
  }
  if (touched_prompts > 0 && untouched_prompts === 0) {
    const why =
      about.kind === "prompt_gap"
        ? "No other prompt that does not name your brand was answered both before and after it went live, so none is left to compare with."
        : `Assistants used ${subject} for all ${touched_prompts} prompts answered both before and after it went live, so none is left to compare with. Prompts that name your brand do not count.`;
    return `${why} Ask some that this does not touch; until then Changes shows what went up and down.`;
  }
  if (answers_from !== null && days.date_from < answers_from && before < EFFECT_DAYS_MIN) {
    return `Answers before ${sayDay(answers_from)} are deleted, and without them nothing can be told of the days before it went live.`;
  }
  if (!isUsed) {
    return `No answer from ${sayDay(days.date_from)} to ${sayDay(days.date_to)} used ${subject}. Check the day it went live.`;
  }
  const [count, span, todo] =
    before < EFFECT_DAYS_MIN
      ? [before, `${EFFECT_DAYS} days before it went live`, "Check the day it went live."]
      : [
          known.length - before,
          `${daysBetween(shipped_on, days.date_to)} days from the day it went live`,
          "Ask these prompts and others on the same days.",
        ];
  return `Of the ${span}, ${count} ${count === 1 ? "has" : "have"} answers both to what it is about and to other prompts; it takes ${EFFECT_DAYS_MIN} such days. ${todo}`;
}
