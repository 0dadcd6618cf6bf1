import { sql } from "kysely";
import type { Extra } from "#core/answer-engine.ts";
import type { Log } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";
import { deleteByKey, FACT_TABLES, lockAnswers } from "../facts/fact-queries.ts";
import {
  type FactKey,
  insertCitations,
  insertExtras,
  insertMentions,
  insertSearchQueries,
} from "../facts/fact-rows.ts";
import { applyJudgements, forgetUndecided } from "../facts/judgement-queries.ts";
import { forgetPages, listPagesOf } from "../facts/unused-pages.ts";
import { applyVerdicts, forgetKept } from "../facts/verdict-queries.ts";
import { ensurePages } from "../sources/source-queries.ts";
import { contentHash, type Source, type Status } from "./answer-line.ts";
import { detectedIn, findBrands, loadReader, mergePages } from "./read-answers.ts";

/** What a stored answer says when its body is read again. */
export type Reading = {
  status: Status;
  answer: string;
  removed_spans: readonly Span[];
  served_model: string | null;
  search_ran: boolean | null;
  is_cut: boolean;
  sources: readonly Source[];
  search_queries: readonly string[];
  extras: readonly Extra[];
};

/**
 * Puts another reading in place of a stored answer's, with all its facts, in the transaction of `db`; the answer keeps
 * its number, day and sample. What people decided of its mentions stays, and what the judge said of the same text. False
 * when nothing is different or there is no such answer.
 */
export async function replaceAnswer(
  db: Database,
  project: Tenant,
  { answer_id, reading, log }: { answer_id: number; reading: Reading; log: Log },
): Promise<boolean> {
  await lockAnswers(db, project);
  const stored = await findStored(db, project, answer_id);
  if (!stored) return false;
  const pages = mergePages(reading.sources);
  const spans = reading.removed_spans.flatMap(({ start, end }) => [start, end]);
  const summary = JSON.stringify({
    ...{ status: reading.status, answer: reading.answer, spans },
    ...{ served_model: reading.served_model, search_ran: reading.search_ran },
    is_cut: reading.is_cut,
    pages: pages.map(({ url, retrieved, cited, position }) => [url, retrieved, cited, position]),
    queries: reading.search_queries,
    extras: reading.extras.map(({ kind, title, url, price }) => [kind, title, url, price]),
  });
  if (summary === stored.summary) return false;
  const reader = await loadReader(db, project);
  const [found] = await findBrands(reader, [reading], log);
  const { mentions, is_partial } = detectedIn(reading, found);
  const numbers = await ensurePages(db, project, { pages, sites: reader.sites });
  const { key } = stored;
  const left_pages = await listPagesOf(db, project, [answer_id]);
  for (const table of FACT_TABLES) {
    await deleteByKey(db, project, { table, keys: [key] });
  }
  const row = {
    ...{ ...key, search_queries: reading.search_queries, extras: reading.extras },
    pages: pages.map((page) => ({
      ...page,
      ...(numbers.get(page.url) ?? { url_id: 0, domain_id: 0 }),
    })),
  };
  const named = mentions.map((mention) => ({ ...key, ...mention }));
  await insertMentions(db, project, named);
  if (stored.answer !== reading.answer) await forgetUndecided(db, project, [answer_id]);
  await applyJudgements(db, project, [answer_id]);
  await insertCitations(db, project, [row]);
  await forgetPages(db, project, left_pages);
  await insertSearchQueries(db, project, [row]);
  await insertExtras(db, project, [row]);
  const hash = contentHash({ ...stored.question, ...reading, pages });
  await sql`
    update answers set status = ${reading.status}, answer = ${reading.answer},
      served_model = ${reading.served_model}, search_ran = ${reading.search_ran},
      brand_ids = ${mentions.map(({ brand_id }) => brand_id)}::integer[],
      is_cut = ${reading.is_cut}, source_count = ${pages.length}, removed_spans = ${spans}::integer[],
      content_hash = ${hash}, is_partial = ${is_partial}, detector_version = ${DETECTOR_VERSION}::smallint
    where project_id = ${project.project_id} and answer_id = ${answer_id}`.execute(db);
  await forgetKept(db, project, [answer_id]);
  await applyVerdicts(db, project, [answer_id]);
  await markDirty(db, project, [key.day]);
  return true;
}

type StoredRow = FactKey &
  Pick<Reading, "status" | "answer" | "served_model" | "search_ran" | "is_cut"> & {
    removed_spans: number[];
    external_id: string | null;
    captured_at: string;
    prompt: string;
    country_code: string;
    slug: string;
    pages: [url: string, retrieved: number, cited: number, position: number][];
    queries: string[];
    extras: [kind: string, title: string, url: string | null, price: string | null][];
  };

/** A stored answer as it was read, to compare with, and what else its hash is made of. */
async function findStored(db: Database, { project_id }: Tenant, answer_id: number) {
  const rows = await rowsOf<StoredRow>(db)`
    with stored as materialized (
      select a.day, a.model_id, a.prompt_id, a.sample, a.status, a.answer, a.removed_spans,
        a.served_model, a.search_ran, a.is_cut, a.external_id, a.captured_at,
        coalesce((select json_agg(json_build_array(u.url, c.retrieved, c.cited, c.position)
          order by c.position) from citations c
          join urls u on u.project_id = ${project_id} and u.url_id = c.url_id
          where c.project_id = ${project_id} and ${sameAnswer("c", "a")}), '[]') as pages,
        coalesce((select json_agg(q.query order by q.position) from search_queries q
          where q.project_id = ${project_id} and ${sameAnswer("q", "a")}), '[]') as queries,
        coalesce((select json_agg(json_build_array(e.kind, e.title, e.url, e.price)
          order by e.position) from answer_extras e where e.project_id = ${project_id}
            and ${sameAnswer("e", "a")}), '[]') as extras
      from answers a where a.project_id = ${project_id} and a.answer_id = ${answer_id}
    )
    select a.*, p.text as prompt, p.country_code, m.slug from stored a
    join prompts p on p.project_id = ${project_id} and p.prompt_id = a.prompt_id
    join models m on m.project_id = ${project_id} and m.model_id = a.model_id`;
  const [row] = rows;
  if (!row) return undefined;
  const { day, model_id, prompt_id, sample, external_id, captured_at, slug } = row;
  const { prompt, country_code, status, answer, served_model, search_ran } = row;
  return {
    key: { day, model_id, prompt_id, sample },
    answer,
    question: { external_id, prompt, country_code, slug, captured_at: new Date(captured_at) },
    summary: JSON.stringify({
      ...{ status, answer, spans: row.removed_spans, served_model, search_ran },
      ...{ is_cut: row.is_cut, pages: row.pages, queries: row.queries, extras: row.extras },
    }),
  };
}
