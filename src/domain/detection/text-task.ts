import type { BrandRules } from "./brand-rules.ts";

/** What is done with texts; `rules` come along when the thread does not know them by their key, `forget` names others. */
export type TextWork =
  | { kind: "detect"; key: string; rules: readonly BrandRules[] | null; forget: string | null }
  | { kind: "candidates" };

/** What a thread is asked. */
export type TextTask = { work: TextWork; texts: readonly unknown[] };

/** What a thread replies: a result per text, or the text whose reading failed. */
export type TextReply = { results: readonly unknown[] } | { failed: number };

/** Where a thread is before its code runs. */
export const NOT_STARTED = -2;
/** Where a thread is before it reads the first text of a task. */
export const PREPARING = -1;
