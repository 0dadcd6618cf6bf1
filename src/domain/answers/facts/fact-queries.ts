import { sql } from "kysely";
import type { Extra, HowAsked } from "#core/answer-engine.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import type { ScoredMention } from "#domain/detection/detect-answer.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { markAdded, markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";
import { refreshSums } from "#domain/sums/sum-days.ts";
import type { Status } from "../ingest/answer-line.ts";
import {
  type FactKey,
  insertCitations,
  insertExtras,
  insertMentions,
  insertSearchQueries,
  type StoredPage,
} from "./fact-rows.ts";
import { deleteJudgements } from "./judgement-queries.ts";
import { noteFirstReading } from "./recalculation-queries.ts";
import { forgetPages, listPagesOf } from "./unused-pages.ts";

/** An answer with everything found in it, ready to be written. */
export type StoredAnswer = {
  day: string;
  model_id: number;
  prompt_id: number;
  external_id: string | null;
  content_hash: Buffer;
  captured_at: Date;
  status: Status;
  answer: string;
  served_model: string | null;
  search_ran: boolean | null;
  is_cut?: boolean;
  origin: "import" | "capture";
  removed_spans?: readonly Span[];
  search_queries: readonly string[];
  extras?: readonly Extra[];
  mentions: readonly ScoredMention[];
  /** Whether its detection was cut short. */
  is_partial: boolean;
  pages: readonly StoredPage[];
} & Partial<AskedSo>;

/** How an answer was asked for, and whether its country was told, asked from by a vendor, or neither. */
export type AskedSo = HowAsked & { country_asked: "told" | "from_there" | "not_told" };

/** What is stored of an answer under its key. */
export const FACT_TABLES = ["mentions", "citations", "search_queries", "answer_extras"] as const;

const LOCK = 4_212;

