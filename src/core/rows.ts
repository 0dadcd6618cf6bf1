import * as z from "zod";

/** A column of rows that leave in bulk; `item` names what CSV shows of an object or a list's objects. */
export type Column = { name: string; about: string; item?: string };

/** Rows as they are read, batch by batch, of any number; undefined cells are left out. */
export type RowStream = {
  columns: readonly Column[];
  batches: AsyncIterable<readonly Record<string, unknown>[]>;
};

/** The answer of an operation that streams rows: doors write them out one after another. */
export const Rows = z.custom<RowStream>();
