import { type RawBuilder, sql } from "kysely";

type Sql = RawBuilder<unknown>;

const COLUMNS = sql.raw("f.day, f.model_id, f.prompt_id, f.sample, f.brand_ids");

/** Whether a usable answer `a` names the project's own brand. */
export const withOwn = (project_id: number) => sql`a.status = 'answered'
  and a.brand_ids && array(select brand_id from brands where project_id = ${project_id} and is_own)`;

/** Whether a usable answer `a` names brands and not the project's own. */
export const withoutOwn = (project_id: number) => sql`a.status = 'answered'
  and cardinality(a.brand_ids) > 0 and not (${withOwn(project_id)})`;

/**
 * The usable answers, rows `f` of `condition`, that name brands: their keys and `brand_ids`, among them brands that are
 * tracked no more. In two parts, since an index that holds the brands holds no more than 400 of an answer.
 */
export function namedAnswers(condition: Sql): Sql {
  return sql`(
    select ${COLUMNS} from answers f
    where ${condition} and f.status = 'answered' and cardinality(f.brand_ids) between 1 and 400
    union all
    select ${COLUMNS} from answers f
    where ${condition} and f.status = 'answered' and cardinality(f.brand_ids) > 400)`;
}
