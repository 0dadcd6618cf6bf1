import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import { citingModels } from "#domain/opportunities/opportunity-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { withOwn, withoutOwn } from "#domain/sums/named-answers.ts";
import { factCondition } from "#domain/sums/scope-conditions.ts";
import type { Subject } from "./action.ts";
import type { Counts, DayCounts } from "./shipped-effect.ts";

type Sql = RawBuilder<unknown>;
type Days = { date_from: string; date_to: string };

/** An answer that wins: its text with the brands it names, and the pages it cites. */
export type WinningAnswer = {
  answer_id: number;
  answer: string;
  prompt_id: number;
  /** The prompt's text. */
  asked: string;
  brand_ids: number[];
  pages: { url: string; title: string | null; domain: string }[];
};

/** Answers that a brief is made of. */
export const BRIEF_ANSWERS_MAX = 60;
/** What of an answer is read; nearly all are shorter. */
const CHARACTERS_MAX = 20_000;

/** The condition that an answer `a` uses the site or page of a subject; `part`: what of its use counts. */
function uses({ project_id }: Tenant, { kind, subject }: Subject, part: Sql): Sql {
  const what =
    kind === "source_gap"
      ? sql`c.domain_id = (select domain_id from domains where project_id = ${project_id} and domain = ${subject})`
      : sql`c.url_id = (select url_id from urls where project_id = ${project_id} and url = ${subject})`;
  return sql`exists (select from citations c where c.project_id = ${project_id} and c.day = a.day
    and c.model_id = a.model_id and c.prompt_id = a.prompt_id and c.sample = a.sample and ${what} and ${part})`;
}

/** The newest answers of a scope that show what wins where an action would change something. */
export async function readWinning(
  db: Database,
  tenant: Tenant,
  { about, scope }: { about: Subject; scope: DatedScope },
): Promise<WinningAnswer[]> {
  const { project_id } = tenant;
  const { kind, prompt_id } = about;
  const isUncited = kind === "page_uncited";
  const place =
    prompt_id !== null
      ? sql`a.prompt_id = ${prompt_id}`
      : uses(tenant, about, isUncited ? sql`true` : sql`c.cited > 0`);
  // What cited an own page may name the own brand; all else is about those that do not.
  const whose =
    kind === "page_lost" || isUncited ? sql`a.status = 'answered'` : withoutOwn(project_id, "a");
  const { rows } = await sql<WinningAnswer>`
    with newest as materialized (
      select a.* from answers a where ${factCondition(tenant, scope, { of: "a", isAnswer: true })}
        and ${place} and ${whose}
      order by a.day desc, a.answer_id desc limit ${BRIEF_ANSWERS_MAX}
    ), found as materialized (
      select n.*, coalesce((
        select json_agg(json_build_object('url', u.url, 'title', u.title, 'domain', d.domain)) from citations c
        join urls u on u.project_id = ${project_id} and u.url_id = c.url_id
        join domains d on d.project_id = ${project_id} and d.domain_id = c.domain_id
        where c.project_id = ${project_id} and c.day = n.day and c.model_id = n.model_id
          and c.prompt_id = n.prompt_id and c.sample = n.sample and c.cited > 0), '[]') as pages
      from newest n
    )
    select n.answer_id::float8 as answer_id, left(n.answer, ${CHARACTERS_MAX}) as answer, n.prompt_id,
      p.text as asked, n.brand_ids, n.pages
    from found n join prompts p on p.project_id = ${project_id} and p.prompt_id = n.prompt_id
    order by n.day desc, n.answer_id desc`.execute(db);
  return rows;
}

/** Answers of a scope about other things, to tell which words are said of everything. */
export async function readOtherTexts(
  db: Database,
  tenant: Tenant,
  { but, scope }: { but: readonly number[]; scope: DatedScope },
): Promise<string[]> {
  const { rows } = await sql<{ answer: string }>`
    select left(a.answer, ${CHARACTERS_MAX}) as answer from answers a
    where ${factCondition(tenant, scope, { of: "a", isAnswer: true })} and a.status = 'answered'
      and a.prompt_id <> all(array(select prompt_id from answers
        where project_id = ${tenant.project_id} and answer_id = any(${but}::bigint[])))
    order by a.captured_at desc, a.answer_id desc limit ${2 * BRIEF_ANSWERS_MAX}`.execute(db);
  return rows.map(({ answer }) => answer);
}

