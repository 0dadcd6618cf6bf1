import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Brand, BrandEdits } from "./brand.ts";
import { lockReadyBrand, requireBrand, updateBrandRow } from "./brand-queries.ts";
import { checkRules } from "./check-rules.ts";
import { requestDetection } from "./request-detection.ts";

export const updateBrand = operation({
  name: "update_brand",
  scope: "project",
  effect: "changes",
  audit: ({ brand_id }) => ({ brand_id }),
  group: "Brands",
  summary: "Update a brand",
  description:
    "Changes a brand; fields that are left out stay as they are, lists are replaced whole. Anything but the colour has stored answers read again in the background; meanwhile the brand cannot be changed.",
  returns: "The updated brand",
  route: "PATCH /brands/{brand_id}",
  tool: true,
  failures: ["NOT_FOUND", "DUPLICATE", "BRAND_RECALCULATING"],
  input: z.strictObject({
    brand_id: idInput("brd").describe("The brand to change."),
    ...BrandEdits,
  }),
  output: Brand,
  async prepare({ db, project }, { brand_id, ...change }) {
    await checkRules(project, change, await requireBrand(db, project, brand_id));
  },
  async handler(context, { brand_id, ...change }) {
    const { db, project } = context;
    const before = await lockReadyBrand(db, project, brand_id);
    if (!(await updateBrandRow(db, project, { brand_id: before.id, change }))) {
      throw new Failure("DUPLICATE", `name: a brand named "${change.name}" is tracked already.`);
    }
    const after = await requireBrand(db, project, before.id);
    if (rulesOf(before) === rulesOf(after)) return after;
    await requestDetection(context, [before.id]);
    return requireBrand(db, project, before.id);
  },
});

/** What decides which answers mention a brand, comparable as text. */
function rulesOf({ name, aliases, domains, regex, exclude_phrases }: z.input<typeof Brand>) {
  return JSON.stringify([name, aliases, domains, regex, exclude_phrases]);
}
