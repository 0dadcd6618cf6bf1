import { queryOptions } from "@tanstack/react-query";
import { call, type InputOf, type OperationName, type OutputOf } from "./call.ts";

// Nothing of what draws pages is in this file: it is read before that is (first.ts).

/** A cached call: its key is the operation and what it was asked. */
export function ask<Name extends OperationName>(name: Name, input: InputOf<Name>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<OutputOf<Name>> => call(name, input, { signal }),
  });
}

export type Listing = {
  [Name in OperationName]: OutputOf<Name> extends { data: unknown[]; total_count: number }
    ? Name
    : never;
}[OperationName];
type RowOf<Name extends Listing> = OutputOf<Name>["data"][number];
export type Whole<Name extends Listing> = Omit<InputOf<Name>, "limit" | "offset">;
const PAGE_MAX = 1_000;

/** Every row of a list or report, its pages asked for one after the other. */
export async function callAll<Name extends Listing>(
  name: Name,
  input: Whole<Name>,
  signal?: AbortSignal,
): Promise<RowOf<Name>[]> {
  const rows: RowOf<Name>[] = [];
  for (;;) {
    const page = { ...input, limit: PAGE_MAX, offset: rows.length };
    const { data, total_count } = await call(name, page as InputOf<Name>, { signal });
    rows.push(...data);
    if (data.length === 0 || rows.length >= total_count) return rows;
  }
}

/** A cached call for every row of a list. */
export function askAll<Name extends Listing>(name: Name, input: Whole<Name>) {
  return queryOptions({
    queryKey: [name, { ...input, all: true }] as const,
    queryFn: ({ signal }) => callAll(name, input, signal),
  });
}
