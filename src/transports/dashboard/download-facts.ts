import type { AccountContext, ProjectContext } from "#core/context.ts";
import type { RowStream } from "#core/rows.ts";
import { CSV_COLUMNS, type CsvColumn } from "#domain/exports/file-columns.ts";
import { askAgain } from "#domain/projects/ask-again.ts";
import { nameKnown } from "#domain/prompts/known-ids.ts";
import { previousPeriod } from "#domain/reports/cell-periods.ts";
import type { GivenFilter } from "#domain/sums/answer-scope.ts";
import { type Dimension, hasDates } from "#domain/sums/dimensions.ts";

type Input = Record<string, unknown>;
type Context = AccountContext | ProjectContext;
/** What narrows rows: what people call it, and its values; a name where it keeps all others. */
type Narrowing = { label: string; values: readonly string[]; isBut: boolean; isOfAll: boolean };

/** What narrows rows, as exports call it and as people do; any other field goes by its own name. */
const LABELS: Record<string, string> = {
  ...{ model_id: "Assistants", topic_id: "Topics", tag_id: "Tags", country_code: "Countries" },
  ...{ brand_id: "Brands", not_brand_id: "Brands not mentioned", prompt_id: "Prompts" },
  ...{ first_brand_id: "First of tracked brands", prompt_brand_id: "Prompts that name a brand" },
  ...{ searched: "Web search", asked: "How it was asked", status: "Status", search: "Text" },
};
/** What the page calls the filter that leaves the values of another out. */
const OPPOSITES: Record<string, string> = {
  not_brand_id: "Brands mentioned",
  prompt_brand_id: "Prompts that do not name a brand",
};
const SEARCHED: Record<string, string> = {
  ...{ true: "Searched the web", false: "Answered from memory", unknown: "Not known" },
};
const BRANDED: Record<string, string> = {
  exclude: "Without prompts that name the brand",
  only: "Only prompts that name the brand",
};
/** Any of a filter's values will do. */
const DISJUNCTION = new Intl.ListFormat("en-GB", { type: "disjunction" });
const CONJUNCTION = new Intl.ListFormat("en-GB", { type: "conjunction" });
const ID = /^(brd|prm|top|tag|mdl)_/;
/** What rows are split by, and the column with its name. */
const NAMES: readonly (readonly [Dimension, CsvColumn])[] = [
  ["model_id", "model"],
  ["topic_id", "topic"],
  ["tag_id", "tag"],
  ["prompt_id", "prompt"],
];

function filtersOf(input: Input): GivenFilter[] {
  const single = Object.keys(LABELS).flatMap((field): GivenFilter[] => {
    // A comparison is of two models, whatever they are.
    if (input[field] === undefined || (field === "model_id" && input["other_model_id"])) return [];
    return [{ field, operator: "in", values: [String(input[field])] }];
  });
  return [...single, ...((input["filters"] ?? []) as GivenFilter[])];
}

const brandedOf = ({ branded }: Input) => BRANDED[String(branded)];

/** The filters of an export with names in place of ids. */
async function namedFilters(context: Context, input: Input): Promise<Narrowing[]> {
  const filters = filtersOf(input);
  const ids = filters.flatMap(({ values }) => values.filter((value) => ID.test(value)));
  const names =
    "project" in context ? await nameKnown(context.db, context.project, ids) : new Map();
  const regions = new Intl.DisplayNames("en", { type: "region" });
  const nameOf = (field: string, value: string): string => {
    if (field === "country_code") return regions.of(value) ?? value;
    if (field === "searched") return SEARCHED[value] ?? value;
    return names.get(value) ?? value;
  };
  return filters.map(({ field, operator, values }) => {
    const isBut = operator === "not_in";
    const leavesOut = isBut === (field !== "not_brand_id");
    const opposite = isBut ? OPPOSITES[field] : undefined;
    return {
      label: opposite ?? LABELS[field] ?? field,
      values: values.map((value) => nameOf(field, value)),
      isBut: isBut && opposite === undefined,
      isOfAll: leavesOut && Object.hasOwn(OPPOSITES, field),
    };
  });
}