/** Waits until no one else changes the answers of a project; held to the end of the transaction. */
export async function lockAnswers(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer)`.execute(db);
}

/** Writes answers and their facts and marks their days; returns their numbers in the given order. */
export async function insertFacts(
  db: Database,
  tenant: Tenant,
  answers: readonly StoredAnswer[],
): Promise<number[]> {
  if (answers.length === 0) return [];
  await noteFirstReading(db, tenant);
  const samples = await chooseSamples(db, tenant, answers);
  const rows = answers.map((answer, index) => ({ ...answer, sample: samples[index] ?? 1 }));
  const numbers = await insertAnswers(db, tenant, rows);
  const mentions = rows.flatMap((row) => row.mentions.map((one) => ({ ...keyOf(row), ...one })));
  await insertMentions(db, tenant, mentions);
  await insertCitations(db, tenant, rows);
  await insertSearchQueries(db, tenant, rows);
  await insertExtras(db, tenant, rows);
  const added = rows.map(({ day }, index) => ({ day, answer_id: numbers[index] ?? 0 }));
  await markAdded(db, tenant, added);
  return numbers;
}

type Numbered = StoredAnswer & { sample: number };

/** The days of some facts, each once. */
export function daysOf(facts: readonly { day: string }[]): string[] {
  return [...new Set(facts.map(({ day }) => day))].sort();
}

export function keyOf({ day, model_id, prompt_id, sample }: FactKey): FactKey {
  return { day, model_id, prompt_id, sample };
}

/** The next free sample of every answer's prompt, model and day. */
async function chooseSamples(
  db: Database,
  { project_id }: Tenant,
  answers: readonly StoredAnswer[],
): Promise<number[]> {
  const cell = (key: Omit<FactKey, "sample">) => `${key.day} ${key.model_id} ${key.prompt_id}`;
  const rows = await rowsOf<Omit<FactKey, "sample"> & { last: number }>(db)`
    select k.day, k.model_id, k.prompt_id, a.last
    from (select distinct * from unnest(${answers.map((answer) => answer.day)}::date[],
      ${answers.map((answer) => answer.model_id)}::integer[],
      ${answers.map((answer) => answer.prompt_id)}::integer[])) k (day, model_id, prompt_id)
    cross join lateral (
      select sample as last from answers a
      where a.project_id = ${project_id} and a.day = k.day and a.model_id = k.model_id
        and a.prompt_id = k.prompt_id
      order by a.sample desc limit 1) a`;
  const last = new Map(rows.map((row) => [cell(row), row.last]));
  return answers.map((answer) => {
    const sample = (last.get(cell(answer)) ?? 0) + 1;
    last.set(cell(answer), sample);
    return sample;
  });
}

async function insertAnswers(
  db: Database,
  { project_id }: Tenant,
  answers: readonly Numbered[],
): Promise<number[]> {
  const rows = answers.map((row) => ({
    ...keyOf(row),
    captured_at: row.captured_at,
    status: row.status,
    brand_ids: row.mentions.map((mention) => mention.brand_id),
    source_count: row.pages.length,
    answer: row.answer,
    served_model: row.served_model,
    search_ran: row.search_ran,
    search_asked: row.search_asked ?? null,
    search_tool: row.search_tool ?? null,
    effort: row.effort ?? null,
    country_asked: row.country_asked ?? null,
    asked_without: row.asked_without?.length ? row.asked_without : null,
    origin: row.origin,
    external_id: row.external_id,
    content_hash: row.content_hash.toString("base64"),
    removed_spans: (row.removed_spans ?? []).flatMap(({ start, end }) => [start, end]),
    is_partial: row.is_partial,
    is_cut: row.is_cut ?? false,
  }));
  const made = await sql<{ answer_id: number } & FactKey>`
    insert into answers (project_id, day, model_id, prompt_id, sample, captured_at, status,
      brand_ids, source_count, answer, served_model, search_ran, search_asked, search_tool, effort,
      country_asked, asked_without, is_cut, origin, external_id, content_hash, detector_version,
      removed_spans, is_partial)
    select ${project_id}::integer, day, model_id, prompt_id, sample, captured_at, status, brand_ids,
      source_count, answer, served_model, search_ran, search_asked, search_tool, effort, country_asked,
      asked_without, is_cut, origin, external_id, decode(content_hash, 'base64'),
      ${DETECTOR_VERSION}::smallint, removed_spans, is_partial
    from json_to_recordset(${JSON.stringify(rows)}::json) as a (day date, model_id integer,
      prompt_id integer, sample integer, captured_at timestamptz, status text, brand_ids integer[],
      source_count integer, answer text, served_model text, search_ran boolean,
      search_asked text, search_tool text, effort text, country_asked text, asked_without text[], is_cut boolean, origin text,
      external_id text, content_hash text, removed_spans integer[], is_partial boolean)
    returning answer_id, day, model_id, prompt_id, sample`.execute(db);
  const name = (key: FactKey) => Object.values(keyOf(key)).join(" ");
  const numbers = new Map(made.rows.map((row) => [name(row), row.answer_id]));
  return answers.map((row) => numbers.get(name(row)) ?? 0);
}

/** Tells the planner how large the fact tables became. */
export async function refreshStatistics(db: Database): Promise<void> {
  await sql`analyze answers, mentions, citations, search_queries, prompts, urls`.execute(db);
}

/**
 * Rebuilds the sums of dirty days after many answers came. Before the database counts its tables by itself, the planner would
 * take them for empty, and sum facts and read sums in nested loops, hundreds of times slower: it is told how large they
 * became. Where `added` answers are few beside those there are, its picture stays good enough.
 */
export async function sumMany(
  db: Database,
  tenant: Tenant,
  added = Number.POSITIVE_INFINITY,
): Promise<void> {
  const rows = await rowsOf<{ known: number }>(db)`
    select reltuples as known from pg_class where oid = 'answers'::regclass`;
  const isNews = (rows[0]?.known ?? 0) <= 10 * added;
  if (isNews) await refreshStatistics(db);
  await rebuildDirtyRollups(db, tenant);
  if (isNews) await refreshSums(db);
}

/** Removes answers with all that was found and said of them and the pages that no other uses, and marks their days. */
export async function removeAnswers(
  db: Database,
  tenant: Tenant,
  answer_ids: readonly number[],
): Promise<void> {
  const url_ids = await removeFacts(db, tenant, answer_ids);
  await forgetPages(db, tenant, url_ids);
  await deleteJudgements(db, tenant, answer_ids);
}

/** Removes answers with all their facts and marks their days; what was said of their brands stays. Returns the pages they used, to be forgotten. */
export async function removeFacts(
  db: Database,
  tenant: Tenant,
  answer_ids: readonly number[],
): Promise<number[]> {
  if (answer_ids.length === 0) return [];
  const { project_id } = tenant;
  const url_ids = await listPagesOf(db, tenant, answer_ids);
  const rows = await rowsOf<FactKey>(db)`
    delete from answers where project_id = ${project_id} and answer_id = any(${answer_ids}::bigint[])
    returning day, model_id, prompt_id, sample`;
  for (const table of FACT_TABLES) {
    await deleteByKey(db, tenant, { table, keys: rows });
  }
  await sql`delete from raw_answers where project_id = ${project_id}
    and answer_id = any(${answer_ids}::bigint[])`.execute(db);
  await markDirty(db, tenant, daysOf(rows));
  return url_ids;
}

/** Removes the facts of one kind that some answers have. */
export async function deleteByKey(
  db: Database,
  { project_id }: Tenant,
  { table, keys }: { table: (typeof FACT_TABLES)[number]; keys: readonly FactKey[] },
): Promise<void> {
  await sql`
    delete from ${sql.table(table)} f
    using json_to_recordset(${JSON.stringify(keys)}::json) as k (day date, model_id integer,
      prompt_id integer, sample integer)
    where f.project_id = ${project_id} and ${sameAnswer("f", "k")}`.execute(db);
}
