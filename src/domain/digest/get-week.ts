import * as z from "zod";
import { operation } from "#core/operation.ts";
import { daysBetween } from "#core/period.ts";
import { NO_ROWS, readQuery, sharedFilters } from "#domain/reports/report-query.ts";
import { readWeek } from "./read-week.ts";
import { WEEK_DAYS, Week, WeekInput, weekUpTo, withoutInside } from "./week.ts";

/** What chooses rows of brands; which answers are counted stays the same. */
const ROWS = ["brand_id"];

export const getWeek = operation({
  name: "get_week",
  scope: "project",
  effect: "reads",
  snapshot: true,
  shared: { pages: ["week"], report_filters: sharedFilters(ROWS), show: withoutInside },
  group: "Reports",
  summary: "Get the week in short",
  description:
    "The last 7 full days against the 7 before: where the own brand stands, what changed by more than chance, sites cited more or less, what to do next, and what went wrong with asking. What may be chance is left out.",
  returns: "The week",
  failures: ["NOT_FOUND"],
  route: "POST /reports/week",
  input: z.strictObject(WeekInput).superRefine(({ date_from, date_to }, context) => {
    if (date_from === undefined || daysBetween(date_from, date_to ?? date_from) === WEEK_DAYS)
      return;
    const message = `must be ${WEEK_DAYS - 1} days after date_from`;
    const params = { problem: "DATE_RANGE" };
    context.addIssue({ code: "custom", path: ["date_to"], message, params });
  }),
  output: Week,
  async handler(context, { date_to, filters, branded }) {
    const { db, project, now } = context;
    const days = weekUpTo(date_to, { timezone: project.timezone, now: now() });
    const page = { ...NO_ROWS, limit: 1, offset: 0 };
    const query = await readQuery(context, { ...page, ...days, filters, branded }, ROWS);
    return readWeek(db, project, { query, now: now() });
  },
});
