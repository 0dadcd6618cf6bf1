import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Dimension, dimensionColumns } from "#domain/sums/dimensions.ts";
import { columnsOf, eachOf, SOURCE_MEASURES, type SourceNumbers } from "#domain/sums/measures.ts";
import { factCondition } from "#domain/sums/scope-conditions.ts";
import { factRows, keysOf, where } from "#domain/sums/sum-rows.ts";
import { answerCells } from "./brand-rows.ts";
import { finishedRows } from "./finished-rows.ts";
import type { ReportQuery } from "./report-query.ts";
import { sourcesNeedFacts, sumConditions, summedRows } from "./summed-sources.ts";

type Sql = RawBuilder<unknown>;
export type SourceKind = "domain" | "url";

type Names = {
  domain: string;
  classification: string;
  url: string;
  title: string | null;
  page_type: string;
};
type Counted = { id: number } & SourceNumbers & Record<string, unknown>;
/** A row of the domain or URL report as the database gives it. */
export type SourceRow = Counted & Names;

type Measure = { sum?: string; value?: string; total?: true };
const MEASURES = Object.entries<Measure>(SOURCE_MEASURES);
/** What is computed from the counts of a row, for the rows of the page alone. */
const RATIOS = Object.fromEntries(
  MEASURES.flatMap(([name, { value }]) => (value ? [[name, value]] : [])),
);
/** The counts that are sums of a column. */
const COUNTS = MEASURES.flatMap(([name, { sum }]) => (sum ? [{ name, sum }] : []));

/**
 * One page of domains or URLs by how answers use them, and how many rows there are in all; `of`: the counterparts of
 * these rows instead, with zeros where answers used nothing of them.
 */
export async function readSourceRows(
  db: Database,
  tenant: Tenant,
  asked: { kind: SourceKind; query: ReportQuery; of?: readonly SourceRow[] },
): Promise<{ rows: SourceRow[]; total_count: number }> {
  const { rows, total_count } = await countSources(db, tenant, asked);
  return { rows: await nameSources(db, tenant, { kind: asked.kind, rows }), total_count };
}

/** The same without what the sources are called. */
export async function countSources(
  db: Database,
  tenant: Tenant,
  { kind, query, of }: { kind: SourceKind; query: ReportQuery; of?: readonly Counted[] },
): Promise<{ rows: Counted[]; total_count: number }> {
  const { names, list } = dimensionColumns(query.dimensions);
  const by = sql.raw(names.length > 0 ? `group by ${list}` : "");
  const dims = sql.raw(names.map((name) => `${name}, `).join(""));
  const onDims = sql.raw(
    names.length > 0 ? names.map((name) => `g.${name} = f.${name}`).join(" and ") : "true",
  );
  const id = sql.raw(`${kind}_id`);
  const conditions = sourceConditions(query);
  // Read first: what names sums and facts alone goes whole to where a cluster keeps them.
  const able = await listAbleModels(db, tenant);
  const answers = {
    facts: sourcesNeedFacts(query),
    also: [sql`c.model_id = any(${able}::integer[])`],
  };
  const sums = COUNTS.map(({ name, sum }) => `sum(${sum})::bigint as ${name}`);
  // Where sums are taken off others, what only those answers use leaves zeros.
  const used = query.branded === "exclude" ? sql`having sum(answers) > 0` : sql``;
  const rows = sql`
    with answer_cells as (${answerCells(tenant, query, answers)}),
    source_cells as (${sourceCells(tenant, { kind, query, able })}),
    groups as materialized (select ${dims} coalesce(sum(answers), 0)::bigint as total from answer_cells ${by}),
    found as (
      select ${dims} ${id} as id, ${sql.raw(sums.join(", "))}
      from source_cells ${of ? sql`where ${id} = any(${of.map((row) => row.id)}::integer[])` : sql``}
      group by ${dims} ${id} ${used}
    )${of ? sql`, counted as (${withZeros(of, names)})` : sql``}
    select f.*, g.total as total_chat_count
    from ${sql.raw(of ? "counted" : "found")} f
    join groups g on ${onDims}
    ${conditions.length > 0 ? joinNames(tenant, kind) : sql``} ${where(conditions)}`;
  const tail = sql.raw(["retrieval_count desc", "id", ...names].join(", "));
  return finishedRows<Counted>(db, {
    ...{ rows, query, tail },
    first: "citation_count",
    derived: RATIOS,
  });
}

/**
 * How many usable answers could report sources, and how many of them use each domain, by its number; `facts`: counted in
 * the answers themselves.
 */
export async function countUses(
  db: Database,
  tenant: Tenant,
  { facts, ...given }: ReportQuery & { facts: boolean },
): Promise<{ answers: number; uses: Map<number, number> }> {
  const query = { ...given, dimensions: [] };
  const able = await listAbleModels(db, tenant);
  const of = { facts, also: [sql`c.model_id = any(${able}::integer[])`] };
  const all = await sql<{ answers: number }>`
    select coalesce(sum(answers), 0)::integer as answers
    from (${answerCells(tenant, query, of)}) c`.execute(db);
  const rows = await rowsOf<{ id: number; answers: number }>(db)`
    select domain_id as id, sum(answers)::integer as answers
    from (${sourceCells(tenant, { kind: "domain", query, able, facts })}) c
    group by domain_id having sum(answers) > 0`;
  return {
    answers: all.rows[0]?.answers ?? 0,
    uses: new Map(rows.map(({ id, answers }) => [id, answers])),
  };
}

