import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { checkDateRange, Day } from "#core/period.ts";
import { AskedValue } from "#domain/sums/dimensions.ts";
import { listAskedValueRows } from "./asked-value-queries.ts";

export const listAskedValues = operation({
  name: "list_asked_values",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Chats",
  summary: "List how answers were asked for",
  description:
    "Lists what there is to filter answers by of how they were asked for, most answers first.",
  returns: "A page of values of the filter `asked`",
  input: z
    .strictObject({
      date_from: Day.describe("First day."),
      date_to: Day.describe("Last day, included."),
      ...Page,
    })
    .superRefine(checkDateRange),
  output: pageOf(z.object({ value: AskedValue, answers: z.int() })),
  async handler({ db, project }, { date_from, date_to, ...page }) {
    return pageOfAll(await listAskedValueRows(db, project, { date_from, date_to }), page);
  },
});
