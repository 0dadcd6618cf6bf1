import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { withOwn, withoutOwn } from "./named-answers.ts";
import { CELL_SPANS, SPANS, spanStartOf, spansAround } from "./spans.ts";
import { sumCells } from "./sum-cells.ts";

type Sql = RawBuilder<unknown>;
/** Whose sums to make, of which days, and how many bits the brands take. */
type Work = { project_id: number; days: readonly string[]; bits: number };

const CELL = "model_id, country_code, topic_id, is_branded";
const USES = ["retrieved_answers", "cited_answers", "retrievals", "citations"];
const TABLES = {
  answer: {
    key: CELL,
    columns: ["answers", "no_answer", "refused", "error", "without_own", "with_own"],
  },
  brand: {
    key: `${CELL}, brand_id`,
    columns: [
      ...["answers", "mention_count", "position_sum", "first_count"],
      ...["sentiment_sum", "sentiment_count"],
    ],
  },
  domain: { key: "model_id, domain_id", columns: USES },
  url: { key: "model_id, url_id, domain_id", columns: USES },
  gap: { key: "domain_id", columns: ["without_own", "with_own"] },
  prompt: { key: "prompt_id", columns: ["answers", "without_own", "with_own"] },
} as const;

/** Rebuilds the sums of some days, for every span; days of a few spans at once are cheapest. */
export async function sumDays(db: Database, tenant: Tenant, days: readonly string[]) {
  const bits = await placeBrands(db, tenant);
  const work = { project_id: tenant.project_id, days, bits };
  for (const table of Object.keys(TABLES)) {
    await sql`
      delete from ${sql.table(`${table}_rollup`)}
      where project_id = ${work.project_id} and span = 1 and start = any(${days}::date[])`.execute(
      db,
    );
  }
  await sumAnswers(db, work);
  await sumBrands(db, work);
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
    select greatest(0, (select place from last), (select max(place) from added)) + 1 as bits`.execute(
    db,
  );
  return rows[0]?.bits ?? 1;
}

async function sumAnswers(db: Database, { project_id, days }: Work): Promise<void> {
  await sql`
    insert into answer_rollup (project_id, span, start, ${sql.raw(CELL)}, answers, no_answer, refused, error,
      without_own, with_own)
    select a.project_id, 1, a.day, a.model_id, p.country_code, coalesce(p.topic_id, 0), p.is_branded,
      count(*) filter (where a.status = 'answered'), count(*) filter (where a.status = 'no_answer'),
      count(*) filter (where a.status = 'refused'), count(*) filter (where a.status = 'error'),
      ${withoutAndWithOwn(project_id)}
    from answers a
    join prompts p on p.project_id = a.project_id and p.prompt_id = a.prompt_id
    where a.project_id = ${project_id} and a.day = any(${days}::date[])
    group by 1, 3, 4, 5, 6, 7`.execute(db);
}

async function sumBrands(db: Database, { project_id, days }: Work): Promise<void> {
  await sql`
    insert into brand_rollup (project_id, span, start, ${sql.raw(CELL)}, brand_id, answers, mention_count,
      position_sum, first_count, sentiment_sum, sentiment_count)
    select m.project_id, 1, m.day, m.model_id, p.country_code, coalesce(p.topic_id, 0), p.is_branded,
      m.brand_id, count(*), sum(m.mention_count), sum(m.position), count(*) filter (where m.position = 1),
      coalesce(sum(m.sentiment), 0), count(m.sentiment)
    from mentions m
    join (${answered(project_id, days)}) a using (day, model_id, prompt_id, sample)
    join prompts p on p.project_id = m.project_id and p.prompt_id = m.prompt_id
    where m.project_id = ${project_id} and m.day = any(${days}::date[])
    group by 1, 3, 4, 5, 6, 7, 8`.execute(db);
}

/** Of usable answers `a` that name brands, how many go without the own one, and how many name it. */
function withoutAndWithOwn(project_id: number): Sql {
  return sql`count(*) filter (where ${withoutOwn(project_id)}), count(*) filter (where ${withOwn(project_id)})`;
}

async function sumPrompts(db: Database, { project_id, days }: Work): Promise<void> {
  await sql`
    insert into prompt_rollup (project_id, span, start, prompt_id, answers, without_own, with_own)
    select project_id, 1, day, prompt_id, count(*), ${withoutAndWithOwn(project_id)}
    from answers a
    where project_id = ${project_id} and day = any(${days}::date[]) and status = 'answered'
    group by 1, 3, 4`.execute(db);
}

async function sumGaps(db: Database, { project_id, days }: Work): Promise<void> {
  const facts = sql`project_id = ${project_id} and day = any(${days}::date[])`;
  await sql`
    insert into gap_rollup (project_id, span, start, domain_id, without_own, with_own)
    select ${project_id}::integer, 1, a.day, domain_id, ${withoutAndWithOwn(project_id)}
    from (
      select distinct day, model_id, prompt_id, sample, domain_id from citations
      where ${facts} and cited > 0 and model_id in (
        select model_id from models where project_id = ${project_id} and supports_cited)
    ) c
    join (
      select day, model_id, prompt_id, sample, status, brand_ids from answers
      where ${facts} and status = 'answered' and cardinality(brand_ids) > 0
    ) a using (day, model_id, prompt_id, sample)
    group by a.day, domain_id`.execute(db);
}

/** The keys of usable answers. */
function answered(project_id: number, days: readonly string[]): Sql {
  return sql`select day, model_id, prompt_id, sample from answers
    where project_id = ${project_id} and day = any(${days}::date[]) and status = 'answered'`;
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
    insert into ${sql.table(`${kind}_rollup`)} (project_id, span, start, model_id, ${key},
      ${sql.raw(USES.join(", "))}, brands)
    select ${project_id}::integer, 1, day, coalesce(model_id, 0), ${key},
      count(*) filter (where retrieved > 0), count(*) filter (where cited > 0),
      sum(retrieved), sum(cited), coalesce(bit_or(brands), ${zeros})
    from (${merged}) c
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
  for (const [name, { key, columns }] of Object.entries(TABLES)) {
    const table = sql.table(`${name}_rollup`);
    const isSource = name === "domain" || name === "url";
    const sums = columns.map((column) => `sum(${column})`);
    if (isSource) sums.push(`bit_or(brands::bit(${bits}))`);
    await sql`
      delete from ${table}
      where project_id = ${project_id} and span = ${span} and start = any(${starts}::date[])`.execute(
      db,
    );
    await sql`
      insert into ${table} (project_id, span, start, ${sql.raw(key)}, ${sql.raw(columns.join(", "))}
        ${sql.raw(isSource ? ", brands" : "")})
      select ${project_id}::integer, ${span}::smallint, ${bucket}, ${sql.raw(key)}, ${sql.raw(sums.join(", "))}
      from ${table}
      where project_id = ${project_id} and span = ${part} and start = any(${parts}::date[])
      group by 3, ${sql.raw(key)}`.execute(db);
  }
}
