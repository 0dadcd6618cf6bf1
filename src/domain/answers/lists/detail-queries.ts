import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import { allEnded } from "#core/one-moment.ts";
import type { Evidence } from "#domain/detection/brand-rules.ts";
import { canonicalUrl } from "#domain/detection/canonical-url.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import { detectAnswers } from "#domain/detection/detect-answers.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { unpackBody } from "../facts/raw-body.ts";
import { loadReader } from "../ingest/read-answers.ts";
import type { ChatDetail } from "./chat.ts";
import { readBrandNames, withNames } from "./chat-queries.ts";

type Detail = z.input<typeof ChatDetail>;
type Found = "brands_mentioned" | "sources" | "search_queries" | "extras";
type Names = "model_id" | "country_code" | "prompt_text";
type DetailRow = Omit<Detail, Found | Names> & {
  model_number: number;
  removed_spans: number[];
} & FoundRows;
/** What was found in an answer, in the order that it stands there. */
type FoundRows = {
  mentions: Omit<FoundMention, "name">[];
  sources: SourceRow[];
  search_queries: string[];
  extras: ExtraRow[];
};

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

/** One answer with all that was found in it, or undefined; the facts of it are read in one statement. */
export async function findChat(db: Database, tenant: Tenant, answer_id: number) {
  const { project_id } = tenant;
  const rows = await rowsOf<DetailRow>(db)`
    select a.answer_id as id, a.prompt_id, a.model_id as model_number, a.day as date, a.captured_at,
      a.sample, a.status, a.brand_ids, a.source_count, a.answer, a.served_model, a.search_ran,
      a.search_asked, a.search_tool, a.effort, a.country_asked, a.is_cut,
      coalesce(a.asked_without, '{}') as asked_without,
      exists (select from raw_answers r
        where r.project_id = ${project_id} and r.answer_id = a.answer_id) as has_raw_body,
      a.removed_spans, case when a.is_partial then 'partial' else 'complete' end as detection,
      ${foundIn(project_id)}
    from answers a
    where a.project_id = ${project_id} and a.answer_id = ${answer_id}`;
  const [row] = rows;
  if (!row) return undefined;
  const { mentions, sources, search_queries, extras, removed_spans, ...answer } = row;
  const read = { ...answer, mentions, removed_spans: pairsOf(removed_spans, answer.answer) };
  const [[named], nameOf, shown, words] = await allEnded([
    withNames(db, tenant, [answer]),
    readBrandNames(db, tenant),
    showExtras(db, tenant, extras),
    readToneWords(db, tenant, read),
  ]);
  return (
    named && {
      ...named,
      brand_ids: named.brand_ids.filter((brand_id) => nameOf.has(brand_id)),
      // A brand that was deleted meanwhile takes its mentions with it.
      brands_mentioned: mentions.flatMap((mention) => {
        const name = nameOf.get(mention.brand_id);
        if (name === undefined) return [];
        const sentiment_words = words.get(mention.brand_id) ?? [];
        const found = { ...mention, name, ...toneOf(mention, answer.answer), sentiment_words };
        return [{ ...found, evidence: pairsOf(mention.evidence, answer.answer) }];
      }),
      sources: rankCited(sources),
      search_queries,
      extras: shown,
    }
  );
}

/** What was found in an answer a, as columns of JSON. */
function foundIn(project_id: number): RawBuilder<FoundRows> {
  const ofAnswer = (of: string) => {
    const [project, ...key] = ["project_id", "day", "model_id", "prompt_id", "sample"].map((name) =>
      sql.ref(`${of}.${name}`),
    );
    return sql`${project} = ${project_id} and (${sql.join(key)}) = (a.day, a.model_id, a.prompt_id, a.sample)`;
  };
  return sql`
    coalesce((select json_agg(m) from (
      select m.brand_id, m.position, m.mention_count, m.sentiment, m.is_judged,
        j.decided is not null as is_decided, j.quote_start, j.quote_end, m.evidence
      from mentions m left join judgements j on j.project_id = ${project_id}
        and j.answer_id = a.answer_id and j.brand_id = m.brand_id
      where ${ofAnswer("m")} order by m.position) m), '[]') as mentions,
    coalesce((select json_agg(c) from (
      select coalesce(c.raw_url, u.url) as url, u.url as url_normalized, d.domain, u.title,
        c.retrieved, c.cited, d.classification, u.page_type
      from citations c
      join urls u on u.project_id = ${project_id} and u.url_id = c.url_id
      join domains d on d.project_id = ${project_id} and d.domain_id = c.domain_id
      where ${ofAnswer("c")} order by c.position) c), '[]') as sources,
    coalesce((select json_agg(q.query order by q.position) from search_queries q
      where ${ofAnswer("q")}), '[]') as search_queries,
    coalesce((select json_agg(e) from (select e.kind, e.title, e.url, e.price from answer_extras e
      where ${ofAnswer("e")} order by e.position) e), '[]') as extras`;
}

type ExtraRow = Omit<Detail["extras"][number], "domain" | "brand_id">;

/** What was shown beside an answer, each with the tracked brand that its title or site names, as brands are now. */
async function showExtras(
  db: Database,
  tenant: Tenant,
  rows: readonly ExtraRow[],
): Promise<Detail["extras"]> {
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
  const rows = await rowsOf<{ adapter_version: string; body: Buffer }>(db)`
    select adapter_version, body from raw_answers
    where project_id = ${project_id} and answer_id = ${answer_id}`;
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

type ReadAnswer = {
  answer: string;
  removed_spans: readonly Span[];
  detection: "complete" | "partial";
  mentions: readonly { brand_id: number; sentiment: number | null; is_judged: boolean }[];
};

/**
 * The words that made the estimates of tone in an answer, by brand. They are found by reading it again, so a brand has
 * some only where today's rules come to the tone that is stored; one that was not read to its end has none.
 */
async function readToneWords(
  db: Database,
  tenant: Tenant,
  { answer, removed_spans, detection, mentions }: ReadAnswer,
): Promise<Map<number, Evidence[]>> {
  const estimated = mentions.filter((one) => one.sentiment !== null && !one.is_judged);
  if (estimated.length === 0 || detection === "partial") return new Map();
  const { detector } = await loadReader(db, tenant);
  const [found] = await detectAnswers(detector, [{ answer, removed_spans, is_traced: true }]);
  return new Map(
    estimated.flatMap(({ brand_id, sentiment }) => {
      const again = found?.mentions.find((one) => one.brand_id === brand_id);
      if (again?.sentiment == null || Math.round(again.sentiment * 1000) !== sentiment) return [];
      const words = again.tone_words ?? [];
      return [
        [brand_id, words.map(({ start, end }) => ({ start, end, text: answer.slice(start, end) }))],
      ];
    }),
  );
}
