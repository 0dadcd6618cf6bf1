import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { deleteBrandRow, lockReadyBrand } from "./brand-queries.ts";
import { requestDetection } from "./request-detection.ts";

export const deleteBrand = operation({
  name: "delete_brand",
  scope: "project",
  effect: "destroys",
  audit: ({ brand_id }) => ({ brand_id }),
  group: "Brands",
  summary: "Delete a brand",
  description:
    "Stops tracking a brand and forgets where answers mention it; the answers stay. A project's own brand cannot be deleted.",
  returns: "Deleted",
  status: 204,
  route: "DELETE /brands/{brand_id}",
  tool: true,
  failures: ["NOT_FOUND", "CONFLICT", "BRAND_RECALCULATING"],
  input: z.strictObject({ brand_id: idInput("brd").describe("The brand to delete.") }),
  output: z.object({}),
  async handler(context, { brand_id }) {
    const { db, project } = context;
    const { id, is_own } = await lockReadyBrand(db, project, brand_id);
    if (is_own) {
      throw new Failure("CONFLICT", "brand_id: the project's own brand cannot be deleted.");
    }
    await deleteBrandRow(db, project, id);
    await requestDetection(context, []);
    return {};
  },
});
