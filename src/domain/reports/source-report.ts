import { setImmediate as breathe } from "node:timers/promises";
import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { readBoth } from "#core/one-moment.ts";
import { pageOf } from "#core/page.ts";
import type { IsShown } from "#core/shared.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { DimensionFields, hasDates, PartField, showDimensions } from "#domain/sums/dimensions.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import {
  END_NAMES,
  type End,
  fieldsOf,
  IntervalReasons,
  ordersOf,
  SOURCE_INTERVALS,
  SOURCE_MEASURES,
} from "#domain/sums/measures.ts";
import { daysBefore } from "./cell-periods.ts";
import { pageOfRows, rowsToRead } from "./change-order.ts";
import { Change, judgeBy, plainChange, testedChange } from "./compare.ts";
import { USES, type Use } from "./packed-uses.ts";
import { Population, type PopulationCounts, readPopulation, readSlugs } from "./population.ts";
import {
  isOfFew,
  type ReportInput,
  type ReportQuery,
  readQuery,
  reportInput,
  sharedFilters,
} from "./report-query.ts";
import { manyEnds, reasonsOf, shareEnds } from "./share-ends.ts";
import {
  canReadBrandsOfAll,
  keyOfSource,
  type Placed,
  type Row,
  readBrandsOfAll,
  readPlaces,
  readSourceBrands,
} from "./source-brands.ts";
import {
  limitAmong,
  listTested,
  readSourceStatistics,
  type StatisticsOf,
  type Tested,
} from "./source-cells.ts";
import { readSourcePart, type SourcePart } from "./source-part.ts";
import {
  countSources,
  nameSources,
  readSourceRows,
  type SourceKind,
  type SourceRow,
} from "./source-rows.ts";
import { ofOneMoment, sourcesNeedFacts, withSourceDays } from "./summed-sources.ts";

/**
 * Usable answers of a period up to which uses are counted by prompt and day: for its intervals, of more of which a part
 * tells, and where it is compared with another, which cannot be done without either.
 */
const COUNTED_MAX = { intervals: 10_000, compared: 100_000 };

const numbers = { ...fieldsOf(SOURCE_MEASURES, SOURCE_INTERVALS), ...IntervalReasons };

const SourceChange = z.object({
  retrieved_percentage: Change,
  cited_percentage: Change,
  citation_count: Change,
});
/** What a row of the domain and of the URL report share. */
export const SourceFields = {
  domain: z.string(),
  classification: z
    .string()
    .describe(
      "own, competitor, corporate, editorial, ugc, reference, institutional, retail, other",
    ),
  ...DimensionFields,
  ...PartField,
  ...numbers,
  mentioned_brand_ids: z.array(z.string()).describe("Brands that answers using it mention."),
  previous: z.object(numbers).nullable().optional().describe("The days compared with."),
  change: SourceChange.nullable().optional(),
};

export type SourceReport = {
  data: (ReturnType<typeof withEnds> & { mentioned_brand_ids: string[] })[];
  total_count: number;
  limit: number;
  offset: number;
  population: PopulationCounts;
};

type Asked = { kind: SourceKind; query: ReportQuery };

/** The domain or the URL report: all of its operation but its names and what it says; `chosen_by`: what chooses rows. */
export function sourceReportOf<Row extends z.ZodType>(
  kind: SourceKind,
  { row, chosen_by: rows }: { row: Row; chosen_by: readonly string[] },
) {
  const changes = Object.keys(SourceChange.shape);
  return {
    scope: "project",
    effect: "reads",
    snapshot: true,
    shared: {
      pages: ["overview", "sources"],
      report_filters: sharedFilters(rows),
      show: nameShownBrands,
    },
    group: "Reports",
    returns: "The report",
    failures: ["NOT_FOUND"],
    tool: { without: ["compare_from", "compare_to"] },
    input: reportInput({ rows, orders: ordersOf(SOURCE_MEASURES), changes }),
    output: pageOf(row).extend({ population: Population }),
    async handler(context: ProjectContext, input: ReportInput) {
      return makeSourceReport(context, { kind, query: await readQuery(context, input, rows) });
    },
  } as const;
}

