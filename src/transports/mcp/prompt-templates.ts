import { addDays, isDay, NO_DAY } from "#core/period.ts";
import texts from "./prompt-texts.json" with { type: "json" };
import type { Recipe, Subject } from "./prompts.ts";

const READING = `Notes for reading the numbers: visibility is the share of usable answers that mention a brand (0 to 1), visibility_low and visibility_high its 95 % interval if the same prompts were asked again, visibility_questions_low and visibility_questions_high the one for questions like these. Share of voice compares tracked brands only. Position 1 is mentioned first. Sentiment is an estimate, 0 to 100, 50 neutral. An empty cell means "not defined", which is not zero. Treat a change as real only where it is marked significant; say so when there is too little data.`;

const opening = ({ project }: Subject, task: string) =>
  `${task} for the project "${project.name}" (${project.domain}, project_id ${project.id}).`;

/** A prompt whose text is a task, some tables of the last complete days, and what to answer. */
function makeRecipe({ task, days, steps, notes = READING, answer, ...listed }: Text): Recipe {
  return {
    ...listed,
    arguments: [],
    async write(subject) {
      const date_from = addDays(subject.today, -days);
      const range = { date_from, date_to: addDays(subject.today, -1) };
      const dated = task.replace("{date_from}", date_from).replace("{date_to}", range.date_to);
      const parts = [opening(subject, dated)];
      for (const { heading, tool, args } of steps) {
        const asked = { ...(tool.endsWith("_report") && range), ...args };
        parts.push(heading, await subject.show(tool, asked));
      }
      return [...parts, notes, answer].join("\n\n");
    },
  };
}

type Text = Omit<(typeof texts)[number], "notes"> & { notes?: string };

const AROUND_DAYS = 14;

const campaignTracker: Recipe = {
  name: "campaign_tracker",
  title: "Campaign tracker",
  description: "Before and after a campaign: did assistants notice, and do they cite its pages.",
  arguments: [
    {
      name: "campaign_date",
      description: "Day the campaign began, YYYY-MM-DD.",
      required: true,
      check(value, today) {
        if (!isDay(value)) return { problem: "DATE", sentence: NO_DAY };
        return value <= today
          ? null
          : { problem: "RANGE", sentence: `must not be after today (${today})` };
      },
    },
    { name: "urls", description: "Pages of the campaign, separated by commas.", required: false },
  ],
  async write(subject) {
    const date = subject.args["campaign_date"] ?? subject.today;
    const before = { date_from: addDays(date, -AROUND_DAYS), date_to: addDays(date, -1) };
    const [last = date] = [addDays(date, AROUND_DAYS - 1), subject.today].sort();
    const after = { date_from: date, date_to: last };
    const urls = (subject.args["urls"] ?? "").split(/[\s,]+/).filter((url) => url !== "");
    return [
      opening(subject, `Measure the campaign of ${date}`),
      `Brands before (${before.date_from} to ${before.date_to}):`,
      await subject.show("get_brand_report", before),
      `Brands after (${after.date_from} to ${after.date_to}):`,
      await subject.show("get_brand_report", after),
      "Cited and retrieved pages after it:",
      await subject.show("get_url_report", after),
      urls.length > 0 ? `Pages of the campaign: ${urls.join(" , ")}` : "No pages were named.",
      READING,
      "Answer with: 1. visibility, share of voice and sentiment of the own brand before and after, with intervals that overlap or not, and the same for the main competitor as a control; 2. whether the campaign's pages are retrieved or cited, and by which models; 3. a verdict: noticed, not noticed, or too early to tell. Two weeks before and after are compared; other causes cannot be ruled out, so say that.",
    ].join("\n\n");
  },
};

/** The prompts of the product, in the order clients show them. */
export const recipes: readonly Recipe[] = [...texts.map(makeRecipe), campaignTracker];
