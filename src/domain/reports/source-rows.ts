import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { promptConditions } from "./brand-rows.ts";
import { cellConditions, dimensionColumns, rollupRows, tagJoin, where } from "./cells.ts";
import { finishedRows } from "./finished-rows.ts";
import type { ReportQuery } from "./report-query.ts";

type Sql = RawBuilder<unknown>;
export type SourceKind = "domain" | "url";

/** A row of the domain or URL report as the database gives it. */
export type SourceRow = {
  id: number;
  domain: string;
  classification: string;
  url: string;
  title: string | null;
  page_type: string;
  retrieved_percentage: number | null;
  retrieved_chat_count: number;
  cited_percentage: number | null;
  cited_chat_count: number;
  total_chat_count: number;
  retrieval_count: number;
  citation_count: number;
  retrieval_rate: number | null;
  citation_rate: number | null;
} & Record<string, unknown>;

export const SOURCE_ORDERS = [
  "retrieved_percentage",
  "retrieved_chat_count",
  "cited_percentage",
  "cited_chat_count",
  "total_chat_count",
  "retrieval_count",
  "citation_count",
  "retrieval_rate",
  "citation_rate",
] as const;

const SUMS = "retrieved_answers, cited_answers, retrievals, citations";
const ANSWER_COLUMNS = sql.raw("start, model_id, country_code, topic_id, is_branded, answers");

/** True when rollups of sources, which know models and days only, cannot answer. */
export function sourcesNeedFacts({ dimensions, filters, branded }: ReportQuery): boolean {
  const known = [
    "model_id",
    "date",
    "week",
    "month",
    "domain",
    "classification",
    "url",
    "page_type",
  ];
  const named = [...dimensions, ...filters.map(({ field }) => field)];
  return branded !== "include" || named.some((field) => !known.includes(field));
}

