import { countryName } from "./country-name.ts";

const WORDS = new Map([
  ["tool_choice", "searching cannot be forced: it decides itself whether to search"],
  ["thinking", "its thinking cannot be switched off"],
  ["max_tokens", "answers are cut sooner"],
  ["user_location", "it was not told the country"],
]);

/** What it means that a provider refused a part of a request, in plain words. */
export function explainLeftOut(part: string): string {
  const [name = part, country] = part.split(" ");
  if (country) return `it cannot be asked from ${countryName(country)}`;
  return WORDS.get(name) ?? `${name} is left out`;
}

/** How an assistant was asked to search, to be read after whether it did. */
export const SEARCH_ASKED = {
  forced: "searching was required",
  chosen: "the assistant decided",
  off: "searching was switched off",
} as const;
