import type { Kysely } from "kysely";

/** Every table by name; each slice adds its own beside its queries (`declare module "#core/database.ts"`). */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their tables into it.
export interface Tables {}

/** A connection pool, or one transaction of it: queries cannot tell and need not. */
export type Database = Kysely<Tables>;

/** A change of some columns; absent and undefined ones stay as they are. */
export type Change<Row> = { [Column in keyof Row]?: Row[Column] | undefined };
