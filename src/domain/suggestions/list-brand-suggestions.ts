import { operation } from "#core/operation.ts";
import { BrandSuggestion } from "./suggestion.ts";
import { listOf } from "./suggestion-operations.ts";

export const listBrandSuggestions = operation({
  name: "list_brand_suggestions",
  description:
    "Brands that assistants name and the project does not track, found in its captured answers: each with how often, where, and why.",
  ...listOf("brand", BrandSuggestion),
});
