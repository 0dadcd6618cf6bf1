import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Brand } from "./brand.ts";
import { requireBrand } from "./brand-queries.ts";

export const getBrand = operation({
  name: "get_brand",
  scope: "project",
  effect: "reads",
  group: "Brands",
  summary: "Get a brand",
  description: "Returns one tracked brand with the rules that find it in answers.",
  returns: "The brand",
  route: "GET /brands/{brand_id}",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ brand_id: idInput("brd").describe("The brand.") }),
  output: Brand,
  async handler({ db, project }, { brand_id }) {
    return requireBrand(db, project, brand_id);
  },
});