/** Any of the values will do; but answers that mention none of some brands mention neither, as prompts that name none. */
function sayValues({ values, isBut, isOfAll }: Narrowing): string {
  if (isBut) return `all but ${values.join(", ")}`;
  return (isOfAll ? CONJUNCTION : DISJUNCTION).format(values);
}

/**
 * Rows that each say which days they are of, whether answers of the project are invented and what the rows are filtered
 * by, as tables of the dashboard do, and what they are split by in names.
 */
export function withFacts(
  context: Context,
  { input, is_invented }: { input: Input; is_invented: boolean },
  { columns, batches }: RowStream,
): RowStream {
  const days = daysOf(input);
  const branded = brandedOf(input);
  const isFiltered = branded !== undefined || filtersOf(input).length > 0;
  const split = NAMES.filter(([name]) => dimensionsOf(input).includes(name));
  const names: CsvColumn[] = [
    ...split.map(([, name]) => name),
    ...(Object.keys(days) as CsvColumn[]),
    ...(is_invented ? (["simulated"] as const) : []),
    ...(isFiltered ? (["filtered_by"] as const) : []),
  ];
  const sayFilters = async () => {
    const words = (await namedFilters(context, input)).map(
      (one) => `${one.label}: ${sayValues(one)}`,
    );
    return [...words, ...(branded ? [branded] : [])].join("; ");
  };
  return {
    columns: [...columns, ...names.map((name) => ({ name, about: CSV_COLUMNS[name] }))],
    batches: (async function* () {
      let filtered_by: string | undefined;
      for await (const batch of batches) {
        const load = () => loadNames(context, split, batch);
        const nameOf = await (filtered_by === undefined ? load() : askAgain(load));
        // Not before the first rows: until then the filters may be of what the project does not have.
        filtered_by ??= await sayFilters();
        const facts = { ...days, simulated: true, filtered_by };
        yield batch.map((row) => ({ ...row, ...nameOf(row), ...facts }));
      }
    })(),
  };
}

type Row = Record<string, unknown>;

/** What names a row's ids of these dimensions. */
async function loadNames(
  context: Context,
  split: typeof NAMES,
  rows: readonly Row[],
): Promise<(row: Row) => Row> {
  const ids = new Set(split.flatMap(([id]) => rows.map((row) => String(row[id] ?? ""))));
  ids.delete("");
  if (ids.size === 0 || !("project" in context)) return () => ({});
  const names = await nameKnown(context.db, context.project, [...ids]);
  return (row) => Object.fromEntries(split.map(([id, name]) => [name, names.get(String(row[id]))]));
}

const dimensionsOf = (input: Input) => (input["dimensions"] ?? []) as Dimension[];

/** The days of an export as far as it names them, and those that it compares them with. */
function daysOf(input: Input): { [Name in CsvColumn]?: string } {
  const { date_from, date_to, compare, compare_from, compare_to } = input as Record<string, string>;
  const given = { ...(date_from && { date_from }), ...(date_to && { date_to }) };
  // Rows by time are compared with nothing.
  const isByTime = hasDates(dimensionsOf(input));
  if (!compare || !date_from || !date_to || isByTime) return given;
  const before = previousPeriod({ date_from, date_to });
  return {
    ...given,
    compared_from: compare_from ?? before.date_from,
    compared_to: compare_to ?? before.date_to,
  };
}

/** What the name of a file says of filters: that there are some, and the one value of one alone. */
export async function filteredPart(context: Context, input: Input): Promise<string[]> {
  const isOnly = input["branded"] === "only";
  const filters = await namedFilters(context, input);
  const [one, ...others] = filters;
  if (!one) return isOnly ? ["filtered"] : [];
  const [value = "", ...more] = one.values;
  if (isOnly || others.length > 0 || more.length > 0) return ["filtered"];
  const isNot = one.isBut || one.label === LABELS["not_brand_id"];
  const name = fileNamePart(value).slice(0, 60);
  return ["filtered", ...(name ? [isNot ? `not-${name}` : name] : [])];
}

/** A name in letters that every system takes. */
export function fileNamePart(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
