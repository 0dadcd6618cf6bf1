import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { allEnded } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type AnswerScope, definitionOf } from "#domain/sums/answer-scope.ts";
import { dayConditions, sameAnswer, scopeConditions } from "#domain/sums/scope-conditions.ts";
import type { Status } from "../ingest/answer-line.ts";

/**
 * In what tone an answer names a brand; neutral: less than 0.05 off the middle of -1 to 1, as is usual with the word lists
 * of VADER (Hutto and Gilbert 2014).
 */
export const TONES = ["positive", "neutral", "negative", "scored", "unscored"] as const;
export type Tone = (typeof TONES)[number];
const TONE_CONDITIONS: Record<Tone, Sql> = {
  positive: sql`t.sentiment >= 50`,
  neutral: sql`t.sentiment between -49 and 49`,
  negative: sql`t.sentiment <= -50`,
  scored: sql`t.sentiment is not null`,
  unscored: sql`t.sentiment is null`,
};

/** What an answer does with a source. */
export const USES = ["cited", "retrieved"] as const;
type Use = (typeof USES)[number];

/** Which answers to list; absent: any. */
export type ChatFilter = {
  scope: AnswerScope;
  answer_ids?: readonly number[] | undefined;
  status?: Status | undefined;
  search?: string | undefined;
  /** Answers that read or cite this site, or this page. */
  domain?: string | undefined;
  url?: string | undefined;
  /** What they do with it; absent: either. */
  use?: Use | undefined;
  include_archived: boolean;
  sort: "asc" | "desc" | "worst_tone" | "best_tone";
  /** The tone on a brand that answers are listed by; `is` undefined: any. */
  tone?: { is: Tone | undefined; brand_id: number } | undefined;
};
type Sql = RawBuilder<unknown>;

/** The mentions `t` of a brand in an answer `a`, of which there is one at most. */
export const mentionOf = ({ project_id }: Tenant, brand_id: number) => sql`from mentions t
  where t.project_id = ${project_id} and ${sameAnswer("t", "a")} and t.brand_id = ${brand_id}`;

/**
 * The prompts of a filter, as conditions on an answer `a`; `isLong`: they name many. `last_at`: when the last answer of its
 * days came that was late; null: none was.
 */
export type PromptConditions = {
  kept: Sql[];
  found: Sql;
  isLong: boolean;
  last_at: string | null;
};

/** So many numbers are compared with each answer one by one in less time than a plan takes. */
const FEW = 50;

/**
 * The prompts of a filter: those whose answers it keeps, and those with the text that it searches. They are looked up
 * before the answers, which may lie on another server.
 */
export async function findPrompts(
  db: Database,
  tenant: Tenant,
  { scope, search, include_archived }: ChatFilter,
): Promise<PromptConditions> {
  const list = async (condition: Sql) => {
    const rows = await rowsOf<{ prompt_id: number }>(db)`
      select p.prompt_id from prompts p
      where p.project_id = ${tenant.project_id} and ${condition}`;
    return rows.map(({ prompt_id }) => prompt_id);
  };
  const [kept, found, last_at] = await allEnded([
    listKept(tenant, scope, { include_archived, list }),
    search === undefined ? Promise.resolve([]) : list(sql`p.text ilike ${patternOf(search)}`),
    findLast(db, tenant, scope),
  ]);
  return {
    last_at,
    kept: kept ? [kept.condition] : [],
    found: sql`a.prompt_id = any(${found}::integer[])`,
    isLong: found.length > FEW || (kept?.count ?? 0) > FEW,
  };
}

/**
 * When the last of the answers came that came days after their day, in a range; null without any. There is no telling how
 * late one may be: what a batch was asked is fetched after an outage, too.
 */
async function findLast(db: Database, { project_id }: Tenant, scope: AnswerScope) {
  if (scope.date_to === undefined) return null;
  // Read before the latest is chosen: the planner takes them for many, and would go back through all answers to the first.
  const rows = await rowsOf<{ last_at: string | null }>(db)`
    select max(captured_at)::text as last_at from (
      select captured_at from answers
      where project_id = ${project_id} and ${sql.join(dayConditions(scope, "answers"), sql` and `)}
        and captured_at at time zone 'UTC' >= day + 3 offset 0) late`;
  return rows[0]?.last_at ?? null;
}

/**
 * Has the statements of a transaction planned with their values where these name many prompts: only so PostgreSQL looks
 * them up in a table of hashes, where it would compare each answer with all of them.
 */
export async function planFor(db: Database, { isLong }: PromptConditions): Promise<void> {
  if (isLong)
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db);
}

