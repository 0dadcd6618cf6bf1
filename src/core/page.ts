import type { RawBuilder } from "kysely";
import * as z from "zod";
import { type Database, rowsOf } from "./database.ts";

/** The paging arguments that every list takes. */
export const Page = {
  limit: z.int().min(1).max(1000).default(100).describe("Most items to return, 1 to 1000."),
  offset: z
    .int()
    .min(0)
    .max(100_000_000)
    .default(0)
    .describe("Items to skip; raise it by `limit` until a page is shorter than `limit`."),
};

export type PageInput = { limit: number; offset: number };
/** A page as lists answer it. */
export type Paged<Row> = PageInput & { data: Row[]; total_count: number };

/** The answer of a list: `{data, total_count, limit, offset}`. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).describe("The items of this page, in an order that stays."),
    total_count: z.int().describe("Items there are without paging."),
    limit: z.int().describe("The limit that was asked for."),
    offset: z.int().describe("The offset that was asked for."),
  });
}

/** Puts rows and the paging arguments together as the answer of a list. */
export function toPage<Row>(
  { rows, total_count }: { rows: Row[]; total_count: number },
  { limit, offset }: PageInput,
): Paged<Row> {
  return { data: rows, total_count, limit, offset };
}

/**
 * Reads one page with a query that puts the count over all pages in each row (`count(*) over ()`); a page
 * beyond the end asks once more for the count.
 */
export async function readPageBy<Row extends { total_count: number }>(
  page: PageInput,
  query: (page: PageInput) => Promise<Row[]>,
): Promise<Paged<Row>> {
  const rows = await query(page);
  const isBeyond = rows.length === 0 && page.offset > 0;
  const [first] = isBeyond ? await query({ limit: 1, offset: 0 }) : rows;
  return toPage({ rows, total_count: first?.total_count ?? 0 }, page);
}

/** The same with a statement without its `limit`, which says `count(*) over () as total_count`. */
export const readPage = <Row>(db: Database, page: PageInput, statement: RawBuilder<Row>) =>
  readPageBy(
    page,
    ({ limit, offset }) =>
      rowsOf<Row & { total_count: number }>(db)`${statement} limit ${limit} offset ${offset}`,
  );

/** One page of rows that are all at hand, of things a project has few of. */
export function pageOfAll<Row>(rows: readonly Row[], page: PageInput) {
  const { limit, offset } = page;
  return toPage({ rows: rows.slice(offset, offset + limit), total_count: rows.length }, page);
}
