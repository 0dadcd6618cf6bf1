import { sql } from "kysely";
import type * as z from "zod";
import type { Database } from "#core/database.ts";
import { allEnded } from "#core/one-moment.ts";
import { canonicalUrl } from "#domain/detection/canonical-url.ts";
import { detectAnswers } from "#domain/detection/detect-answers.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { FactKey } from "../facts/fact-rows.ts";
import { unpackBody } from "../facts/raw-body.ts";
import { loadReader } from "../ingest/read-answers.ts";
import type { ChatDetail } from "./chat.ts";
import { withNames } from "./chat-queries.ts";

type Detail = z.input<typeof ChatDetail>;
type Found = "brands_mentioned" | "sources" | "search_queries" | "extras";
type Names = "model_id" | "country_code" | "prompt_text";
type DetailRow = Omit<Detail, Found | Names> & { model_number: number };

/** A brand in an answer; `sentiment` in thousandths, `evidence` flat offsets. */
export type FoundMention = {
  brand_id: number;
  name: string;
  position: number;
  mention_count: number;
  sentiment: number | null;
  is_judged: boolean;
  is_decided: boolean;
  quote_start: number | null;
  quote_end: number | null;
  evidence: number[];
};

/** A page that an answer read or cites, with how often. */
export type SourceRow = Omit<
  Detail["sources"][number],
  "retrieved" | "cited" | "citation_count" | "citation_position"
> & { retrieved: number; cited: number };

