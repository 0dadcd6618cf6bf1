import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import { TIMES } from "#domain/sums/dimensions.ts";
import type { ReportQuery } from "./report-query.ts";

const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/**
 * Applies `having`, order and paging to the finished rows of a report. Null sorts last whichever way; `tail` makes
 * the order total. Field names come from the input's closed lists. `derived`: columns made of those of `rows`, computed
 * where they are asked for and on the page.
 */
export async function finishedRows<Row>(
  db: Database,
  {
    rows,
    query,
    first,
    tail,
    derived = {},
  }: {
    rows: RawBuilder<unknown>;
    query: ReportQuery;
    first: string;
    tail: RawBuilder<unknown>;
    derived?: Readonly<Record<string, string>>;
  },
): Promise<{ rows: Row[]; total_count: number }> {
  const valueIn = (field: string) =>
    derived[field] === undefined ? sql.ref(field) : sql.raw(derived[field]);
  // Cast to a double: next to a count, PostgreSQL would read the value as a whole number and refuse 0.5.
  const having = query.having.map(
    ({ field, operator, value }) =>
      sql`${valueIn(field)} ${sql.raw(COMPARISONS[operator])} ${value}::double precision`,
  );
  const kept = having.length > 0 ? sql`where ${sql.join(having, sql` and `)}` : sql``;
  const order = orderOf(query, first).map(
    ({ field, direction }) => sql`${valueIn(field)} ${sql.raw(direction)} nulls last`,
  );
  const columns = sql.raw(
    Object.entries(derived)
      .map(([name, expression]) => `, ${expression} as ${name}`)
      .join(""),
  );
  const page = (limit: number, offset: number) =>
    sql<Row & { total_count: number }>`
    select *${columns} from (
      select *, count(*) over () as total_count from (${rows}) finished ${kept}
      order by ${sql.join(order)}, ${tail} limit ${limit} offset ${offset}) page`.execute(db);
  const found = await page(query.limit, query.offset);
  if (found.rows.length > 0 || query.offset === 0) {
    return { rows: found.rows, total_count: found.rows[0]?.total_count ?? 0 };
  }
  return { rows: [], total_count: (await page(1, 0)).rows[0]?.total_count ?? 0 };
}

/** What rows are sorted by: time first where rows are by time, then the report's own first number, unless it is asked for. */
export function orderOf({ dimensions, order_by }: ReportQuery, first: string): Order {
  if (order_by.length > 0) return order_by;
  const dates = dimensions.filter((name) => TIMES.includes(name));
  return [
    ...dates.map((field) => ({ field, direction: "asc" }) as const),
    { field: first, direction: "desc" },
  ];
}
type Order = ReportQuery["order_by"];
