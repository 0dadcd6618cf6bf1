import { type RawBuilder, sql } from "kysely";

type Sql = RawBuilder<unknown>;

/** Whether a usable answer `of` names the project's own brand. */
export const withOwn = (
  project_id: number,
  of: string,
) => sql`${sql.ref(`${of}.status`)} = 'answered'
  and ${sql.ref(`${of}.brand_ids`)} && array(
    select brand_id from brands where project_id = ${project_id} and is_own)`;

/** Whether a usable answer `of` names brands and not the project's own. */
export const withoutOwn = (
  project_id: number,
  of: string,
) => sql`${sql.ref(`${of}.status`)} = 'answered'
  and cardinality(${sql.ref(`${of}.brand_ids`)}) > 0 and not (${withOwn(project_id, of)})`;

/**
 * The usable answers that name brands: their keys and `brand_ids`, among them brands that are tracked no more;
 * `condition` tells which answers `of` is. In two parts, since an index that holds the brands holds no more than 400 of
 * an answer.
 */
export function namedAnswers(condition: Sql, of: string): Sql {
  const at = (column: string) => sql.ref(`${of}.${column}`);
  const columns = sql.join(["day", "model_id", "prompt_id", "sample", "brand_ids"].map(at));
  const part = (brands: Sql) => sql`select ${columns} from answers ${sql.ref(of)}
    where ${condition} and ${at("status")} = 'answered' and cardinality(${at("brand_ids")}) ${brands}`;
  return sql`(${part(sql`between 1 and 400`)} union all ${part(sql`> 400`)})`;
}