/** One answer with all that was found in it, or undefined. */
export async function findChat(db: Database, tenant: Tenant, answer_id: number) {
  const { project_id } = tenant;
  const { rows } = await sql<DetailRow>`
    select a.answer_id as id, a.prompt_id, a.model_id as model_number, a.day as date, a.captured_at,
      a.sample, a.status, a.brand_ids, a.source_count, a.answer, a.served_model, a.search_ran,
      a.search_asked, a.search_tool, a.effort, a.country_asked, a.is_cut,
      coalesce(a.asked_without, '{}') as asked_without,
      exists (select from raw_answers r
        where r.project_id = ${project_id} and r.answer_id = a.answer_id) as has_raw_body,
      case when a.is_partial then 'partial' else 'complete' end as detection
    from answers a
    where a.project_id = ${project_id} and a.answer_id = ${answer_id}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { date: day, model_number: model_id, prompt_id, sample, answer } = row;
  const key = { day, model_id, prompt_id, sample };
  const [[named], mentions, sources, queries, extras] = await allEnded([
    withNames(db, tenant, [row]),
    findMentionsOf(db, tenant, { ...key, answer_id }),
    findSourcesOf(db, tenant, key),
    findQueriesOf(db, tenant, key),
    findExtrasOf(db, tenant, key),
  ]);
  return (
    named && {
      ...named,
      brands_mentioned: mentions.map((mention) => ({
        ...mention,
        ...toneOf(mention, answer),
        evidence: pairsOf(mention.evidence, answer),
      })),
      sources: rankCited(sources),
      search_queries: queries.map(({ query }) => query),
      extras,
    }
  );
}

type ExtraRow = Omit<Detail["extras"][number], "domain" | "brand_id">;

/** What was shown beside an answer, each with the tracked brand that its title or site names, as brands are now. */
async function findExtrasOf(db: Database, tenant: Tenant, key: FactKey): Promise<Detail["extras"]> {
  const { rows } = await sql<ExtraRow>`
    select kind, title, url, price from answer_extras
    where project_id = ${tenant.project_id} and day = ${key.day} and model_id = ${key.model_id}
      and prompt_id = ${key.prompt_id} and sample = ${key.sample} order by position`.execute(db);
  if (rows.length === 0) return [];
  const shown = rows.map((row) => {
    const domain = row.url === null ? null : (canonicalUrl(row.url)?.domain ?? null);
    return { ...row, domain };
  });
  const { detector } = await loadReader(db, tenant);
  const texts = shown.map(({ title, domain }) => ({
    ...{ answer: `${title}\n\n${domain ?? ""}`, removed_spans: [] },
  }));
  const found = await detectAnswers(detector, texts);
  return shown.map((row, index) => {
    return { ...row, brand_id: found[index]?.mentions[0]?.brand_id ?? null };
  });
}

/** The tone of a mention as callers see it. */
export function toneOf(
  mention: Pick<
    FoundMention,
    "sentiment" | "is_judged" | "is_decided" | "quote_start" | "quote_end"
  >,
  answer: string,
) {
  const { sentiment, is_judged, is_decided, quote_start, quote_end } = mention;
  const method = is_decided
    ? ("person" as const)
    : is_judged
      ? ("judge" as const)
      : ("estimate" as const);
  return {
    sentiment: sentiment === null ? null : 50 + sentiment / 20,
    sentiment_method: sentiment === null ? null : method,
    sentiment_quote:
      is_judged && quote_start !== null && quote_end !== null
        ? (pairsOf([quote_start, quote_end], answer)[0] ?? null)
        : null,
  };
}

type RawRow = {
  adapter_version: string;
  format: "json" | "text";
  body: string;
  character_count: number;
};

/** What a provider sent with an answer, its first `most` characters, or undefined. */
export async function findRawAnswer(
  db: Database,
  { project_id }: Tenant,
  { answer_id, most }: { answer_id: number; most: number },
): Promise<RawRow | undefined> {
  const { rows } = await sql<{ adapter_version: string; body: Buffer }>`
    select adapter_version, body from raw_answers
    where project_id = ${project_id} and answer_id = ${answer_id}`.execute(db);
  const [row] = rows;
  const raw = row && unpackBody(row.body);
  if (!row || raw === null) return undefined;
  const isText = typeof raw === "string";
  const whole = isText ? raw : JSON.stringify(raw, null, 4);
  // Characters outside of the first plane are two units long.
  const pairs = whole.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0;
  return {
    adapter_version: row.adapter_version,
    format: isText ? "text" : "json",
    body: Array.from(whole.slice(0, 2 * most))
      .slice(0, most)
      .join(""),
    character_count: whole.length - pairs,
  };
}

/** The named pieces of an answer, from the flat list of their offsets. */
export function pairsOf(offsets: readonly number[], answer: string) {
  return Array.from({ length: offsets.length / 2 }, (_, index) => {
    const [start = 0, end = 0] = offsets.slice(index * 2, index * 2 + 2);
    return { start, end, text: answer.slice(start, end) };
  });
}

/** Pages as callers see them, in the order of the answer. */
export function rankCited(sources: readonly SourceRow[]) {
  let rank = 0;
  return sources.map(({ retrieved, cited, ...source }) => ({
    ...source,
    retrieved: retrieved > 0,
    cited: cited > 0,
    citation_count: cited,
    citation_position: cited > 0 ? ++rank : null,
  }));
}

async function findMentionsOf(
  db: Database,
  { project_id }: Tenant,
  key: FactKey & { answer_id: number },
) {
  const [{ rows }, brands] = await allEnded([
    sql<Omit<FoundMention, "name">>`
      select m.brand_id, m.position, m.mention_count, m.sentiment, m.is_judged,
        j.decided is not null as is_decided, j.quote_start, j.quote_end, m.evidence
      from mentions m
      left join judgements j on j.project_id = m.project_id and j.answer_id = ${key.answer_id}
        and j.brand_id = m.brand_id
      where m.project_id = ${project_id} and m.day = ${key.day} and m.model_id = ${key.model_id}
        and m.prompt_id = ${key.prompt_id} and m.sample = ${key.sample}
      order by m.position`.execute(db),
    sql<{ brand_id: number; name: string }>`
      select brand_id, name from brands where project_id = ${project_id}`.execute(db),
  ]);
  const nameOf = new Map(brands.rows.map(({ brand_id, name }) => [brand_id, name]));
  return rows.flatMap((row) => {
    const name = nameOf.get(row.brand_id);
    return name === undefined ? [] : [{ ...row, name }];
  });
}

async function findSourcesOf(db: Database, { project_id }: Tenant, key: FactKey) {
  const { rows } = await sql<SourceRow>`
    select coalesce(c.raw_url, u.url) as url, u.url as url_normalized, d.domain, u.title,
      c.retrieved, c.cited, d.classification, u.page_type
    from citations c
    join urls u on u.project_id = c.project_id and u.url_id = c.url_id
    join domains d on d.project_id = c.project_id and d.domain_id = c.domain_id
    where c.project_id = ${project_id} and c.day = ${key.day} and c.model_id = ${key.model_id}
      and c.prompt_id = ${key.prompt_id} and c.sample = ${key.sample}
    order by c.position`.execute(db);
  return rows;
}

async function findQueriesOf(db: Database, { project_id }: Tenant, key: FactKey) {
  const { rows } = await sql<{ query: string }>`
    select query from search_queries
    where project_id = ${project_id} and day = ${key.day} and model_id = ${key.model_id}
      and prompt_id = ${key.prompt_id} and sample = ${key.sample} order by position`.execute(db);
  return rows;
}
