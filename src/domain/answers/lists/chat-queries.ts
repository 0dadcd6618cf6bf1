import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import type { Paged, PageInput } from "#core/page.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { AnswerScope } from "#domain/sums/answer-scope.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import { dayConditions, scopeConditions } from "#domain/sums/scope-conditions.ts";
import { SPAN_MAX } from "#domain/sums/spans.ts";
import { sumRows } from "#domain/sums/sum-rows.ts";
import type { Status } from "../ingest/answer-line.ts";
import type { BrowsedChat } from "./chat.ts";

/**
 * In what tone an answer names a brand; neutral: less than 0.05 off the middle of -1 to 1, as is usual with the word lists
 * of VADER (Hutto and Gilbert 2014).
 */
export const TONES = ["positive", "neutral", "negative", "scored", "unscored"] as const;
export type Tone = (typeof TONES)[number];
const TONE_CONDITIONS: Record<Tone, Sql> = {
  positive: sql`t.sentiment >= 50`,
  neutral: sql`t.sentiment between -49 and 49`,
  negative: sql`t.sentiment <= -50`,
  scored: sql`t.sentiment is not null`,
  unscored: sql`t.sentiment is null`,
};

/** What an answer does with a source. */
export const USES = ["cited", "retrieved"] as const;
type Use = (typeof USES)[number];

/** Which answers to list; absent: any. */
export type ChatFilter = {
  scope: AnswerScope;
  answer_ids?: readonly number[] | undefined;
  status?: Status | undefined;
  search?: string | undefined;
  /** Answers that read or cite this site, or this page. */
  domain?: string | undefined;
  url?: string | undefined;
  /** What they do with it; absent: either. */
  use?: Use | undefined;
  include_archived: boolean;
  sort: "asc" | "desc" | "worst_tone" | "best_tone";
  /** The tone on a brand that answers are listed by; `is` undefined: any. */
  tone?: { is: Tone | undefined; brand_id: number } | undefined;
};
type Sql = RawBuilder<unknown>;

/** An answer in a list, with the words of its prompt. */
export type ChatRow = z.input<typeof BrowsedChat>;

/** The mentions `t` of a brand in an answer `a`, of which there is one at most. */
const mentionOf = ({ project_id }: Tenant, brand_id: number) => sql`from mentions t
  where t.project_id = ${project_id} and t.day = a.day and t.model_id = a.model_id
    and t.prompt_id = a.prompt_id and t.sample = a.sample and t.brand_id = ${brand_id}`;

/** The numbers of some answers by their public ids; NOT_FOUND where the project does not have one. */
export async function requireChats(
  db: Database,
  { project_id }: Tenant,
  ids: readonly string[],
): Promise<number[]> {
  const numbers = ids.map((id) => decodeId("cht", id));
  const { rows } = await sql<{ answer_id: number }>`
    select answer_id from answers
    where project_id = ${project_id} and answer_id = any(${numbers}::bigint[])`.execute(db);
  const known = new Set(rows.map(({ answer_id }) => answer_id));
  const missing = ids.find((_, place) => !known.has(numbers[place] ?? 0));
  if (missing) throw new Failure("NOT_FOUND", `There is no chat ${missing}.`);
  return numbers;
}

/** The condition on an answer `a` and its prompt `p` that a filter means. */
export function conditionOf(tenant: Tenant, filter: ChatFilter): RawBuilder<unknown> {
  const { project_id } = tenant;
  const { scope, answer_ids, status, search, include_archived, tone } = filter;
  const { date_from, date_to } = scope;
  const parts: RawBuilder<unknown>[] = [
    sql`a.project_id = ${project_id}`,
    ...dayConditions(scope, "a"),
    ...scopeConditions(tenant, scope, { on: ["model", "prompt_id", "answer"], of: "a" }),
    ...scopeConditions(tenant, scope, { on: ["prompt"], of: "p" }),
    ...sourceConditions(tenant, filter),
  ];
  // captured_at lies within a day of its day in any time zone: lets the newest-first index bound the range.
  if (date_from !== undefined) parts.push(sql`a.captured_at >= ${date_from}::date - 2`);
  if (date_to !== undefined) parts.push(sql`a.captured_at < ${date_to}::date + 3`);
  if (answer_ids !== undefined) parts.push(sql`a.answer_id = any(${answer_ids}::bigint[])`);
  if (status !== undefined) parts.push(sql`a.status = ${status}`);
  if (search !== undefined) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    parts.push(sql`(a.answer ilike ${pattern} or p.text ilike ${pattern})`);
  }
  if (tone?.is) {
    parts.push(
      sql`exists (select ${mentionOf(tenant, tone.brand_id)} and ${TONE_CONDITIONS[tone.is]})`,
    );
  }
  if (!include_archived) parts.push(sql`p.status = 'active'`);
  return sql.join(parts, sql` and `);
}

