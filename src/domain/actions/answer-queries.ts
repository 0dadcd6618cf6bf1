import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { citingModels } from "#domain/opportunities/opportunity-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { withOwn, withoutOwn } from "#domain/sums/named-answers.ts";
import { factCondition, sameAnswer } from "#domain/sums/scope-conditions.ts";
import { ownPageOf, type Subject } from "./action.ts";

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
  return sql`exists (select from citations c where c.project_id = ${project_id} and ${sameAnswer("c", "a")}
    and ${what} and ${part})`;
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
  return rowsOf<WinningAnswer>(db)`
    with newest as materialized (
      select a.* from answers a where ${factCondition(tenant, scope, { of: "a", isAnswer: true })}
        and ${place} and ${whose}
      order by a.day desc, a.answer_id desc limit ${BRIEF_ANSWERS_MAX}
    ), found as materialized (
      select n.*, coalesce((
        select json_agg(json_build_object('url', u.url, 'title', u.title, 'domain', d.domain)) from citations c
        join urls u on u.project_id = ${project_id} and u.url_id = c.url_id
        join domains d on d.project_id = ${project_id} and d.domain_id = c.domain_id
        where c.project_id = ${project_id} and ${sameAnswer("c", "n")} and c.cited > 0), '[]') as pages
      from newest n
    )
    select n.answer_id::float8 as answer_id, left(n.answer, ${CHARACTERS_MAX}) as answer, n.prompt_id,
      p.text as asked, n.brand_ids, n.pages
    from found n join prompts p on p.project_id = ${project_id} and p.prompt_id = n.prompt_id
    order by n.day desc, n.answer_id desc`;
}

/** Answers of a scope about other things, to tell which words are said of everything. */
export async function readOtherTexts(
  db: Database,
  tenant: Tenant,
  { but, scope }: { but: readonly number[]; scope: DatedScope },
): Promise<string[]> {
  const rows = await rowsOf<{ answer: string }>(db)`
    select left(a.answer, ${CHARACTERS_MAX}) as answer from answers a
    where ${factCondition(tenant, scope, { of: "a", isAnswer: true })} and a.status = 'answered'
      and a.prompt_id <> all(array(select prompt_id from answers
        where project_id = ${tenant.project_id} and answer_id = any(${but}::bigint[])))
    order by a.captured_at desc, a.answer_id desc limit ${2 * BRIEF_ANSWERS_MAX}`;
  return rows.map(({ answer }) => answer);
}

/** What an action is about, the prompts that it touches and that others do, and the days that it is told from. */
export type Panel = {
  about: Subject;
  touched: readonly number[];
  touched_by_others: readonly number[];
  days: Days;
  shipped_on: string;
};

/**
 * Answers of a model to a prompt by day, counted from the one an action shipped on: how many, and how many name the own
 * brand; of touched ones by a model that reports sources also how many are told and cite the own page.
 */
export type PanelCell = Record<"is_touched" | "is_branded" | "is_touched_by_others", boolean> & {
  prompt_id: number;
  days: [day: number, answers: number, named: number, telling: number, citing: number][];
};

/** Usable answers of some days to touched prompts, and to all others that do not name the own brand themselves. */
export async function readPanel(
  db: Database,
  tenant: Tenant,
  { about, touched, touched_by_others, days, shipped_on }: Panel,
): Promise<PanelCell[]> {
  const { project_id } = tenant;
  const isTouched = sql`a.prompt_id = any(${touched}::integer[])`;
  const tells = sql`${isTouched} and a.model_id = any(${citingModels(project_id)})`;
  const cites =
    ownPageOf(about) !== null
      ? sql`case when ${tells} then ${uses(tenant, about, sql`c.cited > 0`)} end`
      : sql`null::boolean`;
  return rowsOf<PanelCell>(db)`
    with by_day as (
      select a.prompt_id, a.model_id, a.day, count(*) as answers, count(cites) as telling,
        count(*) filter (where ${withOwn(project_id, "a")}) as named, count(*) filter (where cites) as citing
      from (select a.*, ${cites} as cites from answers a
        where a.project_id = ${project_id} and a.status = 'answered'
          and a.day between ${days.date_from}::date and ${days.date_to}::date) a
      group by a.prompt_id, a.model_id, a.day
    )
    select a.prompt_id, ${isTouched} as is_touched, p.is_branded,
      a.prompt_id = any(${touched_by_others}::integer[]) as is_touched_by_others,
      json_agg(json_build_array(a.day - ${shipped_on}::date, a.answers, a.named, a.telling, a.citing)
        order by a.day) as days
    from by_day a join prompts p on p.project_id = ${project_id} and p.prompt_id = a.prompt_id
    where ${isTouched} or not p.is_branded
    group by a.prompt_id, a.model_id, p.is_branded order by a.prompt_id, a.model_id`;
}