/** The domain or the URL report of a query; what is counted in facts is kept as that of brands is. */
export async function makeSourceReport(
  { db, project }: { db: Database; project: Tenant },
  given: Asked,
): Promise<SourceReport> {
  const { kind } = given;
  const query = await withSourceDays(db, project, given.query);
  const asked = { kind, query };
  const isWhole = sourcesNeedFacts(query) && !isOfFew(query);
  const read = () => joinWhole(db, isWhole, () => countUses({ db, project }, asked));
  // Which sources such rows are of may change while all that is counted stays.
  if (!isWhole || query.rows.length > 0) return read();
  const date_from = query.compare ? daysBefore(query).date_from : query.date_from;
  const kept = { name: kind, scope: { ...query, date_from }, also: query, isFirst: true };
  const { data, ...report } = await keepCounted(db, project, kept, read);
  const rows = data.map((row) => ({ ...row }));
  return { data: await nameSources(db, project, { kind, rows }), ...report };
}

async function countUses(
  { db, project }: { db: Database; project: Tenant },
  { kind, query: asked }: Asked,
): Promise<SourceReport> {
  const query = rowsToRead(asked);
  const facts = sourcesNeedFacts(query);
  const { rows, total_count, population, brandsOf } = await readParts(db, project, { kind, query });
  const isCompared = query.compare !== undefined && !hasDates(query.dimensions);
  const alone = { ...query, compare: undefined };
  const earlier = { ...alone, ...daysBefore(query) };
  const answers = {
    now: population.answers,
    before: isCompared ? (await readPopulation(db, project, { query: earlier, facts })).answers : 0,
  };
  const isTested = isCompared && Math.max(answers.now, answers.before) <= COUNTED_MAX.compared;
  const tested = isTested ? ofOneMoment(asked) : asked;
  if (tested !== asked) return makeSourceReport({ db, project }, { kind, query: tested });
  const [before, spreads] = await readBoth(db, [readBefore, readSpreads], { isLong: facts });
  const slugs = await readSlugs(db, project, query);
  const data = rows.map((row) => {
    const key = keyOfSource(row, query.dimensions);
    const old = before?.get(key);
    return {
      ...withEnds(row, { of: row, query, ...spreads.now }),
      ...showDimensions(row, query, slugs),
      mentioned_brand_ids: brandsOf(row).map((brand) => encodeId("brd", brand)),
      ...(query.compare && {
        previous: old ? withEnds(old, { of: row, query, ...spreads.before }) : null,
        change: old ? changeOf(row, old, spreads.both) : null,
      }),
    };
  });
  const changes = data.flatMap(({ change }) => (change ? Object.values(change) : []));
  if (spreads.limit !== undefined) judgeBy(changes, spreads.limit);
  const page = pageOfRows({ rows: data, total_count }, asked);
  const { limit, offset } = asked;
  // Many rows take their time to check and write out, too: other requests get their turn before.
  await breathe();
  return { data: page.rows, total_count: page.total_count, limit, offset, population };

  async function readBefore(one: Database) {
    if (!isCompared) return null;
    const page = { having: [], order_by: [], limit: rows.length, offset: 0 };
    const known = await readSourceRows(one, project, {
      kind,
      query: { ...earlier, ...page },
      of: rows,
    });
    return new Map(known.rows.map((row) => [keyOfSource(row, query.dimensions), row]));
  }

  async function readSpreads(one: Database) {
    const read = (query: ReportQuery, tested: Tested["rows"] = []) =>
      readSourceStatistics(one, project, { kind, query, rows: [...rows, ...tested] });
    // What is tested is loaded with what is shown: to load answers by prompt and day takes most of the time.
    const tested = isTested ? await listTested(one, project, { kind, query }) : undefined;
    const both = tested && (await read(query, tested.rows));
    const readSpread = async (query: ReportQuery, count: number): Promise<Spread> =>
      count > COUNTED_MAX.intervals
        ? { part: await readSourcePart(one, project, { kind, query }) }
        : { statistics: (query === alone && both) || (await read(query)) };
    const now = await readSpread(alone, answers.now);
    // Not from `both`: what tells of it is told as if it were read by itself.
    const before = isCompared ? await readSpread(earlier, answers.before) : {};
    return { both, limit: tested && both && limitAmong(tested, both), now, before };
  }
}

