import * as z from "zod";
import { decodeId, encodeId, encodeModelId, idInput, idOutput, ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { Day } from "#core/period.ts";
import { CHANGES, listModelChangeRows } from "#domain/answers/lists/model-change-queries.ts";
import { findOrOwn } from "#domain/brands/brand-queries.ts";
import { requireKnown } from "#domain/prompts/known-ids.ts";
import { BrandedField, FILTER_NAMES, filterList } from "#domain/sums/answer-scope.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { needsFacts } from "./brand-rows.ts";
import { daysBefore } from "./cell-periods.ts";
import { type Part, readChangeParts } from "./change-parts.ts";
import { Change, plainChange, testedChange } from "./compare.ts";
import { Population, readPopulation, readSlugs } from "./population.ts";
import { CompareDays, checkBefore, checkRange, NO_ROWS, readQuery } from "./report-query.ts";
import { REASONS, type Reason } from "./row-statistics.ts";
import { sayChange } from "./say-change.ts";
import { readSiteParts, type SitePart } from "./source-parts.ts";

/** Parts of a split that are shown: those that are more than chance first, then the largest. */
const PARTS_MAX = 12;
/** Above so many answers in both periods, sites are not looked at: who names the brand with them is only in the facts. */
const ANSWERS_MAX = 100_000;
const MODEL_CHANGES_MAX = 20;

const SHOWN_SPLITS = ["model", "country", "topic", "prompt", "site"] as const;
type ShownSplit = (typeof SHOWN_SPLITS)[number];

const count = z.int();
const ChangePart = z
  .object({
    split: z
      .enum(SHOWN_SPLITS)
      .describe("Parts of one split add up to the change, but for sites: answers use several."),
    model_id: ModelIdOutput.optional(),
    country_code: z.string().optional(),
    topic_id: z.string().nullable().optional().describe("Null: prompts without a topic."),
    prompt_id: idOutput("prm").optional(),
    domain: z.string().optional(),
    contribution: z.number().describe("Of the change; of a site: what goes along with its use."),
    low: z.number().nullable().describe("95 % interval of it; of a site: of the change of use."),
    high: z.number().nullable(),
    significant: z.boolean().nullable().describe("More than chance; null: not tested."),
    basis: z
      .enum(["prompts", "answers"])
      .nullable()
      .describe("Chance judged by how prompts differ, or by how answers to the same ones vary."),
    reason: z.enum(REASONS).optional().describe("Why it is not tested."),
    before: z.number().describe("Share that names the brand; of a site: share that uses it."),
    now: z.number().describe("The same in the days asked about."),
    answers_before: count,
    answers_now: count,
  })
  .meta({ id: "ChangePart" });
type Shown = z.input<typeof ChangePart>;

const Explanation = pageOf(ChangePart)
  .extend({
    summary: z.string().describe("What is certain of it and what may be chance, in words."),
    brand: z.object({ id: idOutput("brd"), name: z.string(), is_own: z.boolean() }),
    visibility: z
      .object({
        before: z.number().nullable().describe("In the days before; null: no answers."),
        now: z.number().nullable().describe("In the days asked about; null: no answers."),
        answers_before: count,
        answers_now: count,
      })
      .describe("The share of all usable answers that name the brand."),
    population: Population.describe("The answers of the days asked about."),
    change: Change.describe("Within what was asked in both periods: what the parts add up to."),
    asked_otherwise: z
      .object({
        value: z.number().nullable().describe("The rest of the change: other questions asked."),
        prompts_added: count.describe("Prompts with answers in the days asked about alone."),
        prompts_dropped: count.describe("Prompts with answers in the days before alone."),
        models_added: count.describe("Models with answers in the days asked about alone."),
        models_dropped: count.describe("Models with answers in the days before alone."),
      })
      .describe("What comes from asking other prompts, other models or in other amounts."),
    model_changes: z
      .array(
        z.object({
          model_id: ModelIdOutput,
          date: z.string(),
          what: z.enum(CHANGES).describe("What is another, as in the list of changes of models."),
          value: z.string().describe("That of most answers from that day on."),
          previous_value: z.string(),
        }),
      )
      .describe("Models that were another, or were asked in another way, on a day in between."),
    part_counts: z
      .object({
        model: count.describe("Models."),
        country: count.describe("Countries."),
        topic: count.describe("Topics."),
        prompt: count.describe("Prompts."),
        site: count.describe("Sites."),
      })
      .describe(`The parts of each split; ${PARTS_MAX} of them are told unless all are asked for.`),
  })
  .meta({ id: "ChangeExplanation" });

export const explainChange = operation({
  name: "explain_change",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Reports",
  summary: "Explain a change of visibility",
  description:
    "Splits the change of a brand's visibility since the days before into models, countries, topics, prompts and cited sites, and says which parts are more than chance, and what only comes from asking other things. Use it for every why.",
  returns: "The change and its parts",
  failures: ["NOT_FOUND"],
  route: "POST /reports/changes",
  tool: { without: ["all_parts", "sites"] },
  input: z
    .strictObject({
      date_from: Day.describe("First day, in the project's time zone."),
      date_to: Day.describe("Last day, included."),
      brand_id: idInput("brd").optional().describe("Unless given, the own brand."),
      ...CompareDays,
      filters: filterList(FILTER_NAMES).describe("As in reports; all must hold."),
      branded: BrandedField,
      all_parts: z
        .boolean()
        .default(false)
        .describe(`Every part, not only the ${PARTS_MAX} of each split that matter most.`),
      sites: z
        .boolean()
        .default(true)
        .describe("Cited sites, too, which take most of the time; false: none are looked at."),
      ...Page,
    })
    .superRefine((given, context) => checkRange({ ...given, ...NO_ROWS }, context))
    .superRefine(checkBefore),
  output: Explanation,
  async handler(
    context,
    { brand_id: wanted, all_parts, sites: isOfSites, limit, offset, ...given },
  ) {
    const { db, project } = context;
    if (wanted) await requireKnown(db, project, [wanted]);
    const brand = await findOrOwn(
      db,
      project,
      wanted === undefined ? undefined : decodeId("brd", wanted),
    );
    const brand_id = brand.id;
    const read = await readQuery(context, { ...given, ...NO_ROWS, limit: 1, offset: 0 }, []);
    const before = daysBefore(read);
    const query = { ...read, compare: "previous_period" as const, before };
    const asked = { query, brand_id };
    const scope = { ...query, date_from: before.date_from };
    const kept = { name: "change", scope, also: { ...asked, isOfSites }, isFirst: true };
    const { share, answers, population, same, once, parts, isLarge, sites } = await keepCounted(
      db,
      project,
      kept,
      async () => {
        const { asked: once, ...split } = await readChangeParts(db, project, asked);
        const isLarge = split.answers.before + split.answers.now > ANSWERS_MAX;
        const sites = isLarge || !isOfSites ? [] : await readSiteParts(db, project, asked);
        const counted = { query, facts: needsFacts(query) };
        const population = await readPopulation(db, project, counted);
        return { ...split, population, once, isLarge, sites };
      },
    );
    const slugs = await readSlugs(db, project, { ...query, dimensions: ["model_id"] });
    const ofModels = given.filters.filter(({ field }) => field === "model_id");
    const isAsked = (slug: string) =>
      ofModels.every(
        ({ operator, values }) => values.includes(encodeModelId(slug)) === (operator === "in"),
      );
    const range = { date_from: before.date_from, date_to: query.date_to };
    const model_changes = (await listModelChangeRows(db, project, range))
      .filter(({ date, model_id }) => date > before.date_from && isAsked(model_id))
      .slice(0, MODEL_CHANGES_MAX);
    const change = testedChange(same, { now: share.now, before: share.before });
    const total = plainChange(share.now, share.before).value;
    const inside = typeof same === "string" ? sumOfParts(parts) : same.value;
    change.value = inside;
    change.significant = change.p === null ? null : change.p < SURE;
    const shown = [...parts.map((part) => showPart(part, slugs)), ...sites.map(showSite)];
    const splits = Object.groupBy(shown, ({ split }) => split);
    const rows = Object.values(splits).flatMap((ofSplit) => first(ofSplit, all_parts));
    const explained = {
      brand: { id: brand_id, name: brand.name, is_own: brand.is_own },
      visibility: {
        ...{ before: share.before, now: share.now },
        ...{ answers_before: answers.before, answers_now: answers.now },
      },
      population,
      change,
      asked_otherwise: {
        value: total === null || inside === null ? null : total - inside,
        ...once,
      },
      model_changes,
    };
    const summary = sayChange({ ...explained, isLarge }, shown);
    return {
      summary,
      ...explained,
      part_counts: countParts(shown),
      ...pageOfAll(rows, { limit, offset }),
    };
  },
});

/** An overall change is one test. */
const SURE = 0.05;

function sumOfParts(parts: readonly Part[]): number | null {
  const prompts = parts.filter(({ split }) => split === "prompt_id");
  return prompts.length > 0 ? prompts.reduce((sum, one) => sum + one.contribution, 0) : null;
}

/** How many parts each split has. */
const countParts = (parts: readonly Shown[]): Record<ShownSplit, number> =>
  Object.fromEntries(
    SHOWN_SPLITS.map((split) => [split, parts.filter((part) => part.split === split).length]),
  ) as Record<ShownSplit, number>;

/** Parts of a split, what matters most first: all of them, or as many as are told unasked. */
function first(parts: readonly Shown[], isAll: boolean): Shown[] {
  const rank = (one: Shown) => (one.significant ? 1 : 0);
  const sorted = parts.toSorted(
    (one, other) =>
      rank(other) - rank(one) || Math.abs(other.contribution) - Math.abs(one.contribution),
  );
  return isAll ? sorted : sorted.slice(0, PARTS_MAX);
}

type Slugs = ReadonlyMap<number, string>;

function showPart({ split, key, share, answers, p: _, ...part }: Part, slugs: Slugs): Shown {
  const shown = {
    ...part,
    ...{ before: share.before, now: share.now },
    ...{ answers_before: answers.before, answers_now: answers.now },
  };
  const number = Number(key);
  if (split === "model_id")
    return { split: "model", model_id: slugs.get(number) ?? "gone", ...shown };
  if (split === "prompt_id") return { split: "prompt", prompt_id: number, ...shown };
  if (split === "country_code") return { split: "country", country_code: String(key), ...shown };
  return { split: "topic", topic_id: number ? encodeId("top", number) : null, ...shown };
}

function showSite({ domain, contribution, share, answers, use, significant }: SitePart): Shown {
  const told: { low: number | null; high: number | null; reason?: Reason } =
    typeof use === "string" ? { low: null, high: null, reason: use } : use;
  return {
    ...{ split: "site", domain, contribution, significant },
    ...{ low: told.low, high: told.high, ...(told.reason && { reason: told.reason }) },
    basis: typeof use === "string" ? null : "prompts",
    ...{ before: share.before, now: share.now },
    ...{ answers_before: answers.before, answers_now: answers.now },
  };
}
