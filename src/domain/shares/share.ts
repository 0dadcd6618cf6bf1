import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idOutput } from "#core/id.ts";
import { addDays, Day, type Days, dayIn } from "#core/period.ts";
import { SHARE_PAGES, type SharePage } from "#core/shared.ts";
import { BrandedField, FILTER_NAMES, filterList } from "#domain/sums/answer-scope.ts";

export const SHARE_DAYS_MAX = 400;

const Filters = filterList([...FILTER_NAMES, "domain", "classification"]);

/** What a link shows, as it is requested, stored and returned. */
export const ShareFields = {
  page: z.enum(SHARE_PAGES).describe("The page it shows."),
  date_from: Day.nullable().default(null).describe("First day shown; or give last_days."),
  date_to: Day.nullable().default(null).describe("Last day shown, included."),
  last_days: z
    .int()
    .min(1)
    .max(SHARE_DAYS_MAX)
    .nullable()
    .default(null)
    .describe("Shows this many days up to the day it is looked at."),
  filters: Filters.describe("All must hold, where a report knows them; a visitor can add to them."),
  branded: BrandedField,
  include_change: z
    .boolean()
    .default(true)
    .describe("True: the change against the same number of days before is shown too."),
  include_competitors: z
    .boolean()
    .default(false)
    .describe("True, for a week: its competitors are shown too."),
  include_actions: z
    .boolean()
    .optional()
    .describe(
      "True, for a week: what to do next is shown too, with words of prompts and titles of pages; as include_competitors if it is left out.",
    ),
};

/** What a link is bound to. */
export type ShareQuery = Omit<
  z.output<z.ZodObject<typeof ShareFields>>,
  "page" | "include_actions"
> & { include_actions: boolean };

const time = z.string().meta({ format: "date-time" });

/** A link as lists show it; its address is shown once, where it is made. */
export const ShareLink = z.object({
  id: idOutput("shr"),
  name: z.string().describe("What it is for."),
  status: z.enum(["active", "expired", "revoked"]).describe("Whether it works."),
  page: ShareFields.page,
  date_from: z.string().nullable().describe("First day shown; null: last_days says it."),
  date_to: z.string().nullable().describe("Last day shown; null: last_days says it."),
  last_days: z.int().nullable().describe("Days shown up to the day it is looked at."),
  filters: Filters.unwrap().describe("Filters it is bound to."),
  branded: ShareFields.branded,
  include_change: z.boolean().describe("Whether changes are shown too."),
  include_competitors: z.boolean().describe("Whether a week shows its competitors, too."),
  include_actions: z.boolean().describe("Whether a week shows what to do next, too."),
  created_by: z.string().nullable().describe("E-mail address of who made it."),
  created_at: time.describe("When it was made."),
  expires_at: time.describe("When it stops working."),
  last_used_at: time.nullable().describe("When it was last used, to the minute."),
  revoked_at: time.nullable().describe("When it was revoked, if it was."),
});

/** The days that a link shows when it is looked at now; a week is of full days, which today is not. */
export function daysOf(
  { page, date_from, date_to, last_days }: Shown,
  { timezone, now }: { timezone: string; now: Date },
): Days {
  if (date_from !== null && date_to !== null) return { date_from, date_to };
  const today = dayIn(timezone, now);
  const last = page === "week" ? addDays(today, -1) : today;
  return { date_from: addDays(last, 1 - (last_days ?? 1)), date_to: last };
}
type Shown = Pick<ShareQuery, "date_from" | "date_to" | "last_days"> & { page: SharePage };

/** The refusal of every link that does not work, in the same words whatever the reason. */
export function refuseShare(): Failure {
  return new Failure("NOT_FOUND", "This link does not work: it ended, or there never was one.");
}
