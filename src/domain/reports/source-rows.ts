import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { answerCells } from "./brand-rows.ts";
import {
  cellConditions,
  dimensionColumns,
  factCondition,
  factRows,
  keysOf,
  rollupRows,
  where,
} from "./cells.ts";
import { finishedRows } from "./finished-rows.ts";
import type { Dimension, ReportQuery } from "./report-query.ts";

type Sql = RawBuilder<unknown>;
export type SourceKind = "domain" | "url";

type Names = {
  domain: string;
  classification: string;
  url: string;
  title: string | null;
  page_type: string;
};
type Counted = {
  id: number;
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
/** A row of the domain or URL report as the database gives it. */
export type SourceRow = Counted & Names;

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

/** What is told from the counts of a row, for the rows of the page alone. */
const RATIOS = {
  retrieved_percentage: "retrieved_chat_count::float8 / nullif(total_chat_count, 0)",
  cited_percentage: "cited_chat_count::float8 / nullif(total_chat_count, 0)",
  retrieval_rate: "retrieval_count::float8 / nullif(total_chat_count, 0)",
  citation_rate: "citation_count::float8 / nullif(retrieval_count, 0)",
};
const SUMS = "retrieved_answers, cited_answers, retrievals, citations";

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

/**
 * One page of domains or URLs by how answers use them, and how many rows there are in all; `of`: the counterparts of
 * these rows instead, with zeros where answers used nothing of them.
 */
export async function readSourceRows(
  db: Database,
  tenant: Tenant,
  { kind, query, of }: { kind: SourceKind; query: ReportQuery; of?: readonly SourceRow[] },
): Promise<{ rows: SourceRow[]; total_count: number }> {
  const { names, list } = dimensionColumns(query.dimensions);
  const by = sql.raw(names.length > 0 ? `group by ${list}` : "");
  const dims = sql.raw(names.map((name) => `${name}, `).join(""));
  const onDims = sql.raw(
    names.length > 0 ? names.map((name) => `g.${name} = f.${name}`).join(" and ") : "true",
  );
  const id = sql.raw(`${kind}_id`);
  const conditions = sourceConditions(query);
  const answers = { facts: sourcesNeedFacts(query), also: [ableModels(tenant)] };
  const rows = sql`
    with answer_cells as (${answerCells(tenant, query, answers)}),
    source_cells as (${sourceCells(tenant, { kind, query })}),
    groups as (select ${dims} coalesce(sum(answers), 0)::bigint as total from answer_cells ${by}),
    found as (
      select ${dims} ${id} as id, sum(retrieved_answers)::bigint as retrieved_chat_count,
        sum(cited_answers)::bigint as cited_chat_count, sum(retrievals)::bigint as retrieval_count,
        sum(citations)::bigint as citation_count
      from source_cells ${of ? sql`where ${id} = any(${of.map((row) => row.id)}::integer[])` : sql``}
      group by ${dims} ${id}
    )${of ? sql`, counted as (${withZeros(of, names)})` : sql``}
    select f.*, g.total as total_chat_count
    from ${sql.raw(of ? "counted" : "found")} f
    join groups g on ${onDims}
    ${conditions.length > 0 ? joinNames(tenant, kind) : sql``} ${where(conditions)}`;
  const tail = sql.raw(["retrieval_count desc", "id", ...names].join(", "));
  const finished = await finishedRows<Counted>(db, {
    ...{ rows, query, tail },
    first: "citation_count",
    derived: RATIOS,
  });
  const named = await readNames(db, tenant, { kind, ids: finished.rows.map((row) => row.id) });
  return {
    total_count: finished.total_count,
    rows: finished.rows.map((row): SourceRow => Object.assign(row, named.get(row.id) ?? NAMELESS)),
  };
}

/** What was found of some rows, and zeros where nothing was. */
function withZeros(of: readonly SourceRow[], names: readonly Dimension[]): Sql {
  const keys = ["id", ...names];
  const counts = ["retrieved_chat_count", "cited_chat_count", "retrieval_count", "citation_count"];
  const columns = [...keys, ...counts.map((name) => `coalesce(${name}, 0) as ${name}`)];
  return sql`select ${sql.raw(columns.join(", "))} from ${keysOf(of, keys)}
    left join found using (${sql.raw(keys.join(", "))})`;
}

/** Of a source that was deleted between the two reads. */
const NAMELESS: Names = {
  domain: "",
  classification: "other",
  url: "",
  title: null,
  page_type: "other",
};

/** What the sources of one page are called: read for them alone, not for the thousands they were chosen from. */
async function readNames(
  db: Database,
  { project_id }: Tenant,
  { kind, ids }: { kind: SourceKind; ids: readonly number[] },
): Promise<Map<number, Names>> {
  const { rows } =
    kind === "domain"
      ? await sql<Names & { id: number }>`
          select domain_id as id, domain, classification, '' as url, null as title, '' as page_type
          from domains where project_id = ${project_id} and domain_id = any(${ids}::integer[])`.execute(
          db,
        )
      : await sql<Names & { id: number }>`
          select u.url_id as id, u.url, u.title, u.page_type, d.domain, d.classification from urls u
          join domains d on d.project_id = u.project_id and d.domain_id = u.domain_id
          where u.project_id = ${project_id} and u.url_id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
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

/** Models that can report sources. */
export function ableModels({ project_id }: Tenant): Sql {
  return sql`model_id = any(array(select model_id from models where project_id = ${project_id}
    and (supports_retrieved or supports_cited)))`;
}

/** Uses of sources by the query's dimensions. */
function sourceCells(
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Sql {
  const { select } = dimensionColumns(query.dimensions);
  const chosen = sql.raw([...select, `${kind}_id`, SUMS].join(", "));
  if (sourcesNeedFacts(query)) {
    const columns = sql`f.${sql.raw(kind)}_id, (f.retrieved > 0)::integer as retrieved_answers,
      (f.cited > 0)::integer as cited_answers, f.retrieved as retrievals, f.cited as citations`;
    const facts = sourceFacts(tenant, { kind, query });
    return sql`select ${chosen} from ${factRows(tenant, query.dimensions, { facts, columns })} c`;
  }
  const columns = sql.raw(`start, model_id, ${kind}_id, ${SUMS}`);
  const rows = rollupRows(`${kind}_rollup`, columns, { ...tenant, query });
  return sql`select ${chosen} from ${rows} c ${where(modelConditions(tenant, query))}`;
}

/** Which rows of a rollup of sources a query means; those of model 0 hold the sums over all models. */
export function modelConditions(tenant: Tenant, query: ReportQuery): Sql[] {
  const named = [...query.dimensions, ...query.filters.map(({ field }) => field)];
  if (!named.includes("model_id")) return [sql`model_id = 0`];
  return [sql`model_id <> 0`, ...cellConditions(tenant, query)];
}

/** Uses of sources as facts: one row per usable answer and source. */
function sourceFacts(
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Sql {
  const chosen = sql`citations f where ${factCondition(tenant, query)} and ${ableModels(tenant)}
    and ${isUsable(tenant, query)}`;
  if (kind === "url") return sql`select * from ${chosen}`;
  // An answer may use several pages of one domain.
  return sql`select day, model_id, prompt_id, sample, domain_id,
      sum(retrieved)::integer as retrieved, sum(cited)::integer as cited
    from ${chosen} group by day, model_id, prompt_id, sample, domain_id`;
}

/**
 * That the answer behind a row `f` is none of the few without a usable text, which have an index of their own. As `not
 * in` they are hashed once, whatever the planner takes their number for.
 */
export function isUsable({ project_id }: Tenant, { date_from, date_to }: ReportQuery): Sql {
  return sql`(f.day, f.model_id, f.prompt_id, f.sample) not in (
    select day, model_id, prompt_id, sample from answers where project_id = ${project_id}
      and day between ${date_from}::date and ${date_to}::date and status <> 'answered')`;
}
