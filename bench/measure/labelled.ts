import { existsSync } from "node:fs";
import { join } from "node:path";
import { settleAliases } from "#domain/brands/settle-aliases.ts";
import type { BrandRules } from "#domain/detection/brand-rules.ts";
import { readLines } from "../real-data.ts";

/** Whoever writes rules may read the development half; the held-out half is only measured. */
export type Half = "development" | "held-out";
export const HALVES: readonly Half[] = ["development", "held-out"];

/** What every labelled line says of itself. */
export type Line = { half: Half; language: string; class: string };

/**
 * All lines of a set in the folders: `SET-development.jsonl` and `SET-held-out.jsonl`, which is `SET.jsonl` where the
 * half lies by itself.
 */
export function readSet<Row>(set: string, folders: readonly string[]): (Row & { half: Half })[] {
  const read = (half: Half, path: string) =>
    existsSync(path) ? readLines<Row>(path).map((row) => ({ ...row, half })) : [];
  return folders.flatMap((folder) => [
    ...read("development", join(folder, `${set}-development.jsonl`)),
    ...read("held-out", join(folder, `${set}-held-out.jsonl`)),
    ...read("held-out", join(folder, `${set}.jsonl`)),
  ]);
}

/** A brand as the product makes it of a name alone, in a project of that language. */
export function brandOf(name: string, language_code: string, brand_id = 1): BrandRules {
  const aliases = settleAliases([], { name, language_code });
  return { brand_id, name, aliases, domains: [], regex: null, exclude_phrases: [] };
}
