import { operation } from "#core/operation.ts";
import { rejectionOf } from "./suggestion-operations.ts";

export const rejectBrandSuggestions = operation({
  name: "reject_brand_suggestions",
  ...rejectionOf("brand"),
});
