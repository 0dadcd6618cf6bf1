import { type RawBuilder, sql } from "kysely";

type Sql = RawBuilder<unknown>;

/** How a table of a project is written and restored. */
export type BackupTable = {
  /** Its columns in a backup, with their SQL types; `project_id` is never one. */
  columns: Readonly<Record<string, string>>;
  /** The column that others point to: it gets a new number, in the order of the old ones. */
  id?: string;
  /** Columns that point to another table: they get its new number. */
  refs?: Readonly<Record<string, string>>;
  /** Which rows are written, of `f`; all unless said. */
  only?: Sql;
  /** What is restored in place of the value of `n`, or of a column that is not in a backup. */
  restore?: Readonly<Record<string, Sql>>;
  /** The order rows are written in, and so get their numbers in. */
  order: string;
  /** Columns that are not in a backup, and why. */
  left_out?: Readonly<Record<string, string>>;
};

/** The columns that say which answer a fact belongs to. */
export const FACT = {
  columns: { day: "date", model_id: "integer", prompt_id: "integer", sample: "integer" },
  refs: { model_id: "models", prompt_id: "prompts" },
  order: "day, model_id, prompt_id, sample",
} as const;

/** The new number of an old one of a table. */
export function renumbered(table: string, old: Sql): Sql {
  return sql`(select r.new_id from restored_ids r where r.kind = ${sql.lit(table)} and r.old_id = ${old})`;
}

/** The new numbers of old ones, in their order; those that are gone are left out. */
export function renumberedAll(table: string, numbers: Sql): Sql {
  return sql`(select coalesce(array_agg(r.new_id order by o.place), '{}')
    from unnest(${numbers}) with ordinality o (old_id, place)
    join restored_ids r on r.kind = ${sql.lit(table)} and r.old_id = o.old_id)`;
}
