import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { AnswerScope } from "#domain/sums/answer-scope.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";
import { SPAN_MAX } from "#domain/sums/spans.ts";
import { sumRows } from "#domain/sums/sum-rows.ts";
import {
  type ChatFilter,
  conditionOf,
  isOfKeys,
  isOfPrompts,
  keyConditionOf,
  type PromptConditions,
} from "./chat-conditions.ts";

type Sql = RawBuilder<unknown>;

/** Whether a filter chooses days alone, so that sums count its answers. */
export function isOfDays({ scope, sort: _, include_archived: __, ...rest }: ChatFilter): boolean {
  if (scope.branded !== "include" || scope.filters.length > 0) return false;
  return Object.values(rest).every((value) => value === undefined);
}

/** How many answers a filter means; one of days alone is answered by sums. */
export async function countChats(
  db: Database,
  tenant: Tenant,
  { filter, prompts }: { filter: ChatFilter; prompts: PromptConditions },
): Promise<number> {
  const { scope, sort: _, include_archived, ...rest } = filter;
  if (isOfDays(filter)) return countOfDays(db, tenant, { ...scope, prompts });
  const count = async (days: Pick<AnswerScope, "date_from" | "date_to">) => {
    const rows = await rowsOf<{ count: number }>(db)`
      select count(*) as count from answers a
      where ${conditionOf(tenant, { ...filter, scope: { ...scope, ...days } }, prompts)}`;
    return { count: rows[0]?.count ?? 0 };
  };
  const { date_from, date_to } = scope;
  // The words of a prompt may change, and those of old answers are not kept; answers to one prompt are few.
  const isOfOne = scope.filters.some((one) => one.field === "prompt_id" && one.operator === "in");
  if (filter.search !== undefined || isOfOne || date_from === undefined || date_to === undefined)
    return (await count({})).count;
  const dated = { ...scope, date_from, date_to };
  const asked = { name: "chats", scope: dated, also: { ...rest, include_archived }, isExact: true };
  const parts = await keepParts(db, tenant, asked, count);
  return parts.reduce((sum, part) => sum + part.count, 0);
}

/** What assistants searched for, `q`, with its answer `a`. */
export const SEARCHES = sql`search_queries q
  join answers a on a.project_id = q.project_id and ${sameAnswer("a", "q")}`;

/** How many searches the answers have that a filter means; each has its answer, which is asked only where it must be. */
export async function countSearches(
  db: Database,
  tenant: Tenant,
  { filter, prompts }: { filter: ChatFilter; prompts: PromptConditions },
): Promise<number> {
  const isAlone = isOfKeys(filter);
  const counted = isAlone
    ? sql<{ count: number }>`select count(*) as count from search_queries a
        where ${keyConditionOf(tenant, filter, prompts)}`
    : sql<{ count: number }>`select count(*) as count from ${SEARCHES}
        where q.project_id = ${tenant.project_id} and ${conditionOf(tenant, filter, prompts)}`;
  const isOfFew = filter.answer_ids !== undefined || filter.scope.filters.some(isOfPrompts);
  const { rows } = await joinWhole(db, !isAlone && !isOfFew, () => counted.execute(db));
  return rows[0]?.count ?? 0;
}

const STATUS_SUMS = ["answers", "no_answer", "refused", "error"] as const;
const EACH = sql.raw(STATUS_SUMS.join(" + "));

/** How many answers some days have, all without bounds: by their sums, and by the answers themselves of days that wait to be summed. */
async function countOfDays(
  db: Database,
  { project_id }: Tenant,
  {
    date_from,
    date_to,
    prompts: { kept },
  }: Pick<AnswerScope, "date_from" | "date_to"> & { prompts: PromptConditions },
): Promise<number> {
  const sumsOf = (span: number, days: Sql) => sql`(select ${EACH} as answers from answer_rollup
    where project_id = ${project_id} and span = ${sql.lit(span)} and ${days})`;
  const isWhole = date_from === undefined && date_to === undefined;
  const sums =
    date_from !== undefined && date_to !== undefined
      ? sql`(select ${EACH} as answers from ${sumRows("answer", STATUS_SUMS, { project_id, days: { date_from, date_to, dimensions: [] } })} r)`
      : isWhole
        ? sumsOf(SPAN_MAX, sql`true`)
        : sumsOf(1, sql`start between (select first from range) and (select last from range)`);
  const left =
    kept.length === 0
      ? sql`0`
      : sql`(select count(*) from range, answers a where a.project_id = ${project_id}
          and a.day between first and last and not (${sql.join(kept, sql` and `)}))`;
  const rows = await rowsOf<{ count: number }>(db)`
    with range as (select coalesce(${date_from ?? null}::date, '-infinity') as first,
      coalesce(${date_to ?? null}::date, 'infinity') as last),
    dirty as materialized (select distinct day from rollup_dirty, range
      where project_id = ${project_id} and day between first and last)
    select (coalesce((select sum(answers) from ${sums} s), 0)
      - coalesce((select sum(answers) from ${sumsOf(1, sql`start in (select day from dirty)`)} s), 0)
      + (select count(*) from answers where project_id = ${project_id} and day in (select day from dirty))
      - ${left})::bigint as count`;
  return rows[0]?.count ?? 0;
}
