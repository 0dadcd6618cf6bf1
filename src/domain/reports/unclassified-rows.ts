import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { type Paged, type PageInput, toPage } from "#core/page.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { NO_ROWS } from "./report-query.ts";
import { listAbleModels, sourceCells } from "./source-rows.ts";
import { sourcesNeedFacts, withSourceDays } from "./summed-sources.ts";

type UnclassifiedRow = {
  domain: string;
  citation_count: number;
  cited_chat_count: number;
  retrieved_chat_count: number;
  pages: { url: string; title: string | null }[];
};

/** Domains that nothing and nobody classified, the most cited in a range of days first. */
export async function listUnclassifiedRows(
  db: Database,
  tenant: Tenant,
  { days, page }: { days: { date_from: string; date_to: string }; page: PageInput },
): Promise<Paged<UnclassifiedRow>> {
  const { project_id } = tenant;
  const all = {
    ...NO_ROWS,
    branded: "include" as const,
    filters: [],
    rows: [],
    limit: 1,
    offset: 0,
  };
  const query = await withSourceDays(db, tenant, { ...days, ...all });
  const able = await listAbleModels(db, tenant);
  const cells = sourceCells(tenant, { kind: "domain", query, able });
  const unclassified = sql<UnclassifiedRow>`
    with used as (
      select domain_id, sum(citations)::bigint as citation_count,
        sum(cited_answers)::bigint as cited_chat_count,
        sum(retrieved_answers)::bigint as retrieved_chat_count
      from (${cells}) c group by domain_id
    ), found as (
      select d.domain_id, d.domain, coalesce(u.citation_count, 0) as citation_count,
        coalesce(u.cited_chat_count, 0) as cited_chat_count,
        coalesce(u.retrieved_chat_count, 0) as retrieved_chat_count
      from domains d left join used u on u.domain_id = d.domain_id
      where d.project_id = ${project_id} and d.classification = 'other' and not d.is_classified_by_user
      order by citation_count desc, retrieved_chat_count desc, d.domain_id
      limit ${page.limit} offset ${page.offset}
    )
    select f.*, coalesce(p.pages, '[]') as pages
    from found f
    cross join lateral (
      select json_agg(json_build_object('url', url, 'title', title)) as pages
      from (select url, title from urls where project_id = ${project_id} and domain_id = f.domain_id
        order by title is null, url_id limit 3) few
    ) p
    order by f.citation_count desc, f.retrieved_chat_count desc, f.domain_id`;
  const isWhole = sourcesNeedFacts(query);
  const { rows } = await joinWhole(db, isWhole, () => unclassified.execute(db));
  const counted = await sql<{ count: number }>`
    select count(*) as count from domains where project_id = ${project_id}
      and classification = 'other' and not is_classified_by_user`.execute(db);
  return toPage({ rows, total_count: counted.rows[0]?.count ?? 0 }, page);
}
