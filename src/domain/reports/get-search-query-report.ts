import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { Day } from "#core/period.ts";
import { BrandedField, FILTER_NAMES, filterList } from "#domain/sums/answer-scope.ts";
import { previousPeriod } from "./cell-periods.ts";
import { Change, judgeBy, plainChange, testedChange } from "./compare.ts";
import { Population, readPopulation } from "./population.ts";
import { checkRange, NO_ROWS, readQuery } from "./report-query.ts";
import {
  QUERY_SORTS,
  readQueryChanges,
  readQueryLimit,
  readQueryRows,
} from "./search-query-rows.ts";

const count = z.int();
const QueryNumbers = {
  percentage: z.number().nullable().describe("chat_count / total_chat_count; null: no answers."),
  chat_count: count.describe("Usable answers that searched for it."),
  total_chat_count: count.describe("Usable answers of models that report what they search for."),
};
const SearchQueryRow = z
  .object({
    query: z.string().describe("What was searched for; capitals and spaces make no difference."),
    ...QueryNumbers,
    search_count: count.describe("Searches for it; an answer may run one several times."),
    prompt_count: count.describe("Prompts whose answers searched for it."),
    previous: z.object(QueryNumbers).optional().describe("The same number of days before."),
    change: Change.optional().describe("Of percentage."),
  })
  .meta({ id: "SearchQueryReportRow" });

export const getSearchQueryReport = operation({
  name: "get_search_query_report",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Reports",
  summary: "Report on search queries",
  description:
    "Counts what assistants search for while they answer: how many answers searched for each query, and with compare what more or less than before.",
  returns: "The report",
  failures: ["NOT_FOUND"],
  route: "POST /reports/search-queries",
  tool: true,
  input: z
    .strictObject({
      date_from: Day.describe("First day, in the project's time zone."),
      date_to: Day.describe("Last day, included."),
      search: z.string().trim().min(2).max(200).optional().describe("Text in the query."),
      filters: filterList(FILTER_NAMES).describe("As in reports; all must hold."),
      compare: z
        .enum(["previous_period"])
        .optional()
        .describe("Adds the days before, and the change."),
      sort: z.enum(QUERY_SORTS).default("count").describe("rise and fall need compare."),
      branded: BrandedField,
      ...Page,
    })
    .superRefine((given, context) => {
      checkRange({ ...given, ...NO_ROWS }, context);
      if (given.sort === "count" || given.compare) return;
      const params = { problem: "CONFLICT" };
      context.addIssue({ code: "custom", path: ["sort"], message: "needs compare", params });
    }),
  output: pageOf(SearchQueryRow).extend({ population: Population }),
  async handler(context, { search, sort, compare, limit, offset, ...given }) {
    const { db, project } = context;
    const page = { limit, offset };
    const query = { ...(await readQuery(context, { ...given, ...NO_ROWS, ...page }, [])), compare };
    const before = compare ? previousPeriod(query) : null;
    const asked = { query, before, search, sort };
    const { rows, total_count, totals } = await readQueryRows(db, project, asked);
    const verdicts = compare ? await readQueryChanges(db, project, { query, rows }) : null;
    const share = (named: number, all: number) => (all === 0 ? null : named / all);
    const data = rows.map(({ previous_chat_count, ...row }, at) => {
      const now = share(row.chat_count, totals.now);
      const old = share(previous_chat_count, totals.before);
      const shown = { ...row, percentage: now, total_chat_count: totals.now };
      if (!verdicts) return shown;
      const previous = {
        ...{ percentage: old, chat_count: previous_chat_count, total_chat_count: totals.before },
      };
      const verdict = verdicts[at];
      const change = verdict
        ? testedChange(verdict, { now, before: old })
        : plainChange(now, old, "not enough data");
      return { ...shown, previous, change };
    });
    const changes = data.flatMap((row) => ("change" in row ? [row.change] : []));
    if (before && changes.length > 0)
      judgeBy(changes, await readQueryLimit(db, project, { query, before }));
    const population = await readPopulation(db, project, { query, facts: true });
    return { ...toPage({ rows: data, total_count }, page), population };
  },
});
