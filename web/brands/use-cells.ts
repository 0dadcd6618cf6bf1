import { useAskAll } from "../all-pages.ts";
import { useHere } from "../here.tsx";
import { reportInput } from "../scope.ts";
import type { BrandRow } from "./brand-columns.tsx";
import { type Cells, makeCells } from "./cells.ts";

/** The competitor that most answers name. */
export function bestRivalOf(rows: readonly BrandRow[]): BrandRow | undefined {
  return rows
    .filter(({ brand }) => !brand.is_own)
    .toSorted((a, b) => (b.visibility ?? 0) - (a.visibility ?? 0))[0];
}

/** What answers name by assistant and topic, of two brands: the own one and the best competitor unless given. */
export function useCells(
  rows: readonly BrandRow[],
  own = rows.find(({ brand }) => brand.is_own),
  rival = bestRivalOf(rows),
) {
  const { project_id, scope, timezone } = useHere();
  const values = [own, rival].flatMap((row) => (row ? [row.brand.id] : []));
  const input = reportInput(scope, timezone);
  const asked = useAskAll(
    "get_brand_report",
    {
      ...{ project_id, ...input, dimensions: ["model_id", "topic_id"] },
      filters: [...input.filters, { field: "brand_id", operator: "in", values }],
    },
    { enabled: own !== undefined && rival !== undefined },
  );
  const cells: Cells | null = asked.data && own ? makeCells(asked.data, own.brand.id) : null;
  return { asked, cells, rival };
}
