import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { columnsOf, eachOf, SUMS, type SumsTable } from "./measures.ts";
import { packCells } from "./packed-cells.ts";
import { CELL_SPANS, SPANS, spanStartOf, spansAround } from "./spans.ts";

type Sql = RawBuilder<unknown>;
/** Whose sums to make, of which days, and how many bits the brands take. */
type Work = { project_id: number; days: readonly string[]; bits: number };

const TABLES = Object.keys(SUMS) as SumsTable[];

/** Rebuilds the sums of some days, for every span; days of a few spans at once are cheapest. */
export async function sumDays(db: Database, tenant: Tenant, days: readonly string[]) {
  const bits = await placeBrands(db, tenant);
  const work = { project_id: tenant.project_id, days, bits };
  for (const table of TABLES) {
    await sql`
      delete from ${sql.table(`${table}_rollup`)}
      where project_id = ${work.project_id} and span = 1
        and start = any(${days}::date[])`.execute(db);
  }
  for (const table of ["answer", "brand"] as const) {
    await sql`${insertInto(table)} ${daySums(table, work)}`.execute(db);
  }
  await sumSources(db, work, "domain");
  await sumSources(db, work, "url");
  await sumGaps(db, work);
  await sumPrompts(db, work);
  for (const [index, span] of SPANS.slice(1).entries()) {
    await sumSpans(db, work, { span, part: SPANS[index] ?? 1 });
  }
  for (const span of CELL_SPANS) {
    await sumCells(db, tenant, { span, days: spansAround(days, { span, part: 1 }).parts });
  }
}

/** Gives every brand of a project its bit; returns how many bits there are. */
async function placeBrands(db: Database, { project_id }: Tenant): Promise<number> {
  const { rows } = await sql<{ bits: number }>`
    with last as (select coalesce(max(place), -1) as place from rollup_brands where project_id = ${project_id}),
    added as (
      insert into rollup_brands (project_id, brand_id, place)
      select b.project_id, b.brand_id, last.place + row_number() over (order by b.brand_id)
      from brands b, last
      where b.project_id = ${project_id}
        and b.brand_id not in (select brand_id from rollup_brands where project_id = ${project_id})
      returning place
    )
    select greatest(0, (select place from last), (select max(place) from added)) + 1
      as bits`.execute(db);
  return rows[0]?.bits ?? 1;
}

/** `insert into` a table of sums all its columns: project, span, start, the key, the sums, the brands. */
export function insertInto(table: SumsTable, as: string = table): Sql {
  const columns = ["project_id", "span", "start", ...SUMS[table].key, ...columnsOf(table)];
  if ("hasBrands" in SUMS[table]) columns.push("brands");
  return sql.raw(`insert into ${table}_rollup as ${as} (${columns.join(", ")})`);
}

/** What rows `f` of facts sum to, column by column. */
function sumsOf(table: SumsTable, project_id: number): Sql {
  return sql.join(eachOf(table, project_id).map((each) => sql`coalesce(sum(${each}), 0)`));
}

const CELL = sql.raw("f.model_id, p.country_code, coalesce(p.topic_id, 0), p.is_branded");

type Days = Pick<Work, "project_id" | "days"> & { prompt_ids?: readonly number[] };

/** The sums of some days by topic and branding, of all prompts or some. */
export function daySums(table: "answer" | "brand", { project_id, days, prompt_ids }: Days): Sql {
  const facts = sql`f.project_id = ${project_id} and f.day = any(${days}::date[])
    ${prompt_ids ? sql`and f.prompt_id = any(${prompt_ids}::integer[])` : sql``}`;
  return table === "answer"
    ? sql`
      select f.project_id, 1, f.day, ${CELL}, ${sumsOf("answer", project_id)}
      from answers f
      join prompts p on p.project_id = f.project_id and p.prompt_id = f.prompt_id
      where ${facts}
      group by 1, 3, 4, 5, 6, 7`
    : sql`
      select f.project_id, 1, f.day, ${CELL}, f.brand_id, ${sumsOf("brand", project_id)}
      from mentions f
      join (${answered(project_id, days, prompt_ids)}) a using (day, model_id, prompt_id, sample)
      join prompts p on p.project_id = f.project_id and p.prompt_id = f.prompt_id
      where ${facts}
      group by 1, 3, 4, 5, 6, 7, 8`;
}

async function sumPrompts(db: Database, { project_id, days }: Work): Promise<void> {
  await sql`
    ${insertInto("prompt")}
    select f.project_id, 1, f.day, f.prompt_id, ${sumsOf("prompt", project_id)}
    from answers f
    where f.project_id = ${project_id} and f.day = any(${days}::date[]) and f.status = 'answered'
    group by 1, 3, 4`.execute(db);
}

