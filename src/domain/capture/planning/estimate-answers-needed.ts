import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { rowsOf } from "#core/database.ts";
import { encodeId, ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { addDays, type Days, dayIn } from "#core/period.ts";
import { findOrOwn } from "#domain/brands/brand-queries.ts";
import { readBrandCells } from "#domain/reports/brand-cells.ts";
import type { ReportQuery } from "#domain/reports/report-query.ts";
import { readStatistics } from "#domain/reports/row-statistics.ts";
import { leastChange, timesToShow } from "#domain/statistics/answers-needed.ts";
import { PROMPTS_MIN } from "#domain/statistics/change-verdict.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { withOwn } from "#domain/sums/named-answers.ts";
import { estimateAnswer } from "../budget/answer-price.ts";
import { countPlannable, findActivePrompts } from "../runs/run-queries.ts";

const PERIOD_DAYS = 28;
const REASONS = ["too few prompts", "too few days", "too few prompts that vary"] as const;
const usd = z.number().nullable();

export const estimateAnswersNeeded = operation({
  name: "estimate_answers_needed",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Runs",
  summary: "Estimate the answers that a change takes",
  description:
    "Says what change of the own brand's visibility the last four weeks' answers can show against as many before, and how many more answers, to which prompts and at what cost, would show a smaller one in four of five cases.",
  returns: "The estimate",
  route: "GET /models/answers-needed",
  input: z.strictObject({
    points: z
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe("The change of visibility to show, in points of 100."),
  }),
  output: z.object({
    date_from: z.string().meta({ format: "date" }).describe("The four weeks up to yesterday."),
    date_to: z.string().meta({ format: "date" }).describe("Yesterday."),
    points: z.int().describe("The change asked about, in points of 100."),
    answers: z.int().describe("Usable answers in these weeks."),
    prompts: z.int().describe("Prompts that they answer."),
    varying_prompts: z
      .int()
      .describe("Of them, those of which some answers name the brand and some do not."),
    shows_points: usd.describe("The least change that they show in four of five cases."),
    more_answers: z
      .int()
      .nullable()
      .describe("More answers every four weeks, to prompts that vary; null: see reason."),
    prompt_ids: z.array(z.string()).describe("The active prompts that vary."),
    models: z.array(
      z.object({
        model_id: ModelIdOutput,
        more_answers: z.int().describe("Its part of them."),
        estimated_cost_usd: usd.describe("An estimate; null when its price is not known."),
      }),
    ),
    estimated_cost_usd: usd.describe("Of all more answers, every four weeks; null: not known."),
    reason: z.enum(REASONS).nullable().describe("Why nothing can be said."),
  }),
  async handler(context, { points }) {
    const { db, project, now } = context;
    const date_to = addDays(dayIn(project.timezone, now()), -1);
    const range = { date_from: addDays(date_to, 1 - PERIOD_DAYS), date_to };
    const { again, prompts } = await readSpread(context, range);
    const cells = await readCells(context, range);
    const varying = new Set(cells.filter(({ varies }) => varies).map(({ prompt_id }) => prompt_id));
    const known = { variance: again?.variance ?? 0, prompts, varying: varying.size };
    const isKnown = again !== null && prompts >= PROMPTS_MIN;
    const least = isKnown ? leastChange(known) : null;
    const times = isKnown ? timesToShow(points / 100, known) : null;
    const active = await findActivePrompts(db, project, [...varying]);
    const more = Math.max(0, (times ?? 1) - 1);
    const asked = cells.filter(({ prompt_id }) => active.includes(prompt_id));
    const models = await priceOf(context, asked, more);
    const costs = models.map(({ estimated_cost_usd }) => estimated_cost_usd);
    return {
      ...{ ...range, points, prompts, varying_prompts: varying.size },
      answers: cells.reduce((sum, cell) => sum + cell.answers, 0),
      shows_points: least === null ? null : 100 * least,
      more_answers:
        times === null ? null : models.reduce((sum, { more_answers }) => sum + more_answers, 0),
      prompt_ids: active.map((id) => encodeId("prm", id)),
      models,
      estimated_cost_usd: costs.includes(null)
        ? null
        : roundUsd(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)),
      reason: reasonOf(),
    };

    function reasonOf() {
      if (prompts < PROMPTS_MIN) return "too few prompts" as const;
      if (again === null) return "too few days" as const;
      return times === null ? ("too few prompts that vary" as const) : null;
    }
  },
});

/** How the own brand's visibility of some days would spread if the same prompts were asked again. */
async function readSpread({ db, project }: ProjectContext, range: Days) {
  const { id: brand_id } = await findOrOwn(db, project, undefined);
  const query: ReportQuery = {
    ...{ ...range, branded: "include", filters: [], rows: [], dimensions: [] },
    ...{ having: [], order_by: [], limit: 1, offset: 0 },
  };
  const row = { brand_id };
  const cells = await readBrandCells(db, project, query);
  const statisticsOf = await readStatistics(cells, { rows: [row], dimensions: [] });
  return statisticsOf(row).now.visibility ?? { again: null, prompts: 0 };
}

type Asked = { prompt_id: number; model_id: number; answers: number; varies: boolean };

/** Usable answers by prompt and model; `varies`: some answers of a model to the prompt name the own brand, some do not. */
function readCells(
  { db, project }: ProjectContext,
  { date_from, date_to }: Days,
): Promise<Asked[]> {
  const scope = { date_from, date_to, filters: [], branded: "include" as const };
  return keepCounted(db, project, { name: "cells that vary", scope }, async () => {
    const { project_id } = project;
    return rowsOf<Asked>(db)`
      with cells as (
        select prompt_id, model_id, count(*)::integer as answers,
          count(*) filter (where ${withOwn(project_id, "a")}) as named
        from answers a where project_id = ${project_id} and status = 'answered'
          and day between ${date_from}::date and ${date_to}::date
        group by prompt_id, model_id
      )
      select prompt_id, model_id, answers,
        bool_or(named between 1 and answers - 1) over (partition by prompt_id) as varies
      from cells`;
  });
}

/** What `more` times the answers of some prompts cost, by model that is asked. */
async function priceOf(
  { db, project, providers }: ProjectContext,
  asked: readonly Asked[],
  more: number,
) {
  const targets = await countPlannable(db, project, { prompt_ids: null, model_ids: null });
  return targets.map(({ model_id, slug, ...priced }) => {
    const cells = asked.filter((cell) => cell.model_id === model_id);
    const more_answers = Math.ceil(more * cells.reduce((sum, { answers }) => sum + answers, 0));
    const each = estimateAnswer(providers, priced)?.usd ?? null;
    const isFree = more_answers === 0;
    const estimated_cost_usd = isFree ? 0 : each && roundUsd(each * more_answers);
    return { model_id: slug, more_answers, estimated_cost_usd };
  });
}

const roundUsd = (value: number) => Math.round(value * 1e6) / 1e6;
