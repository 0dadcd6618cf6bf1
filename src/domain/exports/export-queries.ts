import { type RawBuilder, sql } from "kysely";
import type { Extra } from "#core/answer-engine.ts";
import type { ProjectContext } from "#core/context.ts";
import { atOneMoment } from "#core/one-moment.ts";
import type { Surface } from "#core/ports.ts";
import type { AskedSo } from "#domain/answers/facts/fact-queries.ts";
import type { Status } from "#domain/answers/ingest/answer-line.ts";
import {
  type ChatFilter,
  conditionOf,
  findPrompts,
  planFor,
} from "#domain/answers/lists/chat-conditions.ts";
import type { FoundMention, SourceRow } from "#domain/answers/lists/detail-queries.ts";
import { askAgain } from "#domain/projects/ask-again.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";

const BATCH = 200;

/** What every export of answers reads of one. */
export type ExportedAnswer = {
  answer_id: number;
  captured_at: string;
  date: string;
  prompt_id: number;
  prompt: string;
  country_code: string;
  topic: string | null;
  slug: string;
  model: string;
};

/** What is read of an answer `a`: `facts` where they are, `more` of these and of its prompt `p` and model `m`. */
type Wanted = { facts: RawBuilder<unknown>; more: RawBuilder<unknown> };

/**
 * The answers of a filter by time of capture, batch by batch. No connection is held between batches: an answer that is
 * there from the first to the last is in exactly one.
 */
async function* readAnswers<More>(
  context: ProjectContext,
  filter: ChatFilter,
  { facts, more }: Wanted,
): AsyncGenerator<(ExportedAnswer & More)[]> {
  const { project_id } = context.project;
  const direction = sql.raw(filter.sort);
  const beyond = sql.raw(filter.sort === "asc" ? ">" : "<");
  // As they are when it begins.
  const prompts = await atOneMoment(context, (db) => findPrompts(db, context.project, filter));
  let after: RawBuilder<unknown> | undefined;
  for (;;) {
    const batch = sql<ExportedAnswer & More>`
      with batch as materialized (
        select a.answer_id, a.captured_at, a.day, a.prompt_id, a.model_id, ${facts}
        from (
          select a.* from answers a
          where ${conditionOf(context.project, filter, prompts)} ${after ?? sql``}
          order by a.captured_at ${direction}, a.answer_id ${direction} limit ${BATCH}
        ) a
      )
      select a.answer_id, a.captured_at, a.day as date, a.prompt_id, p.text as prompt,
        p.country_code, t.name as topic, m.slug, m.name as model, ${more}
      from batch a
      join prompts p on p.project_id = ${project_id} and p.prompt_id = a.prompt_id
      join models m on m.project_id = ${project_id} and m.model_id = a.model_id
      left join topics t on t.project_id = ${project_id} and t.topic_id = p.topic_id
      order by a.captured_at ${direction}, a.answer_id ${direction}`;
    const read = () =>
      atOneMoment(context, async (db) => {
        await planFor(db, prompts);
        return batch.execute(db);
      });
    const { rows } = await (after ? askAgain(read) : read());
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = sql`and (a.captured_at, a.answer_id)
      ${beyond} (${last.captured_at}::timestamptz, ${last.answer_id}::bigint)`;
  }
}

/** That a fact `f` belongs to an answer `a` of a project. */
const isOf = (project_id: number) => sql`f.project_id = ${project_id} and ${sameAnswer("f", "a")}`;

const pagesOf = (project_id: number) => sql`
  (select coalesce(json_agg(json_build_object('url', coalesce(f.raw_url, u.url),
    'url_normalized', u.url, 'domain', d.domain, 'title', u.title, 'page_type', u.page_type,
    'classification', d.classification, 'retrieved', f.retrieved, 'cited', f.cited)
    order by f.position, f.url_id), '[]')
  from citations f
  join urls u on u.project_id = ${project_id} and u.url_id = f.url_id
  join domains d on d.project_id = ${project_id} and d.domain_id = f.domain_id
  where ${isOf(project_id)}) as pages`;

const queriesOf = (project_id: number) => sql`
  (select coalesce(json_agg(f.query order by f.position), '[]')
  from search_queries f where ${isOf(project_id)}) as queries`;