/** What was found of some rows, and zeros where nothing was. */
function withZeros(of: readonly Counted[], names: readonly Dimension[]): Sql {
  const keys = ["id", ...names];
  const counts = COUNTS.map(({ name }) => `coalesce(${name}, 0) as ${name}`);
  const columns = [...keys, ...counts];
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

/** Rows with what their sources are called: read for them alone, not for the thousands they were chosen from. */
export async function nameSources<Row extends { id: number }>(
  db: Database,
  { project_id }: Tenant,
  { kind, rows }: { kind: SourceKind; rows: readonly Row[] },
): Promise<(Row & Names)[]> {
  const ids = rows.map(({ id }) => id);
  const found =
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
  const named = new Map(found.rows.map((names) => [names.id, names]));
  return rows.map((row) => Object.assign(row, named.get(row.id) ?? NAMELESS));
}

function joinNames({ project_id }: Tenant, kind: SourceKind): Sql {
  const domain = sql`join domains d on d.project_id = ${project_id} and d.domain_id =`;
  return kind === "domain"
    ? sql`${domain} f.id`
    : sql`join urls u on u.project_id = ${project_id} and u.url_id = f.id ${domain} u.domain_id`;
}

/** The filters on sources themselves, which act on whole rows. */
function sourceConditions({ rows }: ReportQuery): Sql[] {
  const columns: Record<string, string> = {
    domain: "d.domain",
    classification: "d.classification",
    url: "u.url",
    page_type: "u.page_type",
  };
  return rows.flatMap(({ field, operator, values }) => {
    const column = columns[field];
    if (!column) return [];
    const not = operator === "not_in" ? sql`not` : sql``;
    return [sql`${not} ${sql.ref(column)} = any(${values}::text[])`];
  });
}

/** The models that can report sources. */
export async function listAbleModels(db: Database, { project_id }: Tenant): Promise<number[]> {
  const rows = await rowsOf<{ model_id: number }>(db)`
    select model_id from models
    where project_id = ${project_id} and (supports_retrieved or supports_cited)`;
  return rows.map(({ model_id }) => model_id);
}

/** That rows `of` are of models that can report sources. */
export function ableModels({ project_id }: Tenant, of: string): Sql {
  return sql`${sql.ref(`${of}.model_id`)} = any(array(select model_id from models
    where project_id = ${project_id} and (supports_retrieved or supports_cited)))`;
}

/** Uses of sources by the query's dimensions. */
export function sourceCells(
  tenant: Tenant,
  {
    kind,
    query,
    able,
    facts: isFromFacts = sourcesNeedFacts(query),
  }: { kind: SourceKind; query: ReportQuery; able: readonly number[]; facts?: boolean },
): Sql {
  const { select } = dimensionColumns(query.dimensions);
  const names = columnsOf(kind);
  const chosen = sql.raw([...select, `${kind}_id`, ...names].join(", "));
  if (!isFromFacts) {
    const rows = summedRows(tenant, { kind, query });
    return sql`select ${chosen} from ${rows} c ${where(sumConditions(tenant, { query, able, of: "c" }))}`;
  }
  const each = eachOf(kind, tenant.project_id).map(
    (value, index) => sql`${value} as ${sql.ref(names[index] ?? "")}`,
  );
  const columns = sql.join([sql.ref(`f.${kind}_id`), ...each]);
  const facts = sourceFacts(tenant, { kind, query });
  return sql`select ${chosen} from ${factRows(tenant, query, { facts, columns, isAnswer: false })} c`;
}

/** The condition on citations `of` that they are in usable answers of a query, by models that can report them. */
export function sourceCondition(tenant: Tenant, query: ReportQuery, of: string): Sql {
  return sql`${factCondition(tenant, query, { of, isAnswer: false })} and ${ableModels(tenant, of)}
    and ${isUsable(tenant, query, of)}`;
}

/** Uses of sources as facts: one row per usable answer and source. */
function sourceFacts(
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Sql {
  const chosen = sql`citations f where ${sourceCondition(tenant, query, "f")}`;
  if (kind === "url") return sql`select * from ${chosen}`;
  // An answer may use several pages of one domain.
  return sql`select day, model_id, prompt_id, sample, domain_id,
      sum(retrieved)::integer as retrieved, sum(cited)::integer as cited
    from ${chosen} group by day, model_id, prompt_id, sample, domain_id`;
}

/**
 * That the answer behind a row `of` is none of the few without a usable text, which have an index of their own. As `not
 * in` they are hashed once, whatever the planner takes their number for.
 */
export function isUsable(
  { project_id }: Tenant,
  { date_from, date_to }: ReportQuery,
  of: string,
): Sql {
  const key = sql.join(
    ["day", "model_id", "prompt_id", "sample"].map((name) => sql.ref(`${of}.${name}`)),
  );
  return sql`(${key}) not in (
    select day, model_id, prompt_id, sample from answers where project_id = ${project_id}
      and day between ${date_from}::date and ${date_to}::date and status <> 'answered')`;
}
