import { createContext, type RefObject, useContext, useEffect, useState } from "react";
import { byName } from "../words/formats.ts";
import type { Cell } from "./download.ts";

export type Sorting = { key: string; isDown: boolean };
/** An order that the server makes, by the columns of these keys. */
export type ServerSorting = Sorting & { keys: readonly string[]; set(sorting: Sorting): void };
/** Order and page of a table that are kept elsewhere, as in the address, so that they are there on the way back. */
export type Kept = {
  sorting: Sorting | null;
  page: number;
  sort(sorting: Sorting): void;
  turn(page: number): void;
};
type Sortable<Row> = { key: string; value(row: Row): Cell };

/** What the table of a panel is sorted by here, for the file that is saved of it. */
export const OrderContext = createContext<RefObject<Sorting | null> | null>(null);

/** The rows in order, what they are ordered by, and for each column what orders by it, if anything can. */
export function useSorting<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  given: Sorting | ServerSorting | "server" | undefined,
  kept?: Kept,
) {
  const [first, setOwn] = useState(typeof given === "object" ? given : null);
  const own = kept ? kept.sorting : first;
  const isServers = given === "server" || (given !== undefined && "keys" in given);
  const order = useContext(OrderContext);
  useEffect(() => {
    if (order) order.current = isServers ? null : own;
  }, [order, isServers, own]);
  if (given === "server") return { sorted: rows, sorting: null, sorterOf: () => undefined };
  if (given && "keys" in given) {
    const sorterOf = (key: string) => (given.keys.includes(key) ? given.set : undefined);
    return { sorted: rows, sorting: given, sorterOf };
  }
  return {
    sorted: sortRows(rows, columns, own),
    sorting: own,
    sorterOf: () => kept?.sort ?? setOwn,
  };
}

/** The rows in the order of a column; as given where it is none of these. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sorting: Sorting | null | undefined,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sorting?.key);
  if (!column || !sorting) return rows;
  const direction = sorting.isDown ? -1 : 1;
  return [...rows].sort((left, right) => {
    const [a, b] = [column.value(left), column.value(right)];
    if (a === b) return 0;
    // What is not defined comes last, whichever way.
    if (a === null || a === undefined) return 1;
    if (b === null || b === undefined) return -1;
    const order = typeof a === "string" ? byName(a, String(b)) : Number(a) - Number(b);
    return order * direction;
  });
}
