import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Paged, PageInput } from "#core/page.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Status } from "../ingest/answer-line.ts";

/** Which answers to list; null or absent: any. */
export type ChatFilter = {
  date_from?: string | undefined;
  date_to?: string | undefined;
  prompt_id?: number | undefined;
  brand_id?: number | undefined;
  slug?: string | undefined;
  topic_id?: number | undefined;
  tag_id?: number | undefined;
  country_code?: string | undefined;
  status?: Status | undefined;
  search?: string | undefined;
  include_archived: boolean;
  sort: "asc" | "desc";
  /** Any of these. */
  slugs?: readonly string[] | undefined;
  topic_ids?: readonly number[] | undefined;
  tag_ids?: readonly number[] | undefined;
  country_codes?: readonly string[] | undefined;
  is_branded?: boolean | undefined;
  /** Answers that read or cite this site, or this page. */
  domain?: string | undefined;
  url?: string | undefined;
};

export type ChatRow = {
  id: number;
  prompt_id: number;
  prompt_text: string;
  model_id: string;
  country_code: string;
  date: string;
  captured_at: string;
  sample: number;
  status: Status;
  brand_ids: number[];
  source_count: number;
};

/** The condition on an answer `a` and its prompt `p` that a filter means. */
export function conditionOf({ project_id }: Tenant, filter: ChatFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`a.project_id = ${project_id}`];
  const { date_from, date_to, search } = filter;
  // captured_at lies within a day of its day in any time zone: lets the newest-first index bound the range.
  if (date_from !== undefined) {
    parts.push(sql`a.day >= ${date_from}::date and a.captured_at >= ${date_from}::date - 2`);
  }
  if (date_to !== undefined) {
    parts.push(sql`a.day <= ${date_to}::date and a.captured_at < ${date_to}::date + 3`);
  }
  if (filter.prompt_id !== undefined) parts.push(sql`a.prompt_id = ${filter.prompt_id}`);
  if (filter.status !== undefined) parts.push(sql`a.status = ${filter.status}`);
  if (filter.slug !== undefined) {
    parts.push(sql`a.model_id = (select model_id from models where project_id = ${project_id}
      and slug = ${filter.slug})`);
  }
  if (filter.brand_id !== undefined) {
    parts.push(sql`exists (select from mentions m where m.project_id = a.project_id
      and m.day = a.day and m.model_id = a.model_id and m.prompt_id = a.prompt_id
      and m.sample = a.sample and m.brand_id = ${filter.brand_id})`);
  }
  if (search !== undefined) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    parts.push(sql`(a.answer ilike ${pattern} or p.text ilike ${pattern})`);
  }
  if (!filter.include_archived) parts.push(sql`p.status = 'active'`);
  if (filter.topic_id !== undefined) parts.push(sql`p.topic_id = ${filter.topic_id}`);
  if (filter.country_code !== undefined) parts.push(sql`p.country_code = ${filter.country_code}`);
  if (filter.tag_id !== undefined) {
    parts.push(sql`a.prompt_id in (select prompt_id from prompt_tags
      where project_id = ${project_id} and tag_id = ${filter.tag_id})`);
  }
  return sql.join([...parts, ...anyOf({ project_id }, filter)], sql` and `);
}

/** The conditions of a filter that hold for any value of a list, and for sources. */
function anyOf({ project_id }: Tenant, filter: ChatFilter): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  const { slugs, topic_ids, tag_ids, country_codes, is_branded, domain, url } = filter;
  if (slugs) {
    parts.push(sql`a.model_id in (select model_id from models where project_id = ${project_id}
      and slug = any(${slugs}::text[]))`);
  }
  if (topic_ids) parts.push(sql`p.topic_id = any(${topic_ids}::integer[])`);
  if (country_codes) parts.push(sql`p.country_code = any(${country_codes}::text[])`);
  if (is_branded !== undefined) parts.push(sql`p.is_branded = ${is_branded}`);
  if (tag_ids) {
    parts.push(sql`a.prompt_id in (select prompt_id from prompt_tags
      where project_id = ${project_id} and tag_id = any(${tag_ids}::integer[]))`);
  }
  for (const [table, id, column, value] of [
    ["domains", "domain_id", "domain", domain],
    ["urls", "url_id", "url", url],
  ] as const) {
    if (value === undefined) continue;
    parts.push(sql`exists (select from citations c where c.project_id = a.project_id
      and c.day = a.day and c.model_id = a.model_id and c.prompt_id = a.prompt_id
      and c.sample = a.sample and c.${sql.ref(id)} = (select ${sql.ref(id)} from ${sql.table(table)}
        where project_id = ${project_id} and ${sql.ref(column)} = ${value}))`);
  }
  return parts;
}

/** One page of answers by time of capture, newest first unless asked otherwise. */
export async function listChatRows(
  db: Database,
  tenant: Tenant,
  { filter, page }: { filter: ChatFilter; page: PageInput },
): Promise<Paged<ChatRow>> {
  const direction = sql.raw(filter.sort);
  const condition = conditionOf(tenant, filter);
  const { rows } = await sql<ChatRow>`
    select a.answer_id as id, a.prompt_id, a.prompt_text, m.slug as model_id, a.country_code,
      a.day as date, a.captured_at, a.sample, a.status, a.brand_ids, a.source_count
    from (
      select a.project_id, a.answer_id, a.prompt_id, a.model_id, a.day, a.captured_at, a.sample,
        a.status, a.brand_ids, a.source_count, p.country_code, p.text as prompt_text
      from answers a
      join prompts p on p.project_id = a.project_id and p.prompt_id = a.prompt_id
      where ${condition}
      order by a.captured_at ${direction}, a.answer_id ${direction}
      limit ${page.limit} offset ${page.offset}
    ) a
    join models m on m.project_id = a.project_id and m.model_id = a.model_id
    order by a.captured_at ${direction}, a.answer_id ${direction}`.execute(db);
  const isLast = rows.length > 0 && rows.length < page.limit;
  const total_count = isLast
    ? page.offset + rows.length
    : await countChats(db, tenant, { filter, condition });
  return { rows, total_count };
}

/** How many answers a filter means; one of days alone is told by the rollups, and by the answers of days not summed yet. */
async function countChats(
  db: Database,
  { project_id }: Tenant,
  { filter, condition }: { filter: ChatFilter; condition: RawBuilder<unknown> },
): Promise<number> {
  const { date_from, date_to, sort: _, include_archived, ...rest } = filter;
  if (Object.values(rest).every((value) => value === undefined)) {
    const { rows } = await sql<{ count: number }>`
      with range as (select coalesce(${date_from ?? null}::date, '-infinity') as first,
        coalesce(${date_to ?? null}::date, 'infinity') as last),
      dirty as materialized (select distinct day from rollup_dirty, range
        where project_id = ${project_id} and day between first and last)
      select (coalesce((select sum(answers + no_answer + refused + error) from answer_rollup, range
          where project_id = ${project_id} and span = 1 and start between first and last
            and start not in (select day from dirty)), 0)
        + (select count(*) from answers where project_id = ${project_id} and day in (select day from dirty))
        - case when ${include_archived}::boolean then 0 else (
          select count(*) from prompts p, range, answers a
          where p.project_id = ${project_id} and p.status = 'archived'
            and a.project_id = p.project_id and a.prompt_id = p.prompt_id
            and a.day between first and last) end)::bigint as count`.execute(db);
    return rows[0]?.count ?? 0;
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from answers a
    join prompts p on p.project_id = a.project_id and p.prompt_id = a.prompt_id
    where ${condition}`.execute(db);
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