/** The rows of a query, of how many answers, and the brands that these name. */
async function readParts(
  db: Database,
  project: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
) {
  const isLong = sourcesNeedFacts(query);
  const short = { isLong: false };
  const readAnswers = (one: Database) => readPopulation(one, project, { query, facts: isLong });
  const readPlacesOf = (one: Database) => readPlaces(one, project, query);
  const readBrandsOf = (rows: readonly Row[], placed: Placed[]) =>
    readSourceBrands(db, project, { kind, query, rows, placed });
  if (canReadBrandsOfAll(query)) {
    const readRows = (one: Database) => readSourceRows(one, project, { kind, query });
    const readFound = (one: Database) => readBoth(one, [readRows, readAnswers], short);
    const readBrands = (one: Database) => readBrandsOfAll(one, project, { kind, query });
    const [[found, population], all] = await readBoth(db, [readFound, readBrands], { isLong });
    const brandsOf = all ?? (await readBrandsOf(found.rows, await readPlacesOf(db)));
    return { ...found, population, brandsOf };
  }
  const readCounts = (one: Database) => countSources(one, project, { kind, query });
  const readBeside = (one: Database) => readBoth(one, [readAnswers, readPlacesOf], short);
  const [{ rows, total_count }, [population, placed]] = await readBoth(
    db,
    [readCounts, readBeside],
    { isLong },
  );
  const readNames = (one: Database) => nameSources(one, project, { kind, rows });
  const readBrands = () => readBrandsOf(rows, placed);
  const [named, brandsOf] = await readBoth(db, [readNames, readBrands], short);
  return { rows: named, total_count, population, brandsOf };
}

/** What tells how shares of a period spread: all of their answers, or a part of them. */
type Spread = { statistics?: StatisticsOf; part?: SourcePart };
/** `of`: the row of the period now, which its cells are found by. */
type Known = Spread & { of: SourceRow; query: ReportQuery };

/** A row with the ends of the intervals of its shares. */
function withEnds(row: SourceRow, { of, query, statistics, part }: Known) {
  const ends = {} as Record<`${Use}_${End}`, number | null>;
  const told = USES.map((use) => {
    const share = { ratio: row[`${use}_percentage`], whole: row.total_chat_count };
    const period = statistics?.(of, use).now.visibility ?? null;
    const both = part ? manyEnds(share, part(of)) : shareEnds(share, period, query);
    for (const end of END_NAMES) ends[`${use}_${end}`] = both[end];
    return { ratio: share.ratio, ends: both, period };
  });
  return { ...row, ...ends, ...reasonsOf(told, { isPart: part !== undefined }) };
}

function changeOf(now: SourceRow, before: SourceRow, statistics: StatisticsOf | undefined) {
  const compare = (use: Use) => {
    const values = { now: now[`${use}_percentage`], before: before[`${use}_percentage`] };
    if (!statistics) return plainChange(values.now, values.before, "too many answers");
    return testedChange(statistics(now, use).verdicts.visibility, values);
  };
  return {
    retrieved_percentage: compare("retrieved"),
    cited_percentage: compare("cited"),
    citation_count: plainChange(now.citation_count, before.citation_count),
  };
}

/** A report whose rows name only the brands that a share link shows. */
function nameShownBrands<Report extends { data: { mentioned_brand_ids: string[] }[] }>(
  report: Report,
  isShown: IsShown,
): Report {
  const data = report.data.map((row) => {
    const mentioned_brand_ids = row.mentioned_brand_ids.filter((id) => isShown("brand_id", id));
    return { ...row, mentioned_brand_ids };
  });
  return { ...report, data };
}