/** Mostly few prompts are left out, and those are named instead. */
async function listKept(
  tenant: Tenant,
  scope: AnswerScope,
  {
    include_archived,
    list,
  }: Pick<ChatFilter, "include_archived"> & {
    list: (condition: Sql) => Promise<number[]>;
  },
): Promise<{ condition: Sql; count: number } | null> {
  const isChosen = scope.branded === "only" || scope.filters.some(isOfPrompts);
  const wanted = scopeConditions(tenant, scope, { on: ["prompt"], of: "p" });
  if (!include_archived) wanted.push(sql`p.status = 'active'`);
  if (wanted.length === 0) return null;
  const all = sql.join(wanted, sql` and `);
  const ids = await list(
    isChosen ? all : sql`(p.status = 'archived' or p.is_branded) and not (${all})`,
  );
  if (!isChosen && ids.length === 0) return null;
  const condition = isChosen
    ? sql`a.prompt_id = any(${ids}::integer[])`
    : sql`a.prompt_id <> all(${ids}::integer[])`;
  return { condition, count: ids.length };
}

export const isOfPrompts = ({ field }: AnswerScope["filters"][number]) =>
  definitionOf(field).on === "prompt";

const patternOf = (search: string) => `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** The condition on an answer `a` that a filter means. */
export function conditionOf(
  tenant: Tenant,
  filter: ChatFilter,
  prompts: PromptConditions,
): RawBuilder<unknown> {
  const { scope, answer_ids, status, search } = filter;
  const { date_from, date_to } = scope;
  const parts: RawBuilder<unknown>[] = [
    keyConditionOf(tenant, filter, prompts),
    ...scopeConditions(tenant, scope, { on: ["answer"], of: "a" }),
  ];
  // Lets the newest-first index bound the range: no answer is captured before its day begins in the first of all time zones.
  if (date_from !== undefined) parts.push(sql`a.captured_at >= ${date_from}::date - 2`);
  if (date_to !== undefined) {
    parts.push(sql`a.captured_at <= greatest(${prompts.last_at}::timestamptz,
      (${date_to}::date + 3)::timestamp at time zone 'UTC')`);
  }
  if (answer_ids !== undefined) parts.push(sql`a.answer_id = any(${answer_ids}::bigint[])`);
  if (status !== undefined) parts.push(sql`a.status = ${status}`);
  if (search !== undefined)
    parts.push(sql`(a.answer ilike ${patternOf(search)} or ${prompts.found})`);
  return sql.join(parts, sql` and `);
}

/** What a filter asks of an answer's day, model, prompt and sample, as a condition on any row `a` that has these. */
export function keyConditionOf(
  tenant: Tenant,
  filter: ChatFilter,
  prompts: PromptConditions,
): RawBuilder<unknown> {
  const { scope, tone } = filter;
  const parts: RawBuilder<unknown>[] = [
    sql`a.project_id = ${tenant.project_id}`,
    ...dayConditions(scope, "a"),
    ...scopeConditions(tenant, scope, { on: ["model", "prompt_id"], of: "a" }),
    ...prompts.kept,
    ...sourceConditions(tenant, filter),
  ];
  if (tone?.is) {
    parts.push(
      sql`exists (select ${mentionOf(tenant, tone.brand_id)} and ${TONE_CONDITIONS[tone.is]})`,
    );
  }
  return sql.join(parts, sql` and `);
}

/** Whether a filter asks no more than that. */
export const isOfKeys = ({ scope, answer_ids, status, search }: ChatFilter): boolean =>
  [answer_ids, status, search].every((value) => value === undefined) &&
  scope.filters.every(({ field }) => definitionOf(field).on !== "answer");

/** The conditions on an answer `a` that it uses a site or a page. */
function sourceConditions({ project_id }: Tenant, { domain, url, use }: ChatFilter) {
  const parts: RawBuilder<unknown>[] = [];
  const used = use ? sql`and c.${sql.ref(use)} > 0` : sql``;
  for (const [table, id, column, value] of [
    ["domains", "domain_id", "domain", domain],
    ["urls", "url_id", "url", url],
  ] as const) {
    if (value === undefined) continue;
    parts.push(sql`exists (select from citations c where c.project_id = ${project_id}
      and ${sameAnswer("c", "a")} and c.${sql.ref(id)} = (select ${sql.ref(id)} from ${sql.table(table)}
        where project_id = ${project_id} and ${sql.ref(column)} = ${value}) ${used})`);
  }
  return parts;
}
