import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { encodeModelId, exampleId, idInput, ModelId } from "#core/id.ts";
import { Day } from "#core/period.ts";
import { CountryCode } from "#domain/projects/project.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type KnownKind, requireKnown } from "#domain/prompts/known-ids.ts";
import { AskedValue, askedParts, DIMENSIONS, type Dimension, type SumsName } from "./dimensions.ts";

type Sql = RawBuilder<unknown>;

/** The condition on a row `of` that it has any of some values; `days`: the same days of another table's rows. */
type Has = (of: string, values: Sql, its: { project_id: number; days(of: string): Sql }) => Sql;

export type FilterDefinition = {
  /** One value as lists take it. */
  argument: z.ZodType<string>;
  /** What its values are the ids of; text without it. */
  kind?: KnownKind;
  /** Which row it is a condition on: any that has model_id, any that has prompt_id, a prompt's, an answer's. */
  on: "model" | "prompt_id" | "prompt" | "answer";
  /** The sums that can be filtered by it. */
  sums: readonly SumsName[];
  has: Has;
  /** It keeps what has not; said once, since PostgreSQL would not see through "not not". */
  isOpposite?: true;
};

const hasColumn =
  (column: string): Has =>
  (of, values) =>
    sql`${sql.ref(`${of}.${column}`)} = any(${values})`;

const names =
  (how = sql``): Has =>
  (of, values, { project_id, days }) =>
    sql`exists (
  select from mentions named where named.project_id = ${project_id} and ${days("named")}
    and named.brand_id = any(${values}) ${how} and (named.day, named.model_id, named.prompt_id, named.sample)
      = (${sql.ref(`${of}.day`)}, ${sql.ref(`${of}.model_id`)}, ${sql.ref(`${of}.prompt_id`)}, ${sql.ref(`${of}.sample`)}))`;

/** What answers are chosen by, wherever they are counted or listed: everything there is to say of each, in one place. */
export const FILTERS = {
  model_id: {
    argument: ModelId.describe("Answers of this model."),
    ...{ kind: "mdl", on: "model", sums: DIMENSIONS.model_id.sums, has: hasColumn("model_id") },
  },
  prompt_id: {
    argument: idInput("prm").describe("Answers to this prompt."),
    ...{ kind: "prm", on: "prompt_id", sums: DIMENSIONS.prompt_id.sums },
    has: hasColumn("prompt_id"),
  },
  topic_id: {
    argument: idInput("top").describe("Prompts of this topic."),
    ...{ kind: "top", on: "prompt", sums: DIMENSIONS.topic_id.sums },
    // A prompt without a topic has none of them: null would be neither in nor not in.
    has: (of, values) => sql`coalesce(${sql.ref(`${of}.topic_id`)}, 0) = any(${values})`,
  },
  tag_id: {
    argument: idInput("tag").describe("Prompts with this tag."),
    ...{ kind: "tag", on: "prompt", sums: DIMENSIONS.tag_id.sums },
    has: (of, values, { project_id }) => sql`${sql.ref(`${of}.prompt_id`)} = any(array(
      select prompt_id from prompt_tags where project_id = ${project_id} and tag_id = any(${values})))`,
  },
  prompt_brand_id: {
    argument: idInput("brd").describe("Prompts whose text names this brand."),
    ...{ kind: "brd", on: "prompt", sums: DIMENSIONS.prompt_id.sums },
    has: (of, values, { project_id }) => sql`${sql.ref(`${of}.prompt_id`)} = any(array(
      select prompt_id from prompts where project_id = ${project_id} and brand_ids && ${values}))`,
  },
  country_code: {
    argument: CountryCode.describe("Prompts of this country."),
    ...{ on: "prompt", sums: DIMENSIONS.country_code.sums, has: hasColumn("country_code") },
  },
  searched: {
    argument: z.enum(["true", "false", "unknown"]).describe("Whether the model searched."),
    ...{ on: "answer", sums: DIMENSIONS.searched.sums },
    has: (of, values) =>
      sql`coalesce(${sql.ref(`${of}.search_ran`)}::text, 'unknown') = any(${values})`,
  },
  asked: {
    argument: AskedValue,
    ...{ on: "answer", sums: DIMENSIONS.asked.sums },
    has: (of, values) => sql`${sql.raw(`array[${askedParts(of, "unknown")}]`)} && ${values}`,
  },
  brand_id: {
    argument: idInput("brd").describe("Answers naming this brand."),
    ...{ kind: "brd", on: "answer", sums: [], has: names() },
  },
  not_brand_id: {
    argument: idInput("brd").describe("Answers not naming it."),
    ...{ kind: "brd", on: "answer", sums: [], has: names(), isOpposite: true },
  },
  first_brand_id: {
    argument: idInput("brd").describe("Answers naming it first."),
    ...{ kind: "brd", on: "answer", sums: [], has: names(sql`and named.position = 1`) },
  },
} as const satisfies Record<string, FilterDefinition>;

export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as [FilterName, ...FilterName[]];
export const definitionOf = (name: FilterName): FilterDefinition => FILTERS[name];

/** True for what answers are chosen by; reports know more, which chooses their rows. */
export const isFilter = (field: string): field is FilterName => Object.hasOwn(FILTERS, field);

