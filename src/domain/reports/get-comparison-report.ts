import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { encodeId, ModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { checkDateRange, Day } from "#core/period.ts";
import { requireKnown } from "#domain/prompts/known-ids.ts";
import { BrandedField, FILTER_NAMES, filterList } from "#domain/sums/answer-scope.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { Change } from "./compare.ts";
import { readBrandsOfBoth, readCitedByBoth } from "./compare-models.ts";
import { Population, readPopulation } from "./population.ts";
import { readQuery } from "./report-query.ts";

const share = z.number().nullable();
const count = z.int();
const Side = z.object({
  answers: count.describe("Usable answers to the prompts and days of both."),
  citing_share: share.describe(
    "Of them, how many cite anything; null where it cannot be reported.",
  ),
});
const Mentioned = z.object({
  visibility: share.describe("Share of the answers that mention it; null without any."),
  visibility_count: count.describe("Answers that mention it."),
  visibility_total: count.describe("Answers of both's prompts and days."),
  position: share.describe("Mean rank of first appearance where mentioned; null: nowhere."),
});
const mean = {
  value: share.describe("Mean over prompts; null where there is nothing to compare."),
  low: share.describe("95 % interval over prompts; null with fewer than five."),
  high: share,
};

/** The same prompts on the same days, answered by two models. */
export const ComparisonReport = z
  .object({
    prompts: count.describe("Prompts that both answered on the same day."),
    cells: count.describe("Such prompts and days."),
    one: Side.describe("The model of model_id."),
    other: Side.describe("The model of other_model_id."),
    citing: Change.describe("Share of answers that cite: the other less the one."),
    overlap: z
      .object({
        ...mean,
        pairs: count.describe("Pairs of answers, one of each model, of which at least one cites."),
        one_with_itself: share.describe("The same of the one model's answers on following days."),
        other_with_itself: share.describe("The same of the other's."),
      })
      .describe("Cited domains in common (Jaccard); null where a model cannot report them."),
    data: z
      .array(
        z.object({
          brand: z.object({ id: z.string(), name: z.string(), is_own: z.boolean() }),
          one: Mentioned.describe("As model_id mentions it."),
          other: Mentioned.describe("As other_model_id mentions it."),
          visibility: Change.describe("The other less the one."),
          position: Change.describe("The other less the one; below zero: earlier."),
          position_prompts: count.describe("Prompts where both mention it."),
        }),
      )
      .describe("Each brand, the own one first."),
    population: Population,
  })
  .meta({ id: "ComparisonReport" });

export const ComparisonInput = z
  .strictObject({
    date_from: Day.describe("First day, in the project's time zone."),
    date_to: Day.describe("Last day, included."),
    model_id: ModelId.describe("The one model, such as one asked by API."),
    other_model_id: ModelId.describe("The other, such as the same maker's app page."),
    filters: filterList(FILTER_NAMES).describe("Act before counting; all must hold."),
    branded: BrandedField,
  })
  .superRefine(checkDateRange);

export const getComparisonReport = operation({
  name: "get_comparison_report",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Reports",
  summary: "Compare two models",
  description:
    "How answers of two models differ where both answered the same prompt on the same day, such as one asked by API and the same maker's app page: visibility and position of each brand, the share of answers that cite, and the overlap of the domains they cite, each with its interval or the reason why there is none.",
  returns: "The report",
  failures: ["NOT_FOUND"],
  route: "POST /reports/comparison",
  input: ComparisonInput,
  output: ComparisonReport,
  handler: compareModels,
});

/** Arguments of a comparison, checked. */
export type ComparisonGiven = z.output<typeof ComparisonInput>;

/** The report; refuses a model compared with itself, and ids that the project lacks. */
export async function compareModels(
  context: ProjectContext,
  { model_id, other_model_id, ...given }: ComparisonGiven,
): Promise<z.input<typeof ComparisonReport>> {
  const { db, project } = context;
  const known = await requireKnown(db, project, [model_id, other_model_id]);
  if (model_id === other_model_id) {
    throw new Failure("VALIDATION_ERROR", "other_model_id must be another model than model_id.", {
      problem: "CONFLICT",
    });
  }
  const pair = { one: known.get(model_id) ?? 0, other: known.get(other_model_id) ?? 0 };
  const values = [model_id, other_model_id];
  const filters = [...given.filters, { field: "model_id", operator: "in" as const, values }];
  const rest = { dimensions: [], having: [], order_by: [], limit: 1, offset: 0 };
  const query = await readQuery(context, { ...given, ...rest, filters }, []);
  const asked = { scope: query, pair };
  const kept = { name: "comparison", scope: query, also: pair, isFirst: true };
  return keepCounted(db, project, kept, async () => {
    const { brands, ...counts } = await readBrandsOfBoth(db, project, asked);
    return {
      ...counts,
      ...(await readCitedByBoth(db, project, asked)),
      data: brands.map(({ brand_id, name, is_own, numbers }) => ({
        brand: { id: encodeId("brd", brand_id), name, is_own },
        ...numbers,
      })),
      population: await readPopulation(db, project, { query, facts: true }),
    };
  });
}