/** The conditions on an answer `a` that it uses a site or a page. */
function sourceConditions({ project_id }: Tenant, { domain, url, use }: ChatFilter) {
  const parts: RawBuilder<unknown>[] = [];
  const used = use ? sql`and c.${sql.ref(use)} > 0` : sql``;
  for (const [table, id, column, value] of [
    ["domains", "domain_id", "domain", domain],
    ["urls", "url_id", "url", url],
  ] as const) {
    if (value === undefined) continue;
    parts.push(sql`exists (select from citations c where c.project_id = ${project_id}
      and c.day = a.day and c.model_id = a.model_id and c.prompt_id = a.prompt_id
      and c.sample = a.sample and c.${sql.ref(id)} = (select ${sql.ref(id)} from ${sql.table(table)}
        where project_id = ${project_id} and ${sql.ref(column)} = ${value}) ${used})`);
  }
  return parts;
}

/** One page of answers by time of capture, newest first unless asked otherwise. */
export async function listChatRows(
  db: Database,
  tenant: Tenant,
  { filter, page }: { filter: ChatFilter; page: PageInput },
): Promise<Paged<ChatRow>> {
  const { tone, sort } = filter;
  const order = orderOf(sort);
  const condition = conditionOf(tenant, filter);
  const sentiment =
    tone &&
    sql`, (select 50 + t.sentiment / 20.0 ${mentionOf(tenant, tone.brand_id)}) as sentiment`;
  const { rows } = await sql<ChatRow>`
    select a.answer_id as id, a.prompt_id, a.prompt_text, m.slug as model_id, a.country_code,
      a.day as date, a.captured_at, a.sample, a.status, a.brand_ids, a.source_count
      ${tone ? sql`, a.sentiment::float8 as sentiment` : sql``}
    from (
      select a.project_id, a.answer_id, a.prompt_id, a.model_id, a.day, a.captured_at, a.sample,
        a.status, a.brand_ids, a.source_count, p.country_code, p.text as prompt_text ${sentiment ?? sql``}
      from answers a
      join prompts p on p.project_id = a.project_id and p.prompt_id = a.prompt_id
      where ${condition}
      order by ${order}
      limit ${page.limit} offset ${page.offset}
    ) a
    join models m on m.project_id = a.project_id and m.model_id = a.model_id
    order by ${order}`.execute(db);
  const isLast = rows.length > 0 && rows.length < page.limit;
  const total_count = isLast ? page.offset + rows.length : await countChats(db, tenant, filter);
  return { rows, total_count };
}

function orderOf(sort: ChatFilter["sort"]): Sql {
  if (sort === "worst_tone") return sql`sentiment asc nulls last, ${NEWEST}`;
  if (sort === "best_tone") return sql`sentiment desc nulls last, ${NEWEST}`;
  return sort === "desc" ? NEWEST : sql`a.captured_at asc, a.answer_id asc`;
}
const NEWEST = sql`a.captured_at desc, a.answer_id desc`;

