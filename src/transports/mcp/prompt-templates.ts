import { addDays, isDay } from "#core/period.ts";
import type { Recipe, Subject } from "./prompts.ts";

const WEEK_DAYS = 7;
const MONTH_DAYS = 28;
const READING = `Notes for reading the numbers: visibility is the share of usable answers that mention a brand (0 to 1), visibility_low and visibility_high its 95 % interval. Share of voice compares tracked brands only. Position 1 is mentioned first. Sentiment is an estimate, 0 to 100, 50 neutral. An empty cell means "not defined", which is not zero. Treat a change as real only where it is marked significant; say so when there is too little data.`;

/** The last `days` complete days before today. */
function lastDays({ today }: Subject, days: number) {
  return { date_from: addDays(today, -days), date_to: addDays(today, -1) };
}

const opening = ({ project }: Subject, task: string) =>
  `${task} for the project "${project.name}" (${project.domain}, project_id ${project.id}).`;

const weeklyPulse: Recipe = {
  name: "weekly_pulse",
  title: "Weekly pulse",
  description: "What changed in the last seven days, why, and what to do next.",
  arguments: [],
  async write(subject) {
    const week = lastDays(subject, WEEK_DAYS);
    return [
      opening(subject, `Write the weekly pulse (${week.date_from} to ${week.date_to})`),
      "Brands this week against the week before:",
      await subject.show("get_brand_report", { ...week, compare: "previous_period" }),
      "Open opportunities:",
      await subject.show("list_opportunities", {}),
      READING,
      "Answer with: 1. the own brand's visibility, share of voice, position and sentiment and whether they really changed; 2. the one competitor that moved most; 3. two or three chats that show why (find them with list_chats, read them with get_chat, quote them); 4. three actions for next week, each tied to an opportunity above. At most one page.",
    ].join("\n\n");
  },
};

const competitorRadar: Recipe = {
  name: "competitor_radar",
  title: "Competitor radar",
  description: "Who gains and who loses against the own brand, and who is not tracked yet.",
  arguments: [],
  async write(subject) {
    const month = lastDays(subject, MONTH_DAYS);
    return [
      opening(subject, `Compare the competitors (${month.date_from} to ${month.date_to})`),
      "Brands, against the four weeks before:",
      await subject.show("get_brand_report", { ...month, compare: "previous_period" }),
      "Brands that answers name and nobody tracks yet:",
      await subject.show("list_brand_suggestions", {}),
      READING,
      "Answer with: 1. a ranking with share of voice; 2. who gained and who lost beyond chance; 3. for the strongest competitor the topics and models where it leads (get_brand_report with dimensions topic_id and model_id); 4. which suggested brands look like real competitors. Ask before accepting or rejecting any suggestion.",
    ].join("\n\n");
  },
};

const engineScorecard: Recipe = {
  name: "engine_scorecard",
  title: "Engine scorecard",
  description: "How each assistant treats the brand: visibility, position, tone, sources.",
  arguments: [],
  async write(subject) {
    const month = lastDays(subject, MONTH_DAYS);
    return [
      opening(subject, `Score each assistant (${month.date_from} to ${month.date_to})`),
      "Models:",
      await subject.show("list_models", {}),
      "Brands by model:",
      await subject.show("get_brand_report", { ...month, dimensions: ["model_id"] }),
      READING,
      "Answer with a table of one row per assistant (visibility with its interval, share of voice, mean position, sentiment of the own brand, leading competitor there), then where the gap to the best competitor is widest and what sources that assistant uses (get_domain_report filtered by its model_id). Simulated models are labelled; leave them out of conclusions.",
    ].join("\n\n");
  },
};

const topicHeatmap: Recipe = {
  name: "topic_heatmap",
  title: "Topic heatmap",
  description: "Topics by brand: where the own brand leads, is level, or is absent.",
  arguments: [],
  async write(subject) {
    const month = lastDays(subject, MONTH_DAYS);
    return [
      opening(subject, `Draw the topic heatmap (${month.date_from} to ${month.date_to})`),
      "Topics:",
      await subject.show("list_topics", {}),
      "Brands by topic:",
      await subject.show("get_brand_report", { ...month, dimensions: ["topic_id"] }),
      READING,
      "Answer with a table: topics as rows, the own brand and the top four competitors as columns, visibility in percent in the cells, the leader of each row in bold. Then name the topics where the own brand is absent or clearly behind, and what prompts stand behind them (list_prompts with topic_id).",
    ].join("\n\n");
  },
};

const promptGrader: Recipe = {
  name: "prompt_grader",
  title: "Prompt grader",
  description: "Which tracked prompts are worth keeping, rewording, adding.",
  arguments: [],
  async write(subject) {
    const month = lastDays(subject, MONTH_DAYS);
    return [
      opening(subject, "Grade the tracked prompts"),
      "Prompts:",
      await subject.show("list_prompts", {}),
      "Brands by prompt, last four weeks:",
      await subject.show("get_brand_report", { ...month, dimensions: ["prompt_id"] }),
      "Suggested prompts:",
      await subject.show("list_prompt_suggestions", {}),
      READING,
      "Grade each prompt A to D: would a buyer really ask this, is it specific enough to name brands, is it neutral (a prompt that names a brand measures something else), is it a near twin of another. Then propose at most five to archive, five rewordings (a reworded prompt is a new one: the old one keeps its history) and five new ones for topics that have too few. Change nothing before the user agrees.",
    ].join("\n\n");
  },
};

const sourceAuthority: Recipe = {
  name: "source_authority",
  title: "Source authority",
  description: "Which sites shape the answers, and where the own brand is missing from them.",
  arguments: [],
  async write(subject) {
    const month = lastDays(subject, MONTH_DAYS);
    return [
      opening(subject, `Explain the sources (${month.date_from} to ${month.date_to})`),
      "Domains:",
      await subject.show("get_domain_report", month),
      "Gaps, ranked:",
      await subject.show("list_opportunities", {}),
      "retrieved_percentage is the share of answers whose search found the domain, cited_percentage of those that cite it; citation_rate is citations per retrieval. Both count only models that can report them.",
      "Answer with: 1. the ten domains that matter most and of what kind they are; 2. those that name competitors and not the own brand, with their pages (get_url_report filtered by domain); 3. for each of the top five what would get the brand there (correction, review, listing, contribution), in order of effort.",
    ].join("\n\n");
  },
};

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
        if (!isDay(value)) {
          return { problem: "DATE", sentence: "must be a calendar date like 2026-11-21" };
        }
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
export const recipes: readonly Recipe[] = [
  weeklyPulse,
  competitorRadar,
  engineScorecard,
  topicHeatmap,
  promptGrader,
  sourceAuthority,
  campaignTracker,
];
