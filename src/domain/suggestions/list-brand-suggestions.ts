import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { BrandSuggestion, SuggestionStatus } from "./suggestion.ts";
import { listSuggestionRows } from "./suggestion-queries.ts";

export const listBrandSuggestions = operation({
  name: "list_brand_suggestions",
  scope: "project",
  effect: "reads",
  group: "Suggestions",
  summary: "List brand suggestions",
  description:
    "Brands that assistants name and the project does not track, found in its captured answers: each with how often, where, and why.",
  returns: "A page of brand suggestions",
  route: "GET /suggestions/brands",
  tool: true,
  input: z.strictObject({ status: SuggestionStatus, ...Page }),
  output: pageOf(BrandSuggestion),
  async handler({ db, project }, { status, ...page }) {
    return toPage(await listSuggestionRows(db, project, { kind: "brand", status, ...page }), page);
  },
});
