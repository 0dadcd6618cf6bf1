import { Failure } from "#core/failure.ts";
import type { ReportQuery } from "./report-query.ts";

/** Rows whose changes can be sorted and chosen by: all of them have to be compared for it. */
export const ROWS_MAX = 5_000;
const CHANGE = /_change$/;
const isOfChange = ({ field }: { field: string }) => CHANGE.test(field);

type Row = { change?: Readonly<Record<string, { value: number | null }>> | null | undefined };

/** What a report reads: the page, or every row where its changes sort or choose. */
export function rowsToRead(query: ReportQuery): ReportQuery {
  if (!isByChange(query)) return query;
  const having = query.having.filter((one) => !isOfChange(one));
  const order_by = query.order_by.filter((one) => !isOfChange(one));
  return { ...query, having, order_by, limit: ROWS_MAX, offset: 0 };
}

/** The page of rows that a query means of those that were read for it, and how many there are in all. */
export function pageOfRows<Of extends Row>(
  { rows, total_count }: { rows: Of[]; total_count: number },
  query: ReportQuery,
): { rows: Of[]; total_count: number } {
  if (!isByChange(query)) return { rows, total_count };
  if (total_count > ROWS_MAX) {
    const message = `${total_count} rows are too many to sort or choose by changes; ${ROWS_MAX} is the most. Filter them`;
    throw new Failure("VALIDATION_ERROR", message, { problem: "RANGE" });
  }
  const kept = rows.filter((row) =>
    query.having.filter(isOfChange).every(({ field, operator, value }) => {
      const found = numberIn(row, field);
      return found !== null && HOLDS[operator](found, value);
    }),
  );
  kept.sort((left, right) => {
    for (const { field, direction } of query.order_by) {
      const [one, other] = [numberIn(left, field), numberIn(right, field)];
      if (one === other) continue;
      // Null is last, whichever way.
      if (one === null) return 1;
      if (other === null) return -1;
      return (one - other) * (direction === "asc" ? 1 : -1);
    }
    return 0;
  });
  const page = kept.slice(query.offset, query.offset + query.limit);
  return { rows: page, total_count: kept.length };
}

export const HOLDS = {
  gt: (found: number, value: number) => found > value,
  gte: (found: number, value: number) => found >= value,
  lt: (found: number, value: number) => found < value,
  lte: (found: number, value: number) => found <= value,
};

const isByChange = (query: ReportQuery) => [...query.having, ...query.order_by].some(isOfChange);

function numberIn(row: Row, field: string): number | null {
  if (CHANGE.test(field)) return row.change?.[field.replace(CHANGE, "")]?.value ?? null;
  const value = (row as Record<string, unknown>)[field];
  return typeof value === "number" ? value : null;
}
