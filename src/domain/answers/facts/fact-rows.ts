import { type RawBuilder, sql } from "kysely";
import type { Extra } from "#core/answer-engine.ts";
import type { Database } from "#core/database.ts";
import type { ScoredMention } from "#domain/detection/detect-answer.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { PageUse } from "../ingest/read-answers.ts";
import { numbersOf } from "./stored-findings.ts";

/** Which answer a fact belongs to. */
export type FactKey = { day: string; model_id: number; prompt_id: number; sample: number };

/** A page as one answer used it, with its numbers. */
export type StoredPage = PageUse & { url_id: number; domain_id: number };

// At most some hundred kilobytes: more holds up everything else on this process while it is written.
const ROWS_AT_ONCE = 2_000;

function* inChunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    yield rows.slice(from, from + ROWS_AT_ONCE);
}

/**
 * A column of rows as PostgreSQL writes a list of numbers or days: it reads that in half the time of JSON. Texts, which
 * need quotes, are given as lists.
 */
function column<Row>(rows: readonly Row[], of: (row: Row) => number | string | null): string {
  return `{${rows.map((row) => of(row) ?? "NULL").join(",")}}`;
}

/** The columns of the keys of some facts, for `unnest`. */
function keyColumns(keys: readonly FactKey[]): RawBuilder<unknown> {
  return sql`${column(keys, ({ day }) => day)}::date[],
    ${column(keys, ({ model_id }) => model_id)}::integer[],
    ${column(keys, ({ prompt_id }) => prompt_id)}::integer[],
    ${column(keys, ({ sample }) => sample)}::integer[]`;
}

/** Writes what was found of brands in answers. */
export async function insertMentions(
  db: Database,
  { project_id }: Tenant,
  mentions: readonly (FactKey & ScoredMention)[],
): Promise<void> {
  for (const some of inChunks(mentions)) {
    const found = some.map(numbersOf);
    await sql`
      insert into mentions (project_id, day, model_id, prompt_id, sample, brand_id, position,
        mention_count, sentiment, evidence)
      select ${project_id}::integer, day, model_id, prompt_id, sample, brand_id, position, mention_count,
        sentiment, evidence::integer[]
      from unnest(${keyColumns(some)}, ${column(found, ([brand_id]) => brand_id)}::integer[],
        ${column(found, ([, position]) => position)}::integer[],
        ${column(found, ([, , mention_count]) => mention_count)}::integer[],
        ${column(found, ([, , , sentiment]) => sentiment)}::smallint[],
        ${column(found, ([, , , , evidence]) => `"{${evidence}}"`)}::text[]) as m (day, model_id, prompt_id,
        sample, brand_id, position, mention_count, sentiment, evidence)`.execute(db);
  }
}

/** No page is read or cited more often by one answer, whatever a provider says. */
const COUNT_MAX = 32_767;

/** Writes the pages that answers used. */
export async function insertCitations(
  db: Database,
  { project_id }: Tenant,
  answers: readonly (FactKey & { pages: readonly StoredPage[] })[],
): Promise<void> {
  const uses = answers.flatMap((key) => key.pages.map((page) => ({ key, page })));
  for (const some of inChunks(uses)) {
    const pages = some.map(({ page }) => page);
    await sql`
      insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id,
        retrieved, cited, position, raw_url)
      select ${project_id}::integer, c.*
      from unnest(${keyColumns(some.map(({ key }) => key))},
        ${column(pages, ({ url_id }) => url_id)}::integer[],
        ${column(pages, ({ domain_id }) => domain_id)}::integer[],
        ${column(pages, ({ retrieved }) => Math.min(retrieved, COUNT_MAX))}::smallint[],
        ${column(pages, ({ cited }) => Math.min(cited, COUNT_MAX))}::smallint[],
        ${column(pages, ({ position }) => position)}::integer[],
        ${pages.map(({ raw_url }) => raw_url)}::text[]) as c`.execute(db);
  }
}

/** Writes what was searched for while answers were made. */
export async function insertSearchQueries(
  db: Database,
  { project_id }: Tenant,
  answers: readonly (FactKey & { search_queries: readonly string[] })[],
): Promise<void> {
  const queries = answers.flatMap((key) =>
    key.search_queries.map((query, index) => ({ key, query, position: index + 1 })),
  );
  for (const some of inChunks(queries)) {
    await sql`
      insert into search_queries (project_id, day, model_id, prompt_id, sample, position, query)
      select ${project_id}::integer, q.*
      from unnest(${keyColumns(some.map(({ key }) => key))},
        ${column(some, ({ position }) => position)}::integer[],
        ${some.map(({ query }) => query)}::text[]) as q`.execute(db);
  }
}

/** Writes what was shown beside answers. */
export async function insertExtras(
  db: Database,
  { project_id }: Tenant,
  answers: readonly (FactKey & { extras?: readonly Extra[] })[],
): Promise<void> {
  const extras = answers.flatMap((key) =>
    (key.extras ?? []).map((extra, index) => ({ key, extra, position: index + 1 })),
  );
  for (const some of inChunks(extras)) {
    await sql`
      insert into answer_extras (project_id, day, model_id, prompt_id, sample, position, kind, title,
        url, price)
      select ${project_id}::integer, e.*
      from unnest(${keyColumns(some.map(({ key }) => key))},
        ${column(some, ({ position }) => position)}::integer[],
        ${some.map(({ extra }) => extra.kind)}::text[], ${some.map(({ extra }) => extra.title)}::text[],
        ${some.map(({ extra }) => extra.url)}::text[],
        ${some.map(({ extra }) => extra.price)}::text[]) as e`.execute(db);
  }
}