/**
 * The prompts that an action is about: its own, or those whose answers used the site or page in some days, read or
 * cited.
 */
export async function readTouched(
  db: Database,
  tenant: Tenant,
  { about, days }: { about: Subject; days: Days },
): Promise<number[]> {
  if (about.prompt_id !== null) return [about.prompt_id];
  const { rows } = await sql<{ prompt_id: number }>`
    select distinct a.prompt_id from answers a where a.project_id = ${tenant.project_id}
      and a.day between ${days.date_from}::date and ${days.date_to}::date
      and a.status = 'answered' and ${uses(tenant, about, sql`true`)}
    order by 1`.execute(db);
  return rows.map(({ prompt_id }) => prompt_id);
}

/** What an action is about, its prompts, and the days that it is told from; `shipped_on`: where before ends. */
export type Panel = {
  about: Subject;
  touched: readonly number[];
  days: Days;
  shipped_on: string;
};

/** A day of a panel; `cited`: of the answers to touched prompts of models that report sources, those that cite the own page. */
export type PanelDay = DayCounts & { cited: Counts };

const isOfPage = ({ kind }: Subject): boolean => kind.startsWith("page_");

/**
 * Usable answers of some days to touched prompts and to all others that do not name the own brand themselves, of prompts
 * that a model answered both before an action shipped and from then on: what was asked in one of both alone changes a share
 * by itself.
 */
function answersOfBoth(tenant: Tenant, { about, touched, days, shipped_on }: Panel): Sql {
  const { project_id } = tenant;
  const isTouched = sql`a.prompt_id = any(${touched}::integer[])`;
  const cites = sql`case when ${isTouched} and a.model_id = any(${citingModels(project_id)})
    then ${uses(tenant, about, sql`c.cited > 0`)} end`;
  return sql`(select a.day, a.prompt_id, a.status, a.brand_ids, ${isTouched} as is_touched,
      ${isOfPage(about) ? cites : sql`null::boolean`} as cites,
      bool_or(a.day < ${shipped_on}::date) over both_days and bool_or(a.day >= ${shipped_on}::date) over both_days as is_of_both
    from answers a join prompts p on p.project_id = ${project_id} and p.prompt_id = a.prompt_id
    where a.project_id = ${project_id} and a.status = 'answered'
      and a.day between ${days.date_from}::date and ${days.date_to}::date
      and (${isTouched} or not p.is_branded)
    window both_days as (partition by a.prompt_id, a.model_id))`;
}

/**
 * Answers that name the own brand by day, to the prompts of both kinds that were answered before and after, and those that
 * cite the own page of an action; how many prompts these are.
 */
export async function readPanel(db: Database, tenant: Tenant, panel: Panel) {
  const counts = (condition: Sql) => sql`json_build_object(
    'named', count(*) filter (where ${condition} and (${withOwn(tenant.project_id, "a")})),
    'answers', count(*) filter (where ${condition}))`;
  const prompts = (condition: Sql) => sql`count(distinct a.prompt_id) filter (where ${condition})`;
  const [isTouched, isOther] = [sql`is_touched`, sql`not is_touched`];
  type Prompts = { touched_prompts: number; untouched_prompts: number };
  // The row of no day is of all of them.
  const { rows } = await sql<Prompts & Omit<PanelDay, "day"> & { day: string | null }>`
    select a.day::text as day, ${counts(isTouched)} as touched, ${counts(isOther)} as untouched,
      json_build_object('named', count(*) filter (where cites), 'answers', count(cites)) as cited,
      ${prompts(isTouched)} as touched_prompts, ${prompts(isOther)} as untouched_prompts
    from ${answersOfBoth(tenant, panel)} a where is_of_both
    group by grouping sets ((a.day), ()) order by a.day`.execute(db);
  const all = rows.find(({ day }) => day === null);
  return {
    days: rows.flatMap(({ day, touched, untouched, cited }): PanelDay[] =>
      day === null ? [] : [{ day, touched, untouched, cited }],
    ),
    ...{
      touched_prompts: all?.touched_prompts ?? 0,
      untouched_prompts: all?.untouched_prompts ?? 0,
    },
  };
}
