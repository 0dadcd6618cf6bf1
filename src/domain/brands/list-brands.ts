import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { Brand } from "./brand.ts";
import { listBrandRows } from "./brand-queries.ts";

export const listBrands = operation({
  name: "list_brands",
  scope: "project",
  access: "read",
  group: "Brands",
  summary: "List brands",
  description:
    "Lists the tracked brands: the own brand first, then the competitors in the order they were added, each with the rules that find it in answers.",
  returns: "A page of brands",
  route: "GET /brands",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Brand),
  async handler({ db, project }, page) {
    return toPage(await listBrandRows(db, project, page), page);
  },
});
