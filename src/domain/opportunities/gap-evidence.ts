import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import { addDays, daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import {
  canAnswer,
  type DatedScope,
  factCondition,
  scopeConditions,
} from "#domain/sums/answer-scope.ts";
import { withoutOwn } from "#domain/sums/named-answers.ts";
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
const EXAMPLES_MAX = 3;
const BRANDS_MAX = 10;

/** The evidence of some gaps by domain or by prompt number. */
export async function readEvidence(
  db: Database,
  tenant: Tenant,
  { scope, of, ids }: { scope: DatedScope; of: "source" | "prompt"; ids: number[] },
): Promise<Map<number, Evidence>> {
  if (ids.length === 0) return new Map();
  const { project_id } = tenant;
  const isSource = of === "source";
  const answers = isSource
    ? citing(tenant, scope, { of: "without own", most: ANSWERS_MAX })
    : answering(tenant, scope);
  const order = isSource ? NEWEST_CITING : NEWEST;
  const { rows } = await sql<Evidence & { id: number }>`
    select i.id, e.* from unnest(${ids}::integer[]) as i (id)
    cross join lateral (
      with newest as materialized (
        select ${COLUMNS} from ${answers} order by ${order} limit ${ANSWERS_MAX}
      )
      select count(*) as answer_count,
        (array_agg(answer_id::float8 order by ${order}))[:${EXAMPLES_MAX}::integer] as answer_ids,
        ${namedInstead(project_id)} as brand_ids,
        ${isSource ? pagesOf(project_id) : NONE} as pages,
        ${isSource ? promptsOf(project_id) : NONE} as prompts,
        ${isSource ? NONE : sitesOf(project_id)} as sources
      from newest a
    ) e where e.answer_count > 0`.execute(db);
  return new Map(rows.map(({ id, ...evidence }) => [id, evidence]));
}

/** What is read of answers `a`. */
export const COLUMNS = sql.raw(
  "a.day, a.model_id, a.prompt_id, a.sample, a.answer_id, a.captured_at, a.brand_ids",
);
const NEWEST = sql.raw("a.captured_at desc, a.answer_id desc");
/** A site's answers are found by their days, a prompt's by when they were captured. */
export const NEWEST_CITING = sql`a.day desc, ${NEWEST}`;
const NONE = sql`'[]'::jsonb`;

/** Which answers, and how many of them are enough. */
type Wanted = { of: "all" | "without own"; most: number };

/**
 * The answers `a` that name brands and cite the site `i.id`, all of them or those without the own brand. Where the sums
 * know the scope, of those of its newest days that are enough. Read row by row by their indexes, whatever the planner
 * takes the numbers for.
 */
export function citing(
  tenant: Tenant,
  scope: DatedScope,
  { of, most }: Wanted,
): RawBuilder<unknown> {
  const { project_id } = tenant;
  const days = canAnswer("gap", scope)
    ? newestDays(project_id, scope, { of, most })
    : allDays(scope);
  const condition =
    of === "all"
      ? sql`a.status = 'answered' and cardinality(a.brand_ids) > 0`
      : withoutOwn(project_id, "a");
  return sql`(${days}) w
    cross join lateral (
      select distinct model_id, prompt_id, sample from citations
      where project_id = ${project_id} and domain_id = i.id and day = w.day and cited > 0
        and model_id = any(${citingModels(project_id)})
    ) c
    cross join lateral (
      select ${COLUMNS} from answers a
      where a.day = w.day and a.model_id = c.model_id and a.prompt_id = c.prompt_id and a.sample = c.sample
        and ${factCondition(tenant, scope, { of: "a", isAnswer: true })} and ${condition}
      limit 1
    ) a`;
}

const allDays = ({ date_from, date_to }: DatedScope) => {
  const days = Array.from({ length: daysBetween(date_from, date_to) }, (_, n) =>
    addDays(date_from, n),
  );
  return sql`select day from unnest(${days}::date[]) day`;
};

/** The newest days with such answers, as many as are enough. */
function newestDays(project_id: number, scope: DatedScope, { of, most }: Wanted) {
  const count = sql.raw(of === "all" ? "without_own + with_own" : "without_own");
  return sql`
    select day from (
      select day, coalesce(sum(answers) over (order by day desc
        rows between unbounded preceding and 1 preceding), 0) as newer
      from (${allDays(scope)}) d cross join lateral (
        select ${count} as answers from gap_rollup
        where project_id = ${project_id} and span = 1 and start = day and domain_id = i.id limit 1
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

function namedInstead(project_id: number): RawBuilder<unknown> {
  return sql`array(
    select b.brand_id from newest n cross join unnest(n.brand_ids) as named (brand_id)
    join brands b on b.project_id = ${project_id} and b.brand_id = named.brand_id
    group by b.brand_id order by count(*) desc, b.brand_id limit ${BRANDS_MAX})`;
}

const pagesOf = (project_id: number) =>
  mostFrequent(
    sql`jsonb_build_object('url', x.url, 'title', x.title, 'chat_count', o.count)`,
    cited(project_id, sql`select url_id as of from citations c where c.domain_id = i.id`),
    sql`urls x on x.project_id = ${project_id} and x.url_id = o.of`,
  );

const promptsOf = (project_id: number) =>
  mostFrequent(
    sql`jsonb_build_object('id', x.prompt_id, 'text', x.text, 'chat_count', o.count)`,
    sql`(select prompt_id as of from newest) n`,
    sql`prompts x on x.project_id = ${project_id} and x.prompt_id = o.of`,
  );

const sitesOf = (project_id: number) =>
  mostFrequent(
    sql`jsonb_build_object('domain', x.domain, 'classification', x.classification, 'chat_count', o.count)`,
    cited(project_id, sql`select distinct domain_id as of from citations c where true`),
    sql`domains x on x.project_id = ${project_id} and x.domain_id = o.of`,
  );

/** What each of the newest answers cites, as some selection from citations `c` tells it. */
function cited(project_id: number, selection: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`newest n cross join lateral (${selection}
    and c.project_id = ${project_id} and c.day = n.day and c.model_id = n.model_id
    and c.prompt_id = n.prompt_id and c.sample = n.sample and c.cited > 0) c`;
}

/** An object of each of the most frequent numbers `of` among some rows: `x` is what has the number, `o.count` how many. */
function mostFrequent(
  object: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
  named: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(${object} order by o.count desc, o.of), '[]') from (
      select of, count(*) as count from ${rows} group by of
      order by count(*) desc, of limit ${EXAMPLES_MAX}) o
    join ${named})`;
}
