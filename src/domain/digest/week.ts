import * as z from "zod";
import { idOutput, ModelIdOutput } from "#core/id.ts";
import { addDays, Day, type Days, dayIn } from "#core/period.ts";
import { ActionKindField } from "#domain/actions/action.ts";
import { Problem } from "#domain/capture/health/problem.ts";
import { Change } from "#domain/reports/compare.ts";
import { Population } from "#domain/reports/population.ts";
import { BrandedField, FILTER_NAMES, filterList } from "#domain/sums/answer-scope.ts";

export const WEEK_DAYS = 7;

/** What a week is asked by. */
export const WeekInput = {
  date_from: Day.optional().meta({
    description: "First of the 7 days; left out, they end with date_to.",
    example: "2026-11-15",
  }),
  date_to: Day.optional().describe("Last of the 7 days, included; default yesterday."),
  filters: filterList(FILTER_NAMES).describe("As in reports; all must hold."),
  branded: BrandedField.unwrap()
    .default("exclude")
    .describe("Prompts that name the own brand; left out unless asked for."),
};

const count = z.int();
const day = z.string().meta({ format: "date" });
const firstDay = day.describe("First of the 7 days.");
const lastDay = day.describe("Last of the 7 days, included.");
const share = z.number().nullable();
const text = z.string();
const Brand = z.object({ id: text, name: text, is_own: z.boolean() });

export const Week = z
  .object({
    ...{ date_from: firstDay, date_to: lastDay },
    previous: z.object({ date_from: firstDay, date_to: lastDay }).describe("The 7 days before."),
    summary: text.describe("Where the own brand stands, in a sentence."),
    note: text.nullable().describe("What the numbers cannot say, and why; null: nothing."),
    is_quiet: z
      .boolean()
      .describe(
        "Nothing changed that is more than chance; false also while `note` says that this is not known.",
      ),
    is_simulated: z.boolean().describe("Some assistants are simulated: answers are invented."),
    population: Population,
    own: z
      .object({
        brand: Brand,
        visibility: share.describe("Share of answers that name it."),
        visibility_low: share.describe("Lower end, were the same prompts asked again."),
        visibility_high: share.describe("Upper end, were the same prompts asked again."),
        visibility_count: count.describe("Answers that name it."),
        visibility_total: count.describe("Answers that count."),
        rank: count.describe("1: named in most answers."),
        brand_count: count.describe("Brands that are ranked."),
        level_count: count.describe("Others so near that chance may decide the rank."),
        previous_visibility: share.describe("Its visibility in the 7 days before."),
        previous_count: count.describe("Answers that named it then."),
        previous_total: count.describe("Answers that counted then."),
        previous_rank: count.nullable().describe("Its rank then; null: there were no answers."),
        change: Change,
      })
      .nullable()
      .describe("Null where a share link leaves it out."),
    changes: z
      .array(
        z.object({
          brand: Brand,
          measure: z
            .enum(["visibility", "share_of_voice", "position", "sentiment"])
            .describe("Which of the brand's numbers changed."),
          now: share.describe("The number in these days."),
          before: share.describe("The number in the 7 days before."),
          now_count: count.describe("Answers that name the brand."),
          before_count: count.describe("Answers that named it in the 7 days before."),
          change: Change,
          text: text.describe("The change in words."),
        }),
      )
      .describe("What changed of brands by more than chance: the first 12, the own brand first."),
    change_count: count.describe("Such changes in all."),
    parts: z
      .array(
        z.object({
          split: z
            .enum(["model", "country", "topic", "prompt"])
            .describe("What the part is one of."),
          model_id: ModelIdOutput.nullable(),
          country_code: text.nullable(),
          topic_id: text.nullable().describe("Id of the topic; null where it is none."),
          prompt_id: idOutput("prm").nullable(),
          name: text,
          now: z.number().describe("Visibility in these days."),
          before: z.number().describe("Visibility in the 7 days before."),
          text: text.describe("The change in words."),
        }),
      )
      .describe("Where the own brand's visibility changed by more than chance: the first 8."),
    part_count: count.describe("Such parts in all."),
    sources: z
      .array(
        z.object({
          domain: text,
          what: z
            .enum(["new", "lost", "up", "down"])
            .describe(
              "new: not cited in the 7 days before; lost: cited then alone; up, down: by more than chance.",
            ),
          now: z
            .number()
            .describe("Share of answers that cite it, of assistants that report their sources."),
          before: z.number().describe("The share in the 7 days before."),
          change: Change,
          now_count: count.describe("Answers that cite it."),
          before_count: count.describe("Answers that cited it in the 7 days before."),
          text: text.describe("The change in words."),
        }),
      )
      .describe(
        "Sites cited more or less often by more than chance, of the 100 most cited of each 7 days: the first 10.",
      ),
    source_count: count.describe("Such sites in all."),
    actions: z
      .array(
        z.object({
          action_key: text.describe("What update_action and get_action know it by."),
          kind: ActionKindField,
          prize: count.describe("Answers to win."),
          text: text.describe("What to do, in words."),
        }),
      )
      .describe("What to do next: what nobody decided about and wins most answers at least."),
    actions_since: day.describe(
      "First of the 30 days, up to date_to, that actions were looked for in.",
    ),
    runs: z
      .object({
        planned: count.describe("Without what failed and was asked again with success, or waits."),
        done: count.describe("Answers that were captured."),
        failed: count.describe("And not asked again with success, nor waiting."),
        skipped_budget: count,
        troubled: z
          .array(
            z.object({ run_id: idOutput("run"), day: day.describe("The day it asked for."), text }),
          )
          .describe("Runs that did not get every answer."),
      })
      .describe("How asking went in these days."),
    health: z.array(Problem).describe("What is wrong with assistants now."),
  })
  .meta({ id: "Week" });
export type Week = z.input<typeof Week>;
export type ShownWeek = z.output<typeof Week>;

/** The last 7 full days of a project up to a day; up to yesterday without one. */
export function weekUpTo(
  date_to: string | undefined,
  { timezone, now }: { timezone: string; now: Date },
): Days {
  const last = date_to ?? addDays(dayIn(timezone, now), -1);
  return { date_from: addDays(last, 1 - WEEK_DAYS), date_to: last };
}

/** A week as the holder of a share link sees it: without how asking goes, and without what is to be done unless chosen. */
export function withoutInside(week: ShownWeek, _?: unknown, include_actions = false): ShownWeek {
  const actions = include_actions ? week.actions : [];
  const runs = { planned: 0, done: 0, failed: 0, skipped_budget: 0, troubled: [] };
  const wasOfParts = week.parts.length > 0 && week.changes.length + week.sources.length === 0;
  const is_quiet = week.is_quiet || wasOfParts;
  return { ...week, is_quiet, parts: [], part_count: 0, actions, health: [], runs };
}