/** How many answers a filter means; one of days alone is answered by sums. */
async function countChats(db: Database, tenant: Tenant, filter: ChatFilter): Promise<number> {
  const { scope, sort: _, include_archived, ...rest } = filter;
  const isOfDays = scope.branded === "include" && scope.filters.length === 0;
  if (isOfDays && Object.values(rest).every((value) => value === undefined))
    return countOfDays(db, tenant, { ...scope, include_archived });
  const count = async (days: Pick<AnswerScope, "date_from" | "date_to">) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from answers a
      join prompts p on p.project_id = a.project_id and p.prompt_id = a.prompt_id
      where ${conditionOf(tenant, { ...filter, scope: { ...scope, ...days } })}`.execute(db);
    return { count: rows[0]?.count ?? 0 };
  };
  const { date_from, date_to } = scope;
  // The words of a prompt may change, and those of old answers are not kept; answers to one prompt are few.
  const isOfOne = scope.filters.some((one) => one.field === "prompt_id" && one.operator === "in");
  if (filter.search !== undefined || isOfOne || date_from === undefined || date_to === undefined)
    return (await count({})).count;
  const dated = { ...scope, date_from, date_to };
  const asked = { name: "chats", scope: dated, also: { ...rest, include_archived }, isExact: true };
  const parts = await keepParts(db, tenant, asked, count);
  return parts.reduce((sum, part) => sum + part.count, 0);
}

const STATUS_SUMS = ["answers", "no_answer", "refused", "error"] as const;
const EACH = sql.raw(STATUS_SUMS.join(" + "));

/** How many answers some days have, all without bounds: by their sums, and by the answers themselves of days that wait to be summed. */
async function countOfDays(
  db: Database,
  { project_id }: Tenant,
  {
    date_from,
    date_to,
    include_archived,
  }: Pick<AnswerScope, "date_from" | "date_to"> & { include_archived: boolean },
): Promise<number> {
  const sumsOf = (span: number, days: Sql) => sql`(select ${EACH} as answers from answer_rollup
    where project_id = ${project_id} and span = ${sql.lit(span)} and ${days})`;
  const isWhole = date_from === undefined && date_to === undefined;
  const sums =
    date_from !== undefined && date_to !== undefined
      ? sql`(select ${EACH} as answers from ${sumRows("answer", STATUS_SUMS, { project_id, days: { date_from, date_to, dimensions: [] } })} r)`
      : isWhole
        ? sumsOf(SPAN_MAX, sql`true`)
        : sumsOf(1, sql`start between (select first from range) and (select last from range)`);
  const { rows } = await sql<{ count: number }>`
    with range as (select coalesce(${date_from ?? null}::date, '-infinity') as first,
      coalesce(${date_to ?? null}::date, 'infinity') as last),
    dirty as materialized (select distinct day from rollup_dirty, range
      where project_id = ${project_id} and day between first and last)
    select (coalesce((select sum(answers) from ${sums} s), 0)
      - coalesce((select sum(answers) from ${sumsOf(1, sql`start in (select day from dirty)`)} s), 0)
      + (select count(*) from answers where project_id = ${project_id} and day in (select day from dirty))
      - case when ${include_archived}::boolean then 0 else (
        select count(*) from prompts p, range, answers a
        where p.project_id = ${project_id} and p.status = 'archived'
          and a.project_id = p.project_id and a.prompt_id = p.prompt_id
          and a.day between first and last) end)::bigint as count`.execute(db);
  return rows[0]?.count ?? 0;
}
export type QueryRow = {
  query: string;
  chat_id: number;
  prompt_id: number;
  model_id: string;
  country_code: string;
  date: string;
};

/** One page of what assistants searched for, newest answers first. */
export async function listSearchQueryRows(
  db: Database,
  tenant: Tenant,
  { filter, page }: { filter: ChatFilter; page: PageInput },
): Promise<Paged<QueryRow>> {
  const direction = sql.raw(filter.sort);
  const from = sql`
    from search_queries q
    join answers a on a.project_id = q.project_id and a.day = q.day and a.model_id = q.model_id
      and a.prompt_id = q.prompt_id and a.sample = q.sample
    join prompts p on p.project_id = a.project_id and p.prompt_id = a.prompt_id
    where q.project_id = ${tenant.project_id} and ${conditionOf(tenant, filter)}`;
  const { rows } = await sql<QueryRow>`
    select w.query, w.answer_id as chat_id, w.prompt_id, m.slug as model_id,
      w.country_code, w.day as date
    from (select q.query, q.position, a.project_id, a.answer_id, a.prompt_id, a.model_id, a.day,
        a.captured_at, p.country_code ${from}
      order by a.captured_at ${direction}, a.answer_id ${direction}, q.position
      limit ${page.limit} offset ${page.offset}) w
    join models m using (project_id, model_id)
    order by w.captured_at ${direction}, w.answer_id ${direction}, w.position`.execute(db);
  const counted = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db);
  return { rows, total_count: counted.rows[0]?.count ?? 0 };
}
