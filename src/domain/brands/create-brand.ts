import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { Brand, BrandEdits, BrandFields } from "./brand.ts";
import { countBrands, insertBrand, requireBrand } from "./brand-queries.ts";
import { checkRules } from "./check-rules.ts";
import { requestDetection } from "./request-detection.ts";

export const createBrand = operation({
  name: "create_brand",
  scope: "project",
  effect: "adds",
  audit: (_, { id }) => ({ brand_id: id }),
  group: "Brands",
  summary: "Create a brand",
  description:
    "Tracks another brand. Stored answers are read again in the background; until that is done its status is recalculating.",
  returns: "The new brand",
  status: 201,
  route: "POST /brands",
  tool: true,
  failures: ["PLAN_LIMIT_REACHED", "DUPLICATE"],
  input: z.strictObject({ ...BrandEdits, name: BrandFields.name }),
  output: Brand,
  prepare: ({ project }, values) => checkRules(project, values),
  async handler(context, values) {
    const { db, project } = context;
    await lockProject(db, project);
    requireRoom(project.plan, "brands", (await countBrands(db, project)) + 1);
    const brand_id = await insertBrand(db, project, values);
    if (brand_id === 0) {
      throw new Failure("DUPLICATE", `name: a brand named "${values.name}" is tracked already.`);
    }
    await requestDetection(context, [brand_id]);
    return requireBrand(db, project, brand_id);
  },
});
