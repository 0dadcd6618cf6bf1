import { type RawBuilder, sql } from "kysely";
import { eachOf, type SumsTable } from "./measures.ts";
import { sameAnswer } from "./scope-conditions.ts";
import { isOfSources } from "./source-days.ts";

type Sql = RawBuilder<unknown>;

/** Facts that are summed, each kind as a relation: whole days, some prompts of them, or some answers. */
export type Facts = {
  project_id: number;
  answers: Sql;
  mentions: Sql;
  citations: Sql;
  /** What the three are made of, for a `with`. */
  made?: Sql;
};
type Days = { project_id: number; days: readonly string[]; prompt_ids?: readonly number[] };
type Numbers = { day: string; first_answer: number; last_answer: number };

const KEY = sql.raw("day, model_id, prompt_id, sample");

/** The facts of some days, of all prompts or some. */
export function factsOf({ project_id, days, prompt_ids }: Days): Facts {
  // With their models, since PostgreSQL before 18 would read all facts of the days.
  const ofPrompts = (ids: readonly number[]) => sql`
    and model_id = any(array(select model_id from models where project_id = ${project_id}))
    and prompt_id = any(${ids}::integer[])`;
  const of = (table: "answers" | "mentions" | "citations") => sql`(
    select * from ${sql.table(table)} where project_id = ${project_id} and day = any(${days}::date[])
    ${prompt_ids ? ofPrompts(prompt_ids) : sql``})`;
  return {
    project_id,
    answers: of("answers"),
    mentions: of("mentions"),
    citations: of("citations"),
  };
}

/** The facts of answers by runs of their numbers, each within a day; looked up one by one, however many others there are. */
export function factsOfAnswers(project_id: number, runs: readonly Numbers[]): Facts {
  const each = (table: "mentions" | "citations") => sql`
    select f.* from added a cross join lateral (
      select * from ${sql.table(table)} f where f.project_id = ${project_id} and ${sameAnswer("f", "a")}
      offset 0) f`;
  return {
    project_id,
    made: sql`added as materialized (
        select a.* from unnest(${runs.map(({ day }) => day)}::date[],
          ${runs.map((run) => run.first_answer)}::bigint[],
          ${runs.map((run) => run.last_answer)}::bigint[]) r (day, first_answer, last_answer)
        cross join lateral (
          select project_id, ${KEY}, status, brand_ids, is_cut from answers a
          where a.project_id = ${project_id} and a.answer_id between r.first_answer and r.last_answer
            and a.day = r.day offset 0) a
      ), added_mentions as materialized (${each("mentions")}
      ), added_citations as materialized (${each("citations")})`,
    answers: sql`added`,
    mentions: sql`added_mentions`,
    citations: sql`added_citations`,
  };
}

/**
 * Selects what facts sum to by day: project, 1, day, the key of the table, its sums and, where it has them, the brands
 * as so many `bits`.
 */
export function daySums(table: SumsTable, facts: Facts, bits: number): Sql {
  return isOfSources(table)
    ? sourceSums(table, facts, bits)
    : sql`${withMade(facts)} ${SELECTS[table](facts)}`;
}

