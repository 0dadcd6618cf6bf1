import type { Pool } from "pg";

/** Makes the sums of sources of projects with more than so many answers, in the database of `pool`. */
export async function sumSources(pool: Pick<Pool, "query">, { from }: { from: number }) {
  await pool.query(
    `create or replace function source_sums_from() returns integer language sql stable as $$ select ${from} $$`,
  );
}
