import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { dayConditions, keptPrompts, scopeConditions } from "#domain/sums/scope-conditions.ts";
import { REPEATS } from "../task-queries.ts";

/** A model, and the questions to it that nothing came back to, by day. */
export type WithoutReply = {
  model_id: number;
  slug: string;
  name: string;
  days: { day: string; count: number }[];
};

/**
 * The models that a scope keeps, by name, with what failed of its days without an answer that is kept; a question that was
 * asked again on its day, as `REPEATS` has it, counts by what came of it last. What chooses answers by what is in them is not
 * looked at. It reads settings and the queue alone: on a cluster answers are elsewhere.
 */
export async function listWithoutReply(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<WithoutReply[]> {
  const { project_id } = tenant;
  const prompts = keptPrompts(tenant, scope);
  const asked = [
    sql`t.project_id = ${project_id} and (t.status = 'failed' and t.answer_id is null or t.is_repeat)`,
    ...dayConditions(scope, "t"),
    ...(prompts ? [sql`t.prompt_id = any(array(${prompts}))`] : []),
  ];
  const kept = [
    sql`m.project_id = ${project_id}`,
    ...scopeConditions(tenant, scope, { on: ["model"], of: "m" }),
  ];
  return rowsOf<WithoutReply>(db)`
    select m.model_id, m.slug, m.name, coalesce(f.days, '[]') as days from models m left join (
      select model_id, json_agg(json_build_object('day', day, 'count', count) order by day) as days from (
        select model_id, day, sum(lost) as count from (
          select t.model_id, t.day, greatest(0, count(*) filter (where t.status = 'failed' and t.answer_id is null)
            - count(*) filter (where ${REPEATS})) as lost
          from capture_tasks t where ${sql.join(asked, sql` and `)} group by t.model_id, t.prompt_id, t.day
        ) cells where lost > 0 group by model_id, day
      ) d group by model_id
    ) f on f.model_id = m.model_id
    where ${sql.join(kept, sql` and `)} order by m.name, m.model_id`;
}