export type Branded = z.output<typeof BrandedField>;

/** A filter as callers give it: ids and words. */
export type GivenFilter = { field: string; operator: "in" | "not_in"; values: string[] };
/** The same with the row numbers behind the ids. */
type Filter = {
  field: FilterName;
  operator: "in" | "not_in";
  values: readonly (string | number)[];
};

/** Which answers are counted or listed. */
export type AnswerScope = {
  date_from?: string | undefined;
  date_to?: string | undefined;
  branded: Branded;
  filters: readonly Filter[];
};
/** One of a range of days that is known. */
export type DatedScope = AnswerScope & { date_from: string; date_to: string };

export const BrandedField = z
  .enum(["include", "exclude", "only"])
  .default("include")
  .describe("Prompts that name the own brand; the dashboard excludes them.");

/** A list of filters by some fields, all of which must hold. */
export function filterList<Fields extends readonly [string, ...string[]]>(fields: Fields) {
  return z
    .array(
      z.strictObject({
        field: z.enum(fields).describe("What to filter by."),
        operator: z.enum(["in", "not_in"]).describe("Keep or leave out."),
        values: z.array(z.string().min(1).max(4096)).min(1).max(500).describe("Ids or values."),
      }),
    )
    .max(20)
    .default([]);
}

/** The arguments that choose answers in lists: one value of each. */
export const ScopeArguments = {
  date_from: Day.optional().describe("First day, in the project's time zone."),
  date_to: Day.optional().describe("Last day, included."),
  ...(Object.fromEntries(
    FILTER_NAMES.map((name) => {
      const { argument } = definitionOf(name);
      return [name, argument.optional().describe(argument.description ?? "")];
    }),
  ) as { [Name in FilterName]: z.ZodOptional<(typeof FILTERS)[Name]["argument"]> }),
};

/** The arguments that choose answers by several values, or leave some out. */
export const ScopeFilters = {
  filters: filterList(FILTER_NAMES).describe("As in reports; all must hold."),
  branded: BrandedField,
};

/** What callers may give of a scope. */
export type GivenScope = {
  date_from?: string | undefined;
  date_to?: string | undefined;
  branded?: Branded | undefined;
  filters?: readonly GivenFilter[] | undefined;
} & { [Name in FilterName]?: string | undefined };

/** The scope that arguments mean; refuses ids of another kind, and ids that the project does not have. */
export async function readScope(
  db: Database,
  tenant: Tenant,
  given: GivenScope,
): Promise<AnswerScope> {
  const single = FILTER_NAMES.flatMap((field): GivenFilter[] =>
    given[field] === undefined ? [] : [{ field, operator: "in", values: [given[field]] }],
  );
  const all = [...single, ...(given.filters ?? [])];
  const { date_from, date_to, branded = "include" } = given;
  return { date_from, date_to, branded, filters: await readFilters(db, tenant, all) };
}

/** Filters with the row numbers behind their ids; refuses ids of another kind, and those that the project lacks. */
export async function readFilters(
  db: Database,
  tenant: Tenant,
  given: readonly GivenFilter[],
): Promise<Filter[]> {
  const filters = given.map((filter) => ({ ...filter, field: filter.field as FilterName }));
  for (const filter of filters) requireValues(filter);
  const ids = filters.flatMap(({ field, values }) => (definitionOf(field).kind ? values : []));
  const numbers = await requireKnown(db, tenant, ids);
  return filters.map(({ values, ...filter }) => ({
    ...filter,
    values: values.map((value) =>
      definitionOf(filter.field).kind ? (numbers.get(value) ?? 0) : value,
    ),
  }));
}

/** Refuses values that a field cannot have. */
function requireValues({ field, values }: GivenFilter): void {
  const { argument, kind } = definitionOf(field as FilterName);
  const example = kind === "mdl" ? encodeModelId("chatgpt") : kind && exampleId(kind);
  for (const value of values)
    requireLegal({ field, value, argument, legal: kind && `takes ids like "${example}"` });
}

/** Refuses a filter's value that is none of its field, and says which are, in the words of the field unless given. */
export function requireLegal({
  field,
  value,
  argument,
  legal,
}: {
  field: string;
  value: string;
  argument: z.ZodType;
  legal?: string | undefined;
}): void {
  const { error } = argument.safeParse(value);
  if (!error) return;
  const words = argument instanceof z.ZodEnum ? `takes ${argument.options.join(", ")}` : undefined;
  const said = legal ?? `${words ?? error.issues[0]?.message}; not ${JSON.stringify(value)}`;
  throw new Failure("VALIDATION_ERROR", `filters: ${field} ${said}`, { problem: "FORMAT" });
}

/** What a question names in addition to days: it is answered from sums only where these know all of it. */
export type Question = Pick<AnswerScope, "branded" | "filters"> & {
  dimensions?: readonly Dimension[];
};

/** True when some sums can answer a question; else it is for the facts. */
export function canAnswer(sums: SumsName, question: Question): boolean {
  const { filters, dimensions = [] } = question;
  const knows = (known: readonly SumsName[]) => known.includes(sums);
  return (
    filters.every(({ field }) => knows(definitionOf(field).sums)) &&
    dimensions.every((name) => knows(DIMENSIONS[name].sums))
  );
}
