import { suggestionKey } from "#domain/detection/find-candidates.ts";
import type { Known } from "./suggest-queries.ts";

type JudgedNames = Pick<Known, "judged_names" | "tracked_names">;

/**
 * Keys of names that a judge took for no brand, for another way to write a tracked one, or for another way to write
 * one that comes before.
 */
export function notBrands({ judged_names, tracked_names }: JudgedNames): string[] {
  const taken = new Set(tracked_names.map(suggestionKey));
  const plain = new Set(judged_names.filter((one) => one.is_brand).map(({ key }) => key));
  return judged_names.flatMap(({ key, is_brand, canonical_name }) => {
    if (!is_brand) return [key];
    const canonical = canonical_name === null ? key : suggestionKey(canonical_name);
    if (canonical === key) return [];
    const isOther = taken.has(canonical) || plain.has(canonical);
    taken.add(canonical);
    return isOther ? [key] : [];
  });
}

/** Keys of brands that people decided on, by the names that they saw, too: a judge may have given these. */
export function decidedBrands({ decided }: Pick<Known, "decided">): Set<string> {
  const brands = decided.filter(({ kind }) => kind === "brand");
  return new Set(brands.flatMap(({ key, name }) => [key, suggestionKey(name)]));
}

/** The name to suggest under: as the brand's maker writes it, where a judge gave it. */
export function suggestedName({ judged_names }: JudgedNames, key: string, name: string): string {
  return judged_names.find((one) => one.key === key)?.canonical_name ?? name;
}
