import { operation } from "#core/operation.ts";
import { reopeningOf } from "./suggestion-operations.ts";

export const reopenBrandSuggestions = operation({
  name: "reopen_brand_suggestions",
  ...reopeningOf("brand"),
});
