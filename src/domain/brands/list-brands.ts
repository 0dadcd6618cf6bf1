import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import { Brand } from "./brand.ts";
import { listBrandRows } from "./brand-queries.ts";

export const listBrands = operation({
  name: "list_brands",
  scope: "project",
  effect: "reads",
  shared: {
    pages: SHARE_PAGES,
    filtered_by: "brand_id",
    show: (page) => ({ ...page, data: page.data.map(withoutRules) }),
  },
  group: "Brands",
  summary: "List brands",
  description:
    "Lists the tracked brands: the own brand first, then the competitors in the order they were added, each with the rules that find it in answers.",
  returns: "A page of brands",
  route: "GET /brands",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Brand),
  handler: ({ db, project }, page) => listBrandRows(db, project, page),
});

/** How a brand is found is its owner's affair. */
function withoutRules(brand: z.output<typeof Brand>): z.output<typeof Brand> {
  return { ...brand, aliases: [], regex: null, exclude_phrases: [] };
}