const extrasOf = (project_id: number) => sql`
  (select coalesce(json_agg(json_build_object('kind', f.kind, 'title', f.title, 'url', f.url,
    'price', f.price) order by f.position), '[]')
  from answer_extras f where ${isOf(project_id)}) as extras`;

/** Outside of the answers: settings are read where they lie, once the facts of a batch are there. */
const tagsOf = (project_id: number) => sql`
  (select coalesce(json_agg(t.name order by lower(t.name), t.name), '[]')
  from prompt_tags pt join tags t on t.project_id = ${project_id} and t.tag_id = pt.tag_id
  where pt.project_id = ${project_id} and pt.prompt_id = a.prompt_id) as tags`;

/** In the order of the answer, which its numbers have. */
const brandsOf = (project_id: number) => sql`
  (select coalesce(json_agg(b.name order by n.place), '[]')
  from unnest(a.brand_ids) with ordinality n (brand_id, place)
  join brands b on b.project_id = ${project_id} and b.brand_id = n.brand_id) as brands`;

type Whole = {
  external_id: string | null;
  language_code: string;
  surface: Surface;
  served_model: string | null;
  status: Status;
  search_ran: boolean | null;
  answer: string;
  pages: SourceRow[];
  queries: string[];
  is_cut: boolean;
  extras: Extra[];
  tags: string[];
  brands: string[];
} & { [Part in keyof AskedSo]: AskedSo[Part] | null };

/** Whole answers with how they were asked, their pages, searches and what was shown beside them. */
export function readWholeAnswers(context: ProjectContext, filter: ChatFilter) {
  const { project_id } = context.project;
  const own = sql`a.external_id, a.served_model, a.status, a.search_ran, a.answer, a.is_cut,
    a.search_asked, a.search_tool, a.effort, a.country_asked, a.asked_without`;
  return readAnswers<Whole>(context, filter, {
    facts: sql`${own}, a.brand_ids, ${pagesOf(project_id)}, ${queriesOf(project_id)}, ${extrasOf(project_id)}`,
    more: sql`${own}, p.language_code, m.surface, a.pages, a.queries, a.extras,
      ${tagsOf(project_id)}, ${brandsOf(project_id)}`,
  });
}

/** A brand in an answer; `sentiment` in thousandths, `evidence` flat offsets. */
export type ExportedMention = Omit<FoundMention, "name"> & { brand: string; is_own: boolean };

/** Answers with the brands they mention; of the filter's brand alone where it names one. */
export function readMentions(context: ProjectContext, filter: ChatFilter) {
  // A filter that names brands is one of rows, too.
  const named = filter.scope.filters.filter(({ field }) => field === "brand_id");
  const only = sql.join(
    named.map(({ operator, values }) => {
      const not = operator === "not_in" ? sql`not` : sql``;
      return sql`and ${not} f.brand_id = any(${values}::integer[])`;
    }),
    sql` `,
  );
  const { project_id } = context.project;
  const found = sql`(select coalesce(json_agg(json_build_object('brand_id', f.brand_id,
      'brand', b.name, 'is_own', b.is_own, 'position', f.position, 'mention_count', f.mention_count,
      'sentiment', f.sentiment, 'is_judged', f.is_judged, 'is_decided', j.decided is not null, 'quote_start', j.quote_start,
      'quote_end', j.quote_end, 'evidence', f.evidence) order by f.position, f.brand_id), '[]')
    from mentions f
    join brands b on b.project_id = ${project_id} and b.brand_id = f.brand_id
    left join judgements j on j.project_id = ${project_id} and j.answer_id = a.answer_id
      and j.brand_id = f.brand_id
    where ${isOf(project_id)} ${only}) as mentions`;
  return readAnswers<{ answer: string; mentions: ExportedMention[] }>(context, filter, {
    facts: sql`a.answer, ${found}`,
    more: sql`a.answer, a.mentions`,
  });
}

/** Answers with the pages they read or cite. */
export function readPages(context: ProjectContext, filter: ChatFilter) {
  const facts = pagesOf(context.project.project_id);
  return readAnswers<{ pages: SourceRow[] }>(context, filter, { facts, more: sql`a.pages` });
}

/** Answers with what was searched for. */
export function readQueries(context: ProjectContext, filter: ChatFilter) {
  const facts = queriesOf(context.project.project_id);
  return readAnswers<{ queries: string[] }>(context, filter, { facts, more: sql`a.queries` });
}
