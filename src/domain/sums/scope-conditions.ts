import { type RawBuilder, sql } from "kysely";
import type { Tenant } from "#domain/projects/project-queries.ts";
import {
  type AnswerScope,
  type DatedScope,
  definitionOf,
  type FilterDefinition,
  type Question,
} from "./answer-scope.ts";

type Sql = RawBuilder<unknown>;

/** The conditions that a scope puts on rows `of`, as far as they are of these kinds. */
export function scopeConditions(
  { project_id }: Tenant,
  scope: Question & Pick<AnswerScope, "date_from" | "date_to">,
  { on, of }: { on: readonly FilterDefinition["on"][]; of: string },
): Sql[] {
  const days = (other: string) => sql.join(dayConditions(scope, other), sql` and `);
  const conditions = scope.filters.flatMap(({ field, operator, values }) => {
    const { on: its, has, isOpposite = false, kind } = definitionOf(field);
    if (!on.includes(its)) return [];
    const list = sql`${values}::${sql.raw(kind ? "integer" : "text")}[]`;
    const condition = has(of, list, { project_id, days });
    return [(operator === "in") !== isOpposite ? condition : sql`not ${condition}`];
  });
  if (on.includes("prompt") && scope.branded !== "include") {
    conditions.push(sql`${sql.ref(`${of}.is_branded`)} = ${sql.lit(scope.branded === "only")}`);
  }
  return conditions;
}

/** The conditions of a scope's range on the days of rows `of`; always true without a range. */
export function dayConditions(
  { date_from, date_to }: Pick<AnswerScope, "date_from" | "date_to">,
  of: string,
): Sql[] {
  const day = sql.ref(`${of}.day`);
  const conditions: Sql[] = [];
  if (date_from !== undefined) conditions.push(sql`${day} >= ${date_from}::date`);
  if (date_to !== undefined) conditions.push(sql`${day} <= ${date_to}::date`);
  return conditions.length > 0 ? conditions : [sql`true`];
}

/** Selects the ids of the prompts that a scope keeps; null: it keeps all. */
export function keptPrompts(tenant: Tenant, scope: Question): Sql | null {
  const conditions = scopeConditions(tenant, scope, { on: ["prompt_id", "prompt"], of: "p" });
  if (conditions.length === 0) return null;
  return sql`select p.prompt_id from prompts p where p.project_id = ${tenant.project_id}
    and ${sql.join(conditions, sql` and `)}`;
}

/**
 * The condition on rows `of` of facts that their answers are of a scope. Where it keeps some prompts, every column of the
 * key before theirs is given as an array, too: only so PostgreSQL before 18 finds these rows alone.
 */
export function factCondition(
  tenant: Tenant,
  scope: DatedScope,
  { of, isAnswer }: { of: string; isAnswer: boolean },
): Sql {
  const { project_id } = tenant;
  const at = (column: string) => sql.ref(`${of}.${column}`);
  const [from, to] = [sql`${scope.date_from}::date`, sql`${scope.date_to}::date`];
  const prompts = keptPrompts(tenant, scope);
  const conditions = [
    sql`${at("project_id")} = ${project_id}`,
    prompts
      ? sql`${at("day")} = any(array(select generate_series(${from}, ${to}, interval '1 day')::date))
          and ${at("model_id")} = any(array(select model_id from models where project_id = ${project_id}))
          and ${at("prompt_id")} = any(array(${prompts}))`
      : sql`${at("day")} between ${from} and ${to}`,
    ...scopeConditions(tenant, scope, { on: ["model"], of }),
  ];
  const answers = scopeConditions(tenant, scope, { on: ["answer"], of: isAnswer ? of : "chosen" });
  if (isAnswer) conditions.push(...answers);
  else if (answers.length > 0) {
    conditions.push(sql`(${at("day")}, ${at("model_id")}, ${at("prompt_id")}, ${at("sample")}) in (
      select chosen.day, chosen.model_id, chosen.prompt_id, chosen.sample from answers chosen
      where chosen.project_id = ${project_id} and chosen.day between ${from} and ${to}
        and ${sql.join(answers, sql` and `)})`);
  }
  return sql.join(conditions, sql` and `);
}

/** The condition on rows `of` of facts that a scope keeps their days, prompts and models, whatever is in their answers. */
export function askedCondition(tenant: Tenant, scope: DatedScope, of: string): Sql {
  const filters = scope.filters.filter(({ field }) => definitionOf(field).on !== "answer");
  return factCondition(tenant, { ...scope, filters }, { of, isAnswer: false });
}

/** That two rows are of the same answer, `a.day = b.day and ...`; their projects are compared beside it. */
export const sameAnswer = (a: string, b: string) =>
  sql.raw<boolean>(
    ["day", "model_id", "prompt_id", "sample"].map((of) => `${a}.${of} = ${b}.${of}`).join(" and "),
  );
