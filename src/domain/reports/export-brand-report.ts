import { operation } from "#core/operation.ts";
import { getBrandReport } from "./get-brand-report.ts";
import { exportOf } from "./stream-report.ts";

export const exportBrandReport = operation({
  name: "export_brand_report",
  download: "brand-report",
  summary: "Export the report on brands",
  description:
    "Streams every row of get_brand_report, with the same arguments but without pages; the fields of brand, previous and change stand behind their name, as in brand_id.",
  ...exportOf(getBrandReport),
});
