import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { addDays, daysBetween } from "#core/period.ts";
import { citingModels } from "#domain/opportunities/opportunity-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { keyCondition } from "#domain/sums/key-condition.ts";
import { withOwn, withoutOwn } from "#domain/sums/named-answers.ts";
import { factCondition } from "#domain/sums/scope-conditions.ts";

/** How answers use a page of the own sites, in the days looked at and in as many days before. */
export type OwnPage = {
  url: string;
  title: string | null;
  domain: string;
  read: number;
  cited: number;
  /** Citing answers that name competitors and not the own brand. */
  unnamed: number;
  /** Citing answers by prompt. */
  cited_by: Record<number, number>;
  cited_before: number;
  /** Usable answers to prompts by the models that cited it for these before: then and now. */
  asked_before: number;
  asked: number;
  /** The newest answers that show what it may be called: three of each kind. */
  newest: Record<"page_lost" | "page_unnamed" | "page_uncited", number[]>;
};

const PAGES_MAX = 500;

/** The pages of the own sites that most answers of a scope, or of as many days before it, read or cite. */
export async function listOwnPages(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<OwnPage[]> {
  const { project_id } = tenant;
  const { date_from, date_to } = scope;
  const before_from = addDays(date_from, -daysBetween(date_from, date_to));
  const both = { ...scope, date_from: before_from };
  const isNow = sql`day >= ${date_from}::date`;
  const key = (of: string) => sql.raw(`${of}.day, ${of}.model_id, ${of}.prompt_id, ${of}.sample`);
  const pairOf = sql.raw("(f.prompt_id::bigint << 32) | f.model_id");
  const newest = (of: RawBuilder<unknown>) =>
    sql`coalesce((array_agg(answer_id order by day desc, answer_id desc) filter (where ${of}))[:3], '{}')`;
  return rowsOf<OwnPage>(db)`
    with own as materialized (
      select u.url_id, u.url, u.title, d.domain from domains d
      join urls u on u.project_id = ${project_id} and u.domain_id = d.domain_id
      where d.project_id = ${project_id} and d.classification = 'own'
    ), uses as materialized (
      select c.url_id, c.retrieved, c.cited, f.day, f.prompt_id, f.answer_id, ${pairOf} as pair,
        (${withOwn(project_id, "f")}) as with_own, (${withoutOwn(project_id, "f")}) as without_own
      from citations c
      join answers f on f.project_id = ${project_id} and (${key("f")}) = (${key("c")})
      where c.project_id = ${project_id} and c.url_id = any(array(select url_id from own))
        and c.day between ${before_from}::date and ${date_to}::date
        and c.model_id = any(${citingModels(project_id)})
        and ${keyCondition(tenant, both, "f")} and f.status = 'answered'
    ), sums as (
      select url_id, count(*) filter (where ${isNow} and retrieved > 0) as read,
        count(*) filter (where ${isNow} and cited > 0) as cited,
        count(*) filter (where ${isNow} and cited > 0 and without_own) as unnamed,
        count(*) filter (where not ${isNow} and cited > 0) as cited_before,
        array_agg(distinct pair) filter (where not ${isNow} and cited > 0) as pairs,
        ${newest(sql`not ${isNow} and cited > 0`)} as citing_before,
        ${newest(sql`${isNow} and cited > 0 and without_own`)} as unnaming,
        ${newest(sql`${isNow} and retrieved > 0 and cited = 0`)} as reading
      from uses group by url_id order by count(*) desc, url_id limit ${PAGES_MAX}
    ), by_prompt as (
      select url_id, json_object_agg(prompt_id, count) as cited_by from (
        select url_id, prompt_id, count(*) from uses where ${isNow} and cited > 0 group by url_id, prompt_id
      ) one group by url_id
    ), asked as materialized (
      select ${pairOf} as pair, count(*) filter (where ${isNow}) as now, count(*) filter (where not ${isNow}) as before
      from answers f where ${factCondition(tenant, both, { of: "f", isAnswer: true })}
        and f.status = 'answered' and f.model_id = any(${citingModels(project_id)})
        and f.prompt_id = any(array(select (unnest(pairs) >> 32)::integer from sums where cited = 0))
      group by f.prompt_id, f.model_id
    )
    select o.url, o.title, o.domain, s.read, s.cited, s.unnamed, s.cited_before,
      coalesce(b.cited_by, '{}') as cited_by,
      coalesce((select sum(a.before) from asked a where a.pair = any(s.pairs)), 0)::integer as asked_before,
      coalesce((select sum(a.now) from asked a where a.pair = any(s.pairs)), 0)::integer as asked,
      json_build_object('page_lost', s.citing_before, 'page_unnamed', s.unnaming, 'page_uncited', s.reading) as newest
    from sums s join own o using (url_id) left join by_prompt b using (url_id) order by o.url_id`;
}
