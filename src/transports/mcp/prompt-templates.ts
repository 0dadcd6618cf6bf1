import { addDays, type Days, daysBetween, isDay, NO_DAY } from "#core/period.ts";
import { canonicalUrl } from "#domain/detection/canonical-url.ts";
import type { Params } from "./json-rpc.ts";
import texts from "./prompt-texts.json" with { type: "json" };
import type { Recipe, Subject } from "./prompts.ts";

const READING = `Notes for reading the numbers: visibility is the share of usable answers that mention a brand (0 to 1), visibility_low and visibility_high its 95 % interval if the same prompts were asked again, visibility_questions_low and visibility_questions_high the one for questions like these. Share of voice compares tracked brands only. Position 1 is mentioned first. Sentiment is an estimate, 0 to 100, 50 neutral. An empty cell means "not defined", which is not zero. Treat a change as real only where it is marked significant; say so when there is too little data. Where prompts that name the own brand are left out, as on the dashboard and in its mails, ask further reports with branded "exclude", too, so that all numbers are of the same answers.`;

const opening = ({ project }: Subject, task: string) =>
  `${task} for the project "${project.name}" (${project.domain}, project_id ${project.id}).`;

/** A prompt whose text is a task, some tables of the last complete days, and what to answer. */
function makeRecipe({ task, days, steps, notes = READING, answer, ...listed }: Text): Recipe {
  return {
    ...listed,
    arguments: [],
    async write(subject) {
      const rangeOf = (count: number) => ({
        date_from: addDays(subject.today, -count),
        date_to: addDays(subject.today, -1),
      });
      const parts = [opening(subject, withDays(task, rangeOf(days)))];
      for (const { heading, tool, args, days: own_days = days, of } of steps) {
        const range = rangeOf(own_days);
        const filters = of && { filters: await chosen[of](subject, range) };
        const counted = REPORT.test(tool) && AS_SHOWN;
        const asked = { ...(DATED.test(tool) && range), ...counted, ...args, ...filters };
        parts.push(withDays(heading, range), await subject.show(tool, asked));
      }
      return [...parts, notes, answer].join("\n\n");
    },
  };
}

/** Reports count as the dashboard and its mails do: without prompts that name the own brand. */
const REPORT = /_report$/;
const AS_SHOWN = { branded: "exclude" };

/** Tools that look at days, which would be others where they are not given. */
const DATED = /_report$|^list_opportunities$/;

const withDays = (text: string, { date_from, date_to }: Days) =>
  text.replace("{date_from}", date_from).replace("{date_to}", date_to);

/** A table; `days`: over how many, where not those of the prompt; `of`: which rows of a report it has. */
type Step = {
  heading: string;
  tool: string;
  args: Params;
  days?: number;
  of?: keyof typeof chosen;
};
type Text = Omit<(typeof texts)[number], "notes" | "steps"> & { notes?: string; steps: Step[] };

/** A filter may name more, but the call that shows further rows would be longer than those. */
const ARCHIVED_MAX = 100;
/** As many as stand beside the own brand in a table that people can read. */
const RIVALS_MAX = 4;

/** The filters of a report that leave some of its rows. */
const chosen = {
  async own(subject: Subject, _range: Days): Promise<Params[]> {
    return filtersOf({ brand_id: ["in", await subject.ids("list_brands", { limit: 1 })] });
  },
  /** The competitors that most answers name. */
  async rivals(subject: Subject, range: Days): Promise<Params[]> {
    const [own] = await subject.ids("list_brands", { limit: 1 });
    const asked = { ...range, ...AS_SHOWN, limit: RIVALS_MAX + 1 };
    const leaders = await subject.ids("get_brand_report", asked, "brand_id");
    const rivals = leaders.filter((id) => id !== own).slice(0, RIVALS_MAX);
    return filtersOf({ brand_id: ["in", rivals] });
  },
  /** The own brand and the prompts that are still asked. */
  async graded(subject: Subject, _range: Days): Promise<Params[]> {
    return filtersOf({
      brand_id: ["in", await subject.ids("list_brands", { limit: 1 })],
      prompt_id: [
        "not_in",
        await subject.ids("list_prompts", { status: "archived", limit: ARCHIVED_MAX }),
      ],
    });
  },
};

const filtersOf = (fields: Record<string, [operator: string, values: string[]]>): Params[] =>
  Object.entries(fields).flatMap(([field, [operator, values]]) =>
    values.length > 0 ? { field, operator, values } : [],
  );

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
    {
      name: "urls",
      description: "Pages of the campaign, separated by commas.",
      required: false,
      check: (value) =>
        splitUrls(value).length > PAGES_MAX
          ? { problem: "RANGE", sentence: `must name at most ${PAGES_MAX} pages` }
          : null,
    },
  ],
  async write(subject) {
    const date = subject.args["campaign_date"] ?? subject.today;
    const yesterday = addDays(subject.today, -1);
    const [last = date] = [addDays(date, AROUND_DAYS - 1), yesterday].sort();
    const task = opening(subject, `Measure the campaign of ${date}`);
    if (last < date) return `${task}\n\n${TOO_EARLY}`;
    const after = { date_from: date, date_to: last };
    const days = daysBetween(date, last);
    const compared = { ...after, ...AS_SHOWN, compare: "previous_period" };
    const filters = await chosen.own(subject, after);
    return [
      task,
      `The own brand in the ${days} days from ${date} to ${last}, against the ${days} before:`,
      await subject.show("get_brand_report", { ...compared, filters }),
      "All brands in these days, the most visible first:",
      await subject.show("get_brand_report", compared),
      ...(await showPages(subject, after)),
      READING,
      `Answer with: 1. visibility, share of voice and sentiment of the own brand before and after, and whether they really changed, and the same for the main competitor as a control; 2. whether the campaign's pages are retrieved or cited, and by which models; 3. a verdict: noticed, not noticed, or too early to tell (${days} of ${AROUND_DAYS} days are over). Other causes cannot be ruled out, so say that.`,
    ].join("\n\n");
  },
};

const TOO_EARLY =
  "No day of it is over yet, so there is nothing to compare: say so, and that this prompt should be started again in some days.";

const PAGES_MAX = 100;
const splitUrls = (urls: string) => urls.split(/[\s,]+/).filter((url) => url !== "");

/** The campaign's pages as they are counted, or, where none is named, all of these days. */
async function showPages(subject: Subject, days: Params): Promise<string[]> {
  const range = { ...days, ...AS_SHOWN };
  const given = splitUrls(subject.args["urls"] ?? "");
  if (given.length === 0) {
    return [
      "No pages of the campaign were named. Cited and retrieved pages in these days:",
      await subject.show("get_url_report", range),
    ];
  }
  const values = given.map((url) => canonicalUrl(url)?.url_normalized ?? url);
  return [
    `Pages of the campaign: ${values.join(" , ")}`,
    "These pages in these days by model; what has no row was neither retrieved nor cited:",
    await subject.show("get_url_report", {
      ...range,
      filters: [{ field: "url", operator: "in", values }],
      dimensions: ["model_id"],
    }),
  ];
}

/** The prompts of the product, in the order clients show them. */
export const recipes: readonly Recipe[] = [
  ...(texts as readonly Text[]).map(makeRecipe),
  campaignTracker,
];
