import { setImmediate as breathe } from "node:timers/promises";
import * as z from "zod";
import type { Database } from "#core/database.ts";
import { addDays, daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sayDay } from "#domain/words/say.ts";
import { keyOf, liveFrom, ownPageOf, type Subject } from "./action.ts";
import { listActionRows } from "./action-queries.ts";
import { type PanelCell, readPanel } from "./answer-queries.ts";
import { type Days, readTouched } from "./read-touched.ts";
import {
  type Comparable,
  comparableOf,
  dependenceOfSeries,
  EFFECT_DAYS_MIN,
  isOfBoth,
  type Series,
  type Counts as SomeCounts,
  shippedEffect,
} from "./shipped-effect.ts";

/** Days before an action shipped, and as many from then on. */
export const EFFECT_DAYS = 28;
const text = z.string();

/** What a share is of, where plain counts would change by what is asked. */
const WEIGHED = "Of these: each prompt and model adds as much before as after, 0 to 1.";
const Counts = z.object({
  named: z.int().describe("Answers that name the own brand."),
  answers: z.int().describe("Usable answers."),
  share: z.number().describe(WEIGHED),
});
const Groups = z.object({
  touched: Counts.describe("To the prompts it is about."),
  untouched: Counts.describe("To all others."),
});
const Cites = z.object({
  cited: z.int().describe("Answers that cite the page."),
  answers: z.int().describe("Usable answers, of models that report sources."),
  share: z.number().describe(WEIGHED),
});
/** What came of an action, as callers see it. */
export const EffectOutput = z
  .object({
    reason: text.nullable().describe("Why nothing is known yet."),
    touched_prompts: z.int().describe("Prompts it is about, answered before and after."),
    untouched_prompts: z
      .int()
      .describe(
        "Others answered before and after that neither name the own brand nor, where enough are left, are touched by another action that shipped in these days.",
      ),
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
    `The ${EFFECT_DAYS} days before shipped_on and up to as many from it on; null: not shipped, or dismissed.`,
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
  const cells = await readCells(db, tenant, { about, days, shipped_on });
  // Of many prompts it takes its time: other requests get their turn.
  await breathe();
  const { known, ...counts } = namedOf(cells, about);
  const effect = shippedEffect(known);
  return {
    ...counts,
    reason: effect
      ? null
      : sayUnknown({ ...counts, cells, about, days, shipped_on, today, answers_from }, known),
    ...(effect ?? unknown),
    cited: ownPageOf(about) !== null ? citedEffect(cells, dependenceOfSeries(known.series)) : null,
  };
}

/** The answers of the days around a shipping, those touched by it and by other actions that shipped in these days marked. */
async function readCells(
  db: Database,
  tenant: Tenant,
  { about, days, shipped_on }: { about: Subject; days: Days; shipped_on: string },
): Promise<PanelCell[]> {
  const others = (await listActionRows(db, tenant)).filter((one) => {
    const from = liveFrom(one);
    const isOfTheseDays = from !== null && days.date_from < from && from <= days.date_to;
    return isOfTheseDays && keyOf(one) !== keyOf(about);
  });
  const touchedBy = await readTouched(db, tenant, { subjects: [about, ...others], days });
  return readPanel(db, tenant, {
    ...{ about, days, shipped_on },
    touched: [...touchedBy(about)],
    touched_by_others: [...new Set(others.flatMap((other) => [...touchedBy(other)]))],
  });
}

/** What names the own brand before and after, and how many prompts that is of; one named by who asks tells of itself alone. */
function namedOf(cells: readonly PanelCell[], { prompt_id }: Subject) {
  const both = cells
    .map((cell) => ({ ...cell, ...seriesOf(cell, "named") }))
    .filter((cell) => isOfBoth(cell) && (prompt_id !== null || !cell.is_branded));
  const apart = both.filter((cell) => cell.isTouched || !cell.is_touched_by_others);
  const known = comparableOf(apart);
  // Where other actions touch nearly all others, these are still what there is to compare with.
  const isEnough = Math.min(known.before, known.after) >= EFFECT_DAYS_MIN;
  const series = isEnough ? apart : both;
  const promptsOf = (isTouched: boolean) =>
    new Set(series.flatMap((one) => (one.isTouched === isTouched ? [one.prompt_id] : []))).size;
  return {
    touched_prompts: promptsOf(true),
    untouched_prompts: promptsOf(false),
    known: isEnough ? known : comparableOf(both),
  };
}

function seriesOf({ is_touched, days }: PanelCell, what: "named" | "cited"): Series {
  const units = days.map(([day, answers, named, telling, citing]) =>
    what === "named" ? { day, part: named, whole: answers } : { day, part: citing, whole: telling },
  );
  return { isTouched: is_touched, units: units.filter(({ whole }) => whole > 0) };
}

/** How the share of answers changed that cite the own page of an action; other prompts do not use it, so none are taken off. */
function citedEffect(cells: readonly PanelCell[], dependence: number | null) {
  const series = cells.map((cell) => seriesOf(cell, "cited"));
  const found = shippedEffect(comparableOf(series, { isAlone: true }), { most: 1, dependence });
  if (!found) return null;
  const { before, after, ...rest } = found;
  const shown = ({ named, ...counts }: SomeCounts) => ({ cited: named, ...counts });
  return { before: shown(before.touched), after: shown(after.touched), ...rest };
}

/** What an action is about, in two words. */
export const subjectOf = ({ kind }: Subject) =>
  ({ prompt_gap: "this prompt", source_gap: "this site" })[kind as string] ?? "this page";

type Unknown = Shipped &
  Record<"touched_prompts" | "untouched_prompts", number> & {
    days: Days;
    cells: readonly PanelCell[];
  };

/** Why nothing can be said of an effect, and what to do about it. */
function sayUnknown(unknown: Unknown, { before, after }: Comparable): string {
  const { about, days, shipped_on, today, answers_from, cells } = unknown;
  const { touched_prompts, untouched_prompts } = unknown;
  const subject = subjectOf(about);
  const first = addDays(shipped_on, EFFECT_DAYS_MIN - 1);
  if (first > today) {
    return `It takes ${EFFECT_DAYS_MIN} days with answers from the day it went live: look again on ${sayDay(first)}.`;
  }
  if (answers_from !== null && answers_from > addDays(shipped_on, -EFFECT_DAYS_MIN)) {
    return `Answers before ${sayDay(answers_from)} are deleted, and without them nothing can be told of the days before it went live.`;
  }
  const touched = cells.filter(({ is_touched }) => is_touched);
  if (touched.length === 0) {
    return `No answer from ${sayDay(days.date_from)} to ${sayDay(days.date_to)} used ${subject}. Check the day it went live.`;
  }
  if (about.prompt_id === null && touched.every(({ is_branded }) => is_branded)) {
    return `Assistants used ${subject} only for prompts that name your brand, and most answers to these name it anyway.`;
  }
  if (touched_prompts === 0) {
    return "No assistant answered what it is about both before it went live and from that day on, so nothing can be compared.";
  }
  if (untouched_prompts === 0) {
    const why =
      about.kind === "prompt_gap"
        ? "No other prompt that does not name your brand was answered both before and after it went live, so none is left to compare with."
        : `Assistants used ${subject} for all ${touched_prompts} prompts answered both before and after it went live, so none is left to compare with. Prompts that name your brand do not count.`;
    return `${why} Ask some that this does not touch; until then Changes shows what went up and down.`;
  }
  const [count, span, todo] =
    before < EFFECT_DAYS_MIN
      ? [before, `${EFFECT_DAYS} days before it went live`, "Check the day it went live."]
      : [
          after,
          `${daysBetween(shipped_on, days.date_to)} days from the day it went live`,
          "Ask these prompts and others on the same days.",
        ];
  return `Of the ${span}, ${count} ${count === 1 ? "has" : "have"} answers both to what it is about and to other prompts; it takes ${EFFECT_DAYS_MIN} such days. ${todo}`;
}