async function sumGaps(db: Database, { project_id, days }: Work): Promise<void> {
  const facts = sql`project_id = ${project_id} and day = any(${days}::date[])`;
  await sql`
    ${insertInto("gap")}
    select ${project_id}::integer, 1, f.day, domain_id, ${sumsOf("gap", project_id)}
    from (
      select distinct day, model_id, prompt_id, sample, domain_id from citations
      where ${facts} and cited > 0 and model_id in (
        select model_id from models where project_id = ${project_id} and supports_cited)
    ) c
    join (
      select day, model_id, prompt_id, sample, status, brand_ids from answers
      where ${facts} and status = 'answered' and cardinality(brand_ids) > 0
    ) f using (day, model_id, prompt_id, sample)
    group by f.day, domain_id`.execute(db);
}

/** The keys of usable answers. */
function answered(
  project_id: number,
  days: readonly string[],
  prompt_ids?: readonly number[],
): Sql {
  return sql`select day, model_id, prompt_id, sample from answers
    where project_id = ${project_id} and day = any(${days}::date[]) and status = 'answered'
    ${prompt_ids ? sql`and prompt_id = any(${prompt_ids}::integer[])` : sql``}`;
}

/** Sums per domain or page, by model and (model_id 0) over all models. */
async function sumSources(db: Database, work: Work, kind: "domain" | "url"): Promise<void> {
  const { project_id, days, bits } = work;
  const key = sql.raw(kind === "domain" ? "domain_id" : "url_id, domain_id");
  const zeros = sql.raw(`0::bit(${bits})`);
  // An answer may use several pages of one domain; it has a page only once.
  const merged =
    kind === "domain"
      ? sql`select day, model_id, prompt_id, sample, ${key}, sum(retrieved) as retrieved, sum(cited) as cited
          from citations where project_id = ${project_id} and day = any(${days}::date[])
          group by day, model_id, prompt_id, sample, ${key}`
      : sql`select day, model_id, prompt_id, sample, ${key}, retrieved, cited
          from citations where project_id = ${project_id} and day = any(${days}::date[])`;
  await sql`
    with named as (
      select m.day, m.model_id, m.prompt_id, m.sample, bit_or(b.mask) as brands
      from mentions m
      join (select brand_id, set_bit(${zeros}, place, 1) as mask from rollup_brands
        where project_id = ${project_id}) b using (brand_id)
      where m.project_id = ${project_id} and m.day = any(${days}::date[])
      group by m.day, m.model_id, m.prompt_id, m.sample
    )
    ${insertInto(kind)}
    select ${project_id}::integer, 1, day, coalesce(model_id, 0), ${key}, ${sumsOf(kind, project_id)},
      coalesce(bit_or(brands), ${zeros})
    from (${merged}) f
    join (${answered(project_id, days)}) a using (day, model_id, prompt_id, sample)
    left join named using (day, model_id, prompt_id, sample)
    where model_id in (select model_id from models where project_id = ${project_id}
      and (supports_retrieved or supports_cited))
    group by grouping sets ((day, model_id, ${key}), (day, ${key}))`.execute(db);
}

/** Rebuilds the rows of `span` days around some days from the rows of the next shorter span, `part`. */
async function sumSpans(
  db: Database,
  work: Work,
  { span, part }: { span: number; part: number },
): Promise<void> {
  const { project_id, days, bits } = work;
  const { starts, parts } = spansAround(days, { span, part });
  const bucket = spanStartOf("start", span);
  for (const name of TABLES) {
    const table = sql.table(`${name}_rollup`);
    const key = sql.raw(SUMS[name].key.join(", "));
    const sums = columnsOf(name).map((column) => `sum(${column})`);
    if ("hasBrands" in SUMS[name]) sums.push(`bit_or(brands::bit(${bits}))`);
    await sql`
      delete from ${table}
      where project_id = ${project_id} and span = ${span}
        and start = any(${starts}::date[])`.execute(db);
    await sql`
      ${insertInto(name)}
      select ${project_id}::integer, ${span}::smallint, ${bucket}, ${key}, ${sql.raw(sums.join(", "))}
      from ${table}
      where project_id = ${project_id} and span = ${part} and start = any(${parts}::date[])
      group by 3, ${key}`.execute(db);
  }
}

/** Rebuilds the cells of all days of some spans from the facts. */
async function sumCells(
  db: Database,
  { project_id }: Tenant,
  { span, days }: { span: (typeof CELL_SPANS)[number]; days: readonly string[] },
): Promise<void> {
  const facts = sql`project_id = ${project_id} and day = any(${days}::date[])`;
  const key = sql`${spanStartOf("day", span)} as start, day, model_id, prompt_id, sample`;
  const packed = packCells({
    answers: sql`(select ${key} from answers where ${facts} and status = 'answered')`,
    mentions: sql`(select ${key}, brand_id, position, sentiment from mentions where ${facts}
      and (day, model_id, prompt_id, sample) not in (
        select day, model_id, prompt_id, sample from answers where ${facts} and status <> 'answered'))`,
    by: ["start"],
  });
  await sql`
    delete from cell_rollup where project_id = ${project_id} and span = ${span}
      and start = any(${days}::date[])`.execute(db);
  await sql`
    insert into cell_rollup (project_id, span, start, model_id, cells)
    select ${project_id}::integer, ${span}::smallint, start, model_id, cells
    from (${packed}) packed`.execute(db);
}
