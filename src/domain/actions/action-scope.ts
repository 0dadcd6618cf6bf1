import { Day } from "#core/period.ts";
import { BrandedField, ScopeFilters } from "#domain/sums/answer-scope.ts";

/** Which answers leads are looked for in; nothing is to be won where the prompt names the own brand. */
export const ActionScope = {
  date_from: Day.optional().describe("First day looked at; default 29 days before date_to."),
  date_to: Day.optional().describe("Default today."),
  filters: ScopeFilters.filters,
  branded: BrandedField.unwrap()
    .default("exclude")
    .describe("Prompts that name the own brand; leads on them are left out unless asked for."),
};

/** Those that tools do not take: they look at all answers to prompts that do not name the own brand. */
export const NOT_IN_TOOLS = ["filters", "branded"] as const;
