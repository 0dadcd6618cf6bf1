import * as z from "zod";
import { job } from "#core/job.ts";
import { SUGGEST } from "#domain/brands/brand.ts";
import { lookForSuggestions } from "./look-for-suggestions.ts";

/** Refreshes a project's open suggestions after answers came in. */
export const suggest = job({
  ...SUGGEST,
  input: z.object({ project_id: z.int() }),
  handler: lookForSuggestions,
});
