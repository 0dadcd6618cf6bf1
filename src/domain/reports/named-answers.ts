import { type RawBuilder, sql } from "kysely";

type Sql = RawBuilder<unknown>;

const COLUMNS = sql.raw("f.day, f.model_id, f.prompt_id, f.sample, f.brand_ids");

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
