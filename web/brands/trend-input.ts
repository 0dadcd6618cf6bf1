import { ofBrands, type ReportFilter, reportInput, type Scope } from "../scope.ts";
import type { BrandRow } from "./brand-columns.tsx";
import { stepOf } from "./step-of.ts";

const LINES_MAX = 6;

/** What a chart of visibility over time shows of a report's rows, by which step, and the report that has its points. */
export function trendOf(
  rows: readonly BrandRow[],
  about: {
    project_id: string;
    scope: Scope;
    timezone: string;
    /** Narrows the scope further. */
    only?: readonly ReportFilter[];
  },
) {
  const { project_id, scope, timezone, only = [] } = about;
  const step = stepOf(scope, timezone, rows[0]?.visibility_total);
  const shown = leaders(rows);
  const brands = ofBrands(shown.map(({ brand }) => brand.id));
  return {
    step,
    shown,
    input: { project_id, ...reportInput(scope, timezone, [...only, brands]), dimensions: [step] },
  };
}

/** The own brand and the most visible others. */
function leaders(rows: readonly BrandRow[]): BrandRow[] {
  return rows
    .filter(({ brand, visibility_count }) => brand.is_own || visibility_count > 0)
    .sort(
      (a, b) =>
        Number(b.brand.is_own) - Number(a.brand.is_own) || b.visibility_count - a.visibility_count,
    )
    .slice(0, LINES_MAX);
}