/** One page of domains or URLs by how answers use them, and how many rows there are in all. */
export async function readSourceRows(
  db: Database,
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Promise<{ rows: SourceRow[]; total_count: number }> {
  const { names, list } = dimensionColumns(query.dimensions);
  const by = sql.raw(names.length > 0 ? `group by ${list}` : "");
  const dims = sql.raw(names.map((name) => `${name}, `).join(""));
  const onDims = sql.raw(
    names.length > 0 ? names.map((name) => `g.${name} = f.${name}`).join(" and ") : "true",
  );
  const id = sql.raw(`${kind}_id`);
  const rows = sql`
    with answer_cells as (${answerCells(tenant, query)}),
    source_cells as (${sourceCells(tenant, { kind, query })}),
    groups as (select ${dims} coalesce(sum(answers), 0)::bigint as total from answer_cells ${by}),
    found as (
      select ${dims} ${id} as id, sum(retrieved_answers)::bigint as retrieved_answers,
        sum(cited_answers)::bigint as cited_answers, sum(retrievals)::bigint as retrievals,
        sum(citations)::bigint as citations
      from source_cells group by ${dims} ${id}
    )
    select f.*, ${describe(kind)},
      f.retrieved_answers::float8 / nullif(g.total, 0) as retrieved_percentage,
      f.retrieved_answers as retrieved_chat_count,
      f.cited_answers::float8 / nullif(g.total, 0) as cited_percentage,
      f.cited_answers as cited_chat_count, g.total as total_chat_count,
      f.retrievals as retrieval_count, f.citations as citation_count,
      f.retrievals::float8 / nullif(g.total, 0) as retrieval_rate,
      f.citations::float8 / nullif(f.retrievals, 0) as citation_rate
    from found f
    join groups g on ${onDims}
    ${joinNames(tenant, kind)}
    ${where(sourceConditions(query))}`;
  const tail = sql.raw(["retrieval_count desc", "id", ...names].join(", "));
  return finishedRows<SourceRow>(db, { rows, query, first: "citation_count", tail });
}

function describe(kind: SourceKind): Sql {
  return kind === "domain"
    ? sql`d.domain, d.classification`
    : sql`u.url, u.title, u.page_type, d.domain, d.classification`;
}

function joinNames({ project_id }: Tenant, kind: SourceKind): Sql {
  const domain = sql`join domains d on d.project_id = ${project_id} and d.domain_id =`;
  return kind === "domain"
    ? sql`${domain} f.id`
    : sql`join urls u on u.project_id = ${project_id} and u.url_id = f.id ${domain} u.domain_id`;
}

/** The filters on sources themselves, which act on whole rows. */
function sourceConditions({ filters }: ReportQuery): Sql[] {
  const columns: Record<string, string> = {
    domain: "d.domain",
    classification: "d.classification",
    url: "u.url",
    page_type: "u.page_type",
  };
  return filters.flatMap(({ field, operator, values }) => {
    const column = columns[field];
    if (!column) return [];
    const not = operator === "not_in" ? sql`not` : sql``;
    return [sql`${not} ${sql.ref(column)} = any(${values}::text[])`];
  });
}

/** Usable answers of models that can report sources, by the query's dimensions. */
function answerCells(tenant: Tenant, query: ReportQuery): Sql {
  const { select } = dimensionColumns(query.dimensions);
  const chosen = sql.raw(select.map((column) => `${column}, `).join(""));
  const able = sql`model_id in (select model_id from models where project_id = ${tenant.project_id}
    and (supports_retrieved or supports_cited))`;
  const conditions = [able, ...cellConditions(tenant, query)];
  const named = [...query.dimensions, ...query.filters.map(({ field }) => field)];
  if (!named.some((field) => field === "prompt_id" || field === "tag_id")) {
    const rows = rollupRows("answer_rollup", ANSWER_COLUMNS, { ...tenant, query });
    return sql`select ${chosen} answers from ${rows} c ${where(conditions)}`;
  }
  return sql`
    select ${chosen} answers from (
      select a.day as start, a.model_id, a.prompt_id, p.country_code, coalesce(p.topic_id, 0) as topic_id,
        p.is_branded, ${query.dimensions.includes("tag_id") ? sql`t.tag_id,` : sql``} a.answers
      from (
        select day, model_id, prompt_id, count(*) as answers from answers
        where project_id = ${tenant.project_id} and status = 'answered'
          and day between ${query.date_from}::date and ${query.date_to}::date
          ${promptConditions(tenant, query)}
        group by day, model_id, prompt_id
      ) a
      join prompts p on p.project_id = ${tenant.project_id} and p.prompt_id = a.prompt_id
      ${tagJoin(tenant, query, "a.prompt_id")}
    ) c ${where(conditions)}`;
}

/** Uses of sources by the query's dimensions. */
function sourceCells(
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Sql {
  const { select } = dimensionColumns(query.dimensions);
  const chosen = sql.raw([...select, `${kind}_id`, SUMS].join(", "));
  if (sourcesNeedFacts(query)) {
    return sql`select ${chosen} from (${factCells(tenant, { kind, query })}) c
      ${where(cellConditions(tenant, query))}`;
  }
  const byModel = [...query.dimensions, ...query.filters.map(({ field }) => field)].includes(
    "model_id",
  );
  // model_id 0 holds the sums over all models.
  const models = byModel ? sql`model_id <> 0` : sql`model_id = 0`;
  const columns = sql.raw(`start, model_id, ${kind}_id, ${SUMS}`);
  const rows = rollupRows(`${kind}_rollup`, columns, { ...tenant, query });
  return sql`select ${chosen} from ${rows} c
    ${where([models, ...(byModel ? cellConditions(tenant, query) : [])])}`;
}

/** Uses of sources from the facts: one row per day, model, prompt and source. */
function factCells(tenant: Tenant, { kind, query }: { kind: SourceKind; query: ReportQuery }): Sql {
  const id = sql.raw(`${kind}_id`);
  return sql`
    select s.day as start, s.model_id, s.prompt_id, p.country_code, coalesce(p.topic_id, 0) as topic_id,
      p.is_branded, ${query.dimensions.includes("tag_id") ? sql`t.tag_id,` : sql``} s.${id},
      s.retrieved_answers, s.cited_answers, s.retrievals, s.citations
    from (
      select day, model_id, prompt_id, ${id}, count(*) filter (where retrieved > 0) as retrieved_answers,
        count(*) filter (where cited > 0) as cited_answers, sum(retrieved) as retrievals,
        sum(cited) as citations
      from (
        select c.day, c.model_id, c.prompt_id, c.sample, c.${id}, sum(c.retrieved) as retrieved,
          sum(c.cited) as cited
        from citations c
        join models o on o.project_id = c.project_id and o.model_id = c.model_id
          and (o.supports_retrieved or o.supports_cited)
        join answers a on a.project_id = c.project_id and a.day = c.day and a.model_id = c.model_id
          and a.prompt_id = c.prompt_id and a.sample = c.sample and a.status = 'answered'
        where c.project_id = ${tenant.project_id}
          and c.day between ${query.date_from}::date and ${query.date_to}::date
          ${promptConditions(tenant, query, "c")}
        group by c.day, c.model_id, c.prompt_id, c.sample, c.${id}
      ) one
      group by day, model_id, prompt_id, ${id}
    ) s
    join prompts p on p.project_id = ${tenant.project_id} and p.prompt_id = s.prompt_id
    ${tagJoin(tenant, query, "s.prompt_id")}`;
}

/** The brands that answers using some sources mention, by source. */
export async function readSourceBrands(
  db: Database,
  tenant: Tenant,
  { kind, query, ids }: { kind: SourceKind; query: ReportQuery; ids: readonly number[] },
): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map();
  const id = sql.raw(`${kind}_id`);
  const whole = { ...query, dimensions: [] };
  const pairs = sourcesNeedFacts(query)
    ? sql`
      select distinct f.id, m.brand_id from (
        select c.day, c.model_id, c.prompt_id, c.sample, c.${id} as id, p.country_code,
          coalesce(p.topic_id, 0) as topic_id, p.is_branded
        from citations c
        join prompts p on p.project_id = c.project_id and p.prompt_id = c.prompt_id
        where c.project_id = ${tenant.project_id} and c.${id} = any(${ids}::integer[])
          and c.day between ${query.date_from}::date and ${query.date_to}::date
      ) f
      join mentions m on m.project_id = ${tenant.project_id} and m.day = f.day
        and m.model_id = f.model_id and m.prompt_id = f.prompt_id and m.sample = f.sample
      ${where(factConditions(tenant, whole))}`
    : sql`
      select distinct r.id, brand_id
      from ${rollupRows(`${kind}_rollup`, sql.raw(`${kind}_id as id, model_id, brand_ids`), { ...tenant, query: whole })} r,
        unnest(r.brand_ids) as brand_id
      where r.model_id = 0 and r.id = any(${ids}::integer[])`;
  const { rows } = await sql<{ id: number; brand_ids: number[] }>`
    select id, array_agg(brand_id order by brand_id) as brand_ids from (${pairs}) pairs
    group by id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.brand_ids]));
}

/** The conditions of a query on rows named `f`. */
function factConditions(tenant: Tenant, query: ReportQuery): Sql[] {
  const conditions = cellConditions(tenant, query);
  if (conditions.length === 0) return [];
  return [
    sql`exists (select from (select f.model_id, f.prompt_id, f.country_code, f.topic_id, f.is_branded) c
      ${where(conditions)})`,
  ];
}
