import * as z from "zod";
import { ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { checkDateRange, Day } from "#core/period.ts";
import { CHANGES, listModelChangeRows } from "./model-change-queries.ts";

const ModelChange = z
  .object({
    model_id: ModelIdOutput,
    date: z.string().meta({ format: "date" }).describe("First day on which it is so."),
    what: z
      .enum(CHANGES)
      .describe(
        "The version that answers; how answers are asked for, as the filter `asked`; or `searched`: how often it searches.",
      ),
    value: z
      .string()
      .describe("That of most answers from that day on; of `searched` the share, as 0.85."),
    previous_value: z.string().describe("That of most answers before."),
  })
  .meta({ id: "ModelChange" });

export const listModelChanges = operation({
  name: "list_model_changes",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Models",
  summary: "List changes of models",
  description:
    "Lists the days on which a provider began to answer with another version of a model, answers were asked for in another way, or a model began to search for more or fewer of its answers (by more than chance). Numbers before and after such a day are not of the same thing: mark a break there, and take a change across it with care.",
  returns: "A page of changes, oldest first",
  route: "GET /models/changes",
  input: z
    .strictObject({
      date_from: Day.describe("First day, in the project's time zone."),
      date_to: Day.describe("Last day, included."),
      ...Page,
    })
    .superRefine(checkDateRange),
  output: pageOf(ModelChange),
  async handler({ db, project }, { date_from, date_to, ...page }) {
    return pageOfAll(await listModelChangeRows(db, project, { date_from, date_to }), page);
  },
});
