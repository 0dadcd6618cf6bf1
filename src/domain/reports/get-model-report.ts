import { sql } from "kysely";
import * as z from "zod";
import type { Database } from "#core/database.ts";
import { encodeModelId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { checkDateRange, Day } from "#core/period.ts";
import { listWithoutReply, type WithoutReply } from "#domain/capture/runs/without-reply-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { inflation } from "#domain/statistics/dependence.ts";
import { BrandedField, definitionOf, FILTER_NAMES, filterList } from "#domain/sums/answer-scope.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";
import { loadUseCells, readBrandCells } from "./brand-cells.ts";
import { Change, plainChange } from "./compare.ts";
import { readModelCounts, usableDifferences } from "./model-counts.ts";
import { allAnswersOf, Population, populationOf } from "./population.ts";
import { readRepeats } from "./repeat-rows.ts";
import { type ReportQuery, readQuery } from "./report-query.ts";
import { readStatistics } from "./row-statistics.ts";
import { shareEnds } from "./share-ends.ts";

const share = z.number().nullable();
const ofAll = z.int().nullable();

/** How one share differs from another at the same time, as `Change` says how it differs from before. */
const UsableDifference = Change.extend({
  value: share.describe("The one less the other; null: not defined."),
  p: share.describe("The chance of a difference as large where there is none; null: unknown."),
}).meta({ id: "UsableDifference" });

/** How one model answers: whether it searches, and how much its answers tell. */
const ModelReportRow = z
  .object({
    model: z.object({ id: z.string(), name: z.string() }).describe("The model."),
    answers: z.int().describe("Usable answers."),
    all_answers: ofAll.describe("All that came back, usable or not; null as usable_share."),
    without_reply: ofAll.describe(
      "Questions that nothing came back to, as when a provider is down, or that were not asked before their day was over; one that was asked again on its day counts by what came of it last, once. They are kept as long as runs (runs_days of how long data is kept). Null as usable_share.",
    ),
    usable_share: share.describe(
      "answers / (all_answers + without_reply); null where a filter keeps answers by what is in them: unusable ones have nothing in them.",
    ),
    usable_difference: UsableDifference.describe(
      "Its usable share less that of all other models together, on the days that both were asked, by days: failures come in bursts. Not defined as usable_share.",
    ),
    population: Population.describe("Its answers by what became of them."),
    worth_answers: z
      .int()
      .nullable()
      .describe(
        "As many independent answers would tell as much of visibility: answers / worth_divisor; null: too few days to know.",
      ),
    worth_divisor: z
      .number()
      .nullable()
      .describe("How many answers are worth one independent answer, from 1 on; null as above."),
    dependence: share.describe(
      "How much of whether an answer names a brand is repeated by the next day's to the same prompt, 0 to 0.97; worth_divisor follows from it.",
    ),
    repeat_share: share.describe(
      "Of answers, how many name the very brands of the day before's to the same prompt; null without any.",
    ),
    repeat_share_by_chance: share.describe(
      "The same of answers to the same prompt on days further apart.",
    ),
    repeat_pairs: z.int().describe("Pairs of answers behind repeat_share."),
    searched_share: share.describe("Answers it searched for / those of which it is known."),
    searched_share_low: share.describe("95 % interval, the same prompts asked again."),
    searched_share_high: share.describe("Its upper end."),
    searched_share_questions_low: share.describe("95 % interval, questions like these."),
    searched_share_questions_high: share.describe("Its upper end."),
    searched_count: z.int().describe("Answers it searched for."),
    searched_total: z.int().describe("Usable answers of which it is known."),
  })
  .meta({ id: "ModelReportRow" });

export const getModelReport = operation({
  name: "get_model_report",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Reports",
  summary: "Report on how models answer",
  description:
    "Of each model: how many of the questions to it brought usable answers and whether that differs from the other models by more than chance, how many it searched for, how often an answer repeats the brands of the day before's, and how many independent answers its answers are worth.",
  returns: "The report",
  failures: ["NOT_FOUND"],
  route: "POST /reports/models",
  input: z
    .strictObject({
      date_from: Day.describe("First day, in the project's time zone."),
      date_to: Day.describe("Last day, included."),
      filters: filterList(FILTER_NAMES).describe("Act before counting; all must hold."),
      branded: BrandedField,
    })
    .superRefine(checkDateRange),
  output: z.object({
    data: z
      .array(ModelReportRow)
      .describe("Each model that anything came back from or failed, by name."),
    population: Population,
  }),
  async handler(context, given) {
    const { db, project } = context;
    const rest = { having: [], order_by: [], limit: 1, offset: 0 };
    const query = await readQuery(context, { ...given, dimensions: ["model_id"], ...rest }, []);
    const kept = { name: "models", scope: query, isFirst: true };
    const counted = await keepCounted(db, project, kept, () => countModels(db, project, query));
    // Questions fail without a mark on their day: they are no part of what is kept.
    const models = await listWithoutReply(db, project, query);
    const population = populationOf(counted.map((own) => own.population));
    return { data: toRows(models, counted, hasContent(query)), population };
  },
});

/** Whether a query keeps answers by what is in them: it says nothing of what did not come back or cannot be used. */
const hasContent = ({ filters }: ReportQuery) =>
  filters.some(({ field }) => definitionOf(field).on === "answer");

type Counted = Awaited<ReturnType<typeof countModels>>;

/** The rows of models that anything came back from or failed. */
function toRows(models: readonly WithoutReply[], counted: Counted, isByContent: boolean) {
  const ofModel = new Map(counted.map((own) => [own.model_id, own]));
  const found = models.flatMap(({ days: lost, ...model }) => {
    const { days, model_id: _, ...own } = ofModel.get(model.model_id) ?? NOTHING_CAME;
    const failed = isByContent ? [] : lost;
    if (days.length + failed.length === 0) return [];
    const all = [...days, ...failed.map(({ day, count }) => ({ day, answers: 0, asked: count }))];
    return {
      model,
      own,
      days: all,
      without_reply: failed.reduce((sum, { count }) => sum + count, 0),
    };
  });
  const differences = usableDifferences(isByContent ? [] : found);
  return found.map(({ model: { slug, name }, own, without_reply }, at) => {
    const all_answers = allAnswersOf(own.population);
    const { answers } = own.population;
    const ofAll = isByContent
      ? { all_answers: null, without_reply: null, usable_share: null }
      : { all_answers, without_reply, usable_share: answers / (all_answers + without_reply) };
    return {
      model: { id: encodeModelId(slug), name },
      answers,
      ...ofAll,
      usable_difference: differences[at] ?? plainChange(null, null),
      ...own,
    };
  });
}

/** What came back from each model that a query chooses, and how much it tells. */
async function countModels(db: Database, project: Tenant, query: ReportQuery) {
  const models = await readModelCounts(db, project, query);
  const rows = models.map(({ model_id }) => ({ brand_id: SEARCHED, model_id }));
  const [brands, searches] = [
    await readBrandCells(db, project, query),
    { key: null, db, load: () => loadUseCells(db, project, { query, ...SEARCHES }) },
  ];
  const wanted = { rows, dimensions: query.dimensions };
  const ofBrands = await readStatistics(brands, wanted);
  const ofSearches = await readStatistics(searches, wanted);
  const repeats = new Map((await readRepeats(db, project, query)).map((r) => [r.model_id, r]));
  return models.map(({ model_id, searched_count, searched_total, ...came }) => {
    const row = { brand_id: SEARCHED, model_id };
    const part = { ratio: shareOf(searched_count, searched_total), whole: searched_total };
    const ends = shareEnds(part, ofSearches(row).now.visibility, query);
    const of = ofBrands(row).now.visibility;
    const divisor = of?.again ? inflation(of.dependence, of.units) : null;
    const repeat = repeats.get(model_id);
    return {
      ...{ model_id, ...came },
      worth_answers: divisor && Math.round(came.population.answers / divisor),
      worth_divisor: divisor,
      dependence: divisor && (of?.dependence ?? null),
      repeat_share: repeat?.share ?? null,
      repeat_share_by_chance: repeat?.by_chance ?? null,
      repeat_pairs: repeat?.pairs ?? 0,
      searched_share: part.ratio,
      searched_share_low: ends.low,
      searched_share_high: ends.high,
      searched_share_questions_low: ends.questions_low,
      searched_share_questions_high: ends.questions_high,
      ...{ searched_count, searched_total },
    };
  });
}

/** Of a model that nothing came back from. */
const NOTHING_CAME: Counted[number] = {
  ...{ model_id: 0, population: populationOf([]), days: [] },
  ...{ worth_answers: null, worth_divisor: null, dependence: null },
  ...{ repeat_share: null, repeat_share_by_chance: null, repeat_pairs: 0 },
  ...{ searched_share: null, searched_share_low: null, searched_share_high: null },
  ...{ searched_share_questions_low: null, searched_share_questions_high: null },
  ...{ searched_count: 0, searched_total: 0 },
};

/** A search counts as if it were a brand that an answer names. */
const SEARCHED = 0;
const SEARCHES = {
  name: "searches",
  also: () => sql`f.search_ran is not null`,
  uses: ({ project_id }: Tenant) => sql`(
    select u.*, ${sql.lit(SEARCHED)} as brand_id, 1 as position, 1 as mention_count, null::integer as sentiment
    from usable u join answers a on a.project_id = ${project_id} and ${sameAnswer("a", "u")}
    where a.search_ran)`,
};

const shareOf = (part: number, whole: number) => (whole > 0 ? part / whole : null);