const SELECTS = {
  answer: (facts: Facts) => sql`
    select f.project_id, 1, f.day, ${CELL}, ${sumsOf("answer", facts)}
    from ${facts.answers} f
    join prompts p on p.project_id = f.project_id and p.prompt_id = f.prompt_id
    group by 1, 3, 4, 5, 6, 7`,
  brand: (facts: Facts) => sql`
    select f.project_id, 1, f.day, ${CELL}, f.brand_id, ${sumsOf("brand", facts)}
    from ${facts.mentions} f
    join (${answered(facts)}) a using (${KEY})
    join prompts p on p.project_id = f.project_id and p.prompt_id = f.prompt_id
    group by 1, 3, 4, 5, 6, 7, 8`,
  prompt: (facts: Facts) => sql`
    select f.project_id, 1, f.day, f.prompt_id, ${sumsOf("prompt", facts)}
    from ${facts.answers} f where f.status = 'answered'
    group by 1, 3, 4`,
  gap: (facts: Facts) => sql`
    select ${facts.project_id}::integer, 1, f.day, domain_id, p.is_branded, ${sumsOf("gap", facts)}
    from (
      select distinct ${KEY}, domain_id from ${facts.citations} c
      where cited > 0 and model_id in (
        select model_id from models where project_id = ${facts.project_id} and supports_cited)
    ) c
    join (
      select ${KEY}, status, brand_ids from ${facts.answers} a
      where status = 'answered' and cardinality(brand_ids) > 0
    ) f using (${KEY})
    join prompts p on p.project_id = ${facts.project_id} and p.prompt_id = f.prompt_id
    group by f.day, domain_id, p.is_branded`,
} satisfies Partial<Record<SumsTable, (facts: Facts) => Sql>>;

const CELL = sql.raw("f.model_id, p.country_code, coalesce(p.topic_id, 0), p.is_branded");

/** What rows `f` of facts sum to, column by column. */
function sumsOf(table: SumsTable, { project_id }: Facts): Sql {
  return sql.join(eachOf(table, project_id).map((each) => sql`coalesce(sum(${each}), 0)`));
}

/** The keys of usable answers. */
function answered({ answers }: Facts): Sql {
  return sql`select ${KEY} from ${answers} a where status = 'answered'`;
}

function withMade({ made }: Facts): Sql {
  return made ? sql`with ${made}` : sql``;
}

/**
 * Sums per domain or page in the order of their key, which halves the work of indexing them, by model and (model_id 0)
 * over all models: of all answers, and of those alone whose prompts name the own brand.
 */
function sourceSums(kind: "domain" | "url", facts: Facts, bits: number): Sql {
  const { project_id, made, mentions, citations } = facts;
  const id = sql.raw(`${kind}_id`);
  const zeros = sql.raw(`0::bit(${bits})`);
  // An answer may use several pages of one domain; it has a page only once.
  const merged =
    kind === "domain"
      ? sql`select ${KEY}, ${id}, sum(retrieved) as retrieved, sum(cited) as cited
          from ${citations} c group by ${KEY}, ${id}`
      : sql`select ${KEY}, ${id}, retrieved, cited from ${citations} c`;
  const sums = (only_branded: boolean, rows: Sql, brands: Sql) => sql`
    select ${project_id}::integer, 1, day, ${sql.lit(only_branded)}, coalesce(model_id, 0), ${id},
      ${sumsOf(kind, facts)}, coalesce(${brands}, ${zeros})
    from ${rows} group by grouping sets ((day, model_id, ${id}), (day, ${id}))`;
  return sql`
    with ${made ? sql`${made},` : sql``} named as (
      select ${sql.raw("m.day, m.model_id, m.prompt_id, m.sample")}, bit_or(b.mask) as brands
      from ${mentions} m
      join (select brand_id, set_bit(${zeros}, place, 1) as mask from rollup_brands
        where project_id = ${project_id}) b using (brand_id)
      group by m.day, m.model_id, m.prompt_id, m.sample
    ), uses as (
      select day, model_id, ${id}, retrieved, cited, brands, is_branded
      from (${merged}) c
      join (${answered(facts)}) a using (${KEY})
      join (select prompt_id, is_branded from prompts where project_id = ${project_id}) p using (prompt_id)
      left join named using (${KEY})
      where model_id in (select model_id from models where project_id = ${project_id}
        and (supports_retrieved or supports_cited))
    )
    ${sums(false, sql`uses f`, sql`bit_or(brands) filter (where not is_branded)`)}
    union all
    ${sums(true, sql`uses f where is_branded`, sql`bit_or(brands)`)}
    order by 3, 4, 5, 6`;
}
