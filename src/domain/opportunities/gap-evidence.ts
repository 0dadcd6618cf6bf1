import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { addDays, daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { canAnswer, type DatedScope } from "#domain/sums/answer-scope.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keyCondition } from "#domain/sums/key-condition.ts";
import { withoutOwn } from "#domain/sums/named-answers.ts";
import {
  askedCondition,
  factCondition,
  sameAnswer,
  scopeConditions,
} from "#domain/sums/scope-conditions.ts";
import { where } from "#domain/sums/sum-rows.ts";
import { keepRows } from "./kept-rows.ts";
import { citingModels } from "./opportunity-queries.ts";

/**
 * What is behind a gap, each most frequent first and counted in the newest `answer_count` of the answers that make
 * it: the newest three, the competitors they name; for a site its pages they cite and their prompts, for a prompt the
 * sites they cite.
 */
export type Evidence = {
  answer_count: number;
  answer_ids: number[];
  brand_ids: number[];
  pages: { url: string; title: string | null; chat_count: number }[];
  prompts: { id: number; text: string; chat_count: number }[];
  sources: { domain: string; classification: string; chat_count: number }[];
};

/** Answers of a gap that its evidence is counted in: a site may be cited by every answer of a year. */
export const ANSWERS_MAX = 200;
/** Answers that are shown of each. */
export const EXAMPLES_MAX = 3;
const BRANDS_MAX = 10;

type Sql = RawBuilder<unknown>;

/** The evidence of some gaps by domain or by prompt number. */
export async function readEvidence(
  db: Database,
  tenant: Tenant,
  { scope, of, ids }: { scope: DatedScope; of: "source" | "prompt"; ids: number[] },
): Promise<Map<number, Evidence>> {
  if (ids.length === 0) return new Map();
  const { project_id } = tenant;
  const isSource = of === "source";
  const { newest: answers, order } = newestOfGaps(tenant, { scope, of, ids, most: ANSWERS_MAX });
  const asked = { name: "evidence of sites", scope, also: ids, columns: NEWEST_COLUMNS };
  const isKept = isSource && areJoined(scope);
  const newest = isKept ? await keepRows(db, tenant, asked, answers) : answers;
  const rows = await rowsOf<Evidence & { id: number }>(db)`
    with newest as materialized (${newest}),
    named as materialized (${mostFrequent(BRANDS_MAX, namedInstead(project_id))}),
    pages as materialized (${isSource ? pagesOf(project_id) : NONE}),
    prompts as materialized (${isSource ? promptsOf(project_id) : NONE}),
    sources as materialized (${isSource ? NONE : sitesOf(project_id)})
    select id, count(*) as answer_count,
      (array_agg(answer_id::float8 order by ${order}))[:${EXAMPLES_MAX}::integer] as answer_ids,
      coalesce((select array_agg(t.of order by t.count desc, t.of) from named t where t.id = a.id), '{}') as brand_ids,
      coalesce((select found from pages f where f.id = a.id), '[]') as pages,
      coalesce((select found from prompts f where f.id = a.id), '[]') as prompts,
      coalesce((select found from sources f where f.id = a.id), '[]') as sources
    from newest a group by id`;
  return new Map(rows.map(({ id, ...evidence }) => [id, evidence]));
}

/** The newest answers that make some gaps, three of each at most, by domain or by prompt number. */
export async function readNewest(
  db: Database,
  tenant: Tenant,
  gaps: { scope: DatedScope; of: "source" | "prompt"; ids: number[] },
): Promise<Map<number, number[]>> {
  if (gaps.ids.length === 0) return new Map();
  const { newest, order } = newestOfGaps(tenant, { ...gaps, most: EXAMPLES_MAX });
  const found = sql<{ id: number; answer_ids: number[] }>`
    select id, array_agg(answer_id::float8 order by ${order}) as answer_ids
    from (${newest}) a group by id`;
  const isWhole = gaps.of === "source" && areJoined(gaps.scope);
  const { rows } = await joinWhole(db, isWhole, () => found.execute(db));
  return new Map(rows.map(({ id, answer_ids }) => [id, answer_ids]));
}

type Gaps = { scope: DatedScope; of: "source" | "prompt"; ids: number[]; most: number };

/** The newest answers without the own brand of some gaps, and their order. */
function newestOfGaps(tenant: Tenant, { scope, of, ids, most }: Gaps): { newest: Sql; order: Sql } {
  if (of === "source") {
    const newest = newestCiting(tenant, scope, { ids, of: "without own", most });
    return { newest, order: NEWEST_CITING };
  }
  return {
    newest: newestOf(ids, { answers: answering(tenant, scope), order: NEWEST, most }),
    order: NEWEST,
  };
}

/** The newest answers of each of some places, at most so many of each, chosen from rows `a` by the place `i.id`. */
function newestOf(
  ids: readonly number[],
  { answers, order, most }: { answers: Sql; order: Sql; most: number },
): Sql {
  return sql`select i.id, a.* from unnest(${ids}::integer[]) as i (id)
    cross join lateral (select ${COLUMNS} from ${answers} order by ${order} limit ${most}) a`;
}

/** What is read of answers `a`. */
const COLUMNS = sql.raw(
  "a.day, a.model_id, a.prompt_id, a.sample, a.answer_id, a.captured_at, a.brand_ids",
);
const NEWEST_COLUMNS = `id integer, day date, model_id integer, prompt_id integer, sample integer, answer_id bigint,
  captured_at timestamptz, brand_ids integer[]`;
const NEWEST = sql.raw("a.captured_at desc, a.answer_id desc");
/** A site's answers are found by their days, a prompt's by when they were captured. */
const NEWEST_CITING = sql`a.day desc, ${NEWEST}`;
const NONE = sql`select null::integer as id, null::jsonb as found where false`;

/** Which answers of which sites, and how many of them are enough. */
type Wanted = { ids: readonly number[]; of: "all" | "without own"; most: number };

/** Whether answers that cite sites are found by joining all of a scope: no sums tell on which days they are. */
export const areJoined = (scope: DatedScope): boolean => !canAnswer("gap", scope);

/**
 * The newest answers `a` that name brands and cite each of some sites `id`, all of them or those without the own brand.
 * Where the sums know the scope, of those of its newest days that are enough: read row by row by their indexes, whatever
 * the planner takes the numbers for.
 */
export function newestCiting(tenant: Tenant, scope: DatedScope, wanted: Wanted): Sql {
  const { ids, of, most } = wanted;
  const { project_id } = tenant;
  const isNamed =
    of === "all"
      ? sql`a.status = 'answered' and cardinality(a.brand_ids) > 0`
      : withoutOwn(project_id, "a");
  const isCited = sql`c.cited > 0 and c.model_id = any(${citingModels(project_id)})`;
  if (areJoined(scope))
    return sql`select id, ${COLUMNS} from (
      select c.id, ${COLUMNS}, row_number() over (partition by c.id order by ${NEWEST_CITING}) as place
      from answers a join (
        select distinct c.day, c.model_id, c.prompt_id, c.sample, c.domain_id as id from citations c
        where ${askedCondition(tenant, scope, "c")} and c.domain_id = any(${ids}::integer[]) and ${isCited}
      ) c on ${sameAnswer("c", "a")}
      where ${factCondition(tenant, scope, { of: "a", isAnswer: true })} and ${isNamed}
    ) a where place <= ${most}`;
  const answers = sql`(${newestDays(tenant, scope, wanted)}) w
    cross join lateral (
      select distinct c.model_id, c.prompt_id, c.sample from citations c
      where c.domain_id = i.id and c.day = w.day and ${keyCondition(tenant, scope, "c")} and ${isCited}
    ) c
    cross join lateral (
      select ${COLUMNS} from answers a
      where a.day = w.day and a.model_id = c.model_id and a.prompt_id = c.prompt_id and a.sample = c.sample
        and a.project_id = ${project_id} and ${isNamed}
      limit 1
    ) a`;
  return newestOf(ids, { answers, order: NEWEST_CITING, most });
}

const allDays = ({ date_from, date_to }: DatedScope) => {
  const days = Array.from({ length: daysBetween(date_from, date_to) }, (_, n) =>
    addDays(date_from, n),
  );
  return sql`select day from unnest(${days}::date[]) day`;
};

/** The newest days with such answers, as many as are enough. */
function newestDays(tenant: Tenant, scope: DatedScope, { of, most }: Wanted) {
  const count = sql.raw(of === "all" ? "without_own + with_own" : "without_own");
  const chosen = scopeConditions(tenant, scope, { on: ["prompt"], of: "g" });
  return sql`
    select day from (
      select day, coalesce(sum(answers) over (order by day desc
        rows between unbounded preceding and 1 preceding), 0) as newer
      from (${allDays(scope)}) d cross join lateral (
        select sum(${count}) as answers from gap_rollup g
        ${where([
          sql`project_id = ${tenant.project_id} and span = 1 and start = day and domain_id = i.id`,
          ...chosen,
        ])}
      ) r where answers > 0
    ) d where newer < ${most}`;
}

/**
 * The answers `a` to the prompt `i.id` that name brands without the own one. The sum keeps the planner from an index that
 * begins with the day, in which it would read all answers of the range.
 */
function answering(tenant: Tenant, scope: DatedScope): RawBuilder<unknown> {
  const { project_id } = tenant;
  const { date_from, date_to } = scope;
  const chosen = scopeConditions(tenant, scope, { on: ["model", "answer"], of: "a" });
  return sql`answers a
    where a.project_id = ${project_id} and a.prompt_id = i.id and ${withoutOwn(project_id, "a")}
      and a.day + 0 between ${date_from}::date and ${date_to}::date
      ${sql.join([sql``, ...chosen.map((condition) => sql`and ${condition}`)], sql` `)}`;
}

const namedInstead = (project_id: number) => sql`(
  select n.id, b.brand_id as of from newest n cross join unnest(n.brand_ids) as named (brand_id)
  join brands b on b.project_id = ${project_id} and b.brand_id = named.brand_id)`;

const pagesOf = (project_id: number) =>
  described(
    sql`jsonb_build_object('url', x.url, 'title', x.title, 'chat_count', t.count)`,
    cited(project_id, sql`select url_id as of from citations c where c.domain_id = n.id`),
    sql`urls x on x.project_id = ${project_id} and x.url_id = t.of`,
  );

const promptsOf = (project_id: number) =>
  described(
    sql`jsonb_build_object('id', x.prompt_id, 'text', x.text, 'chat_count', t.count)`,
    sql`(select id, prompt_id as of from newest)`,
    sql`prompts x on x.project_id = ${project_id} and x.prompt_id = t.of`,
  );

const sitesOf = (project_id: number) =>
  described(
    sql`jsonb_build_object('domain', x.domain, 'classification', x.classification, 'chat_count', t.count)`,
    cited(project_id, sql`select distinct domain_id as of from citations c where true`),
    sql`domains x on x.project_id = ${project_id} and x.domain_id = t.of`,
  );

/** What each of the newest answers cites, as some selection from citations `c` tells it; read answer by answer. */
const cited = (project_id: number, selection: Sql) => sql`(
  select n.id, c.of from newest n cross join lateral (${selection}
    and c.project_id = ${project_id} and ${sameAnswer("c", "n")} and c.cited > 0 offset 0) c)`;

/** The numbers `of` that are most frequent among rows of each place `id`, with how often they are there. */
const mostFrequent = (most: number, rows: Sql) => sql`
  select id, of, count from (
    select id, of, count(*) as count,
      row_number() over (partition by id order by count(*) desc, of) as place
    from ${rows} r group by id, of) counted
  where place <= ${most}`;

/** An object of each of the most frequent numbers, as one list by place: `x` is what has the number `t.of`. */
const described = (object: Sql, rows: Sql, named: Sql) => sql`
  select t.id, jsonb_agg(${object} order by t.count desc, t.of) as found
  from (${mostFrequent(EXAMPLES_MAX, rows)}) t join ${named} group by t.id`;
