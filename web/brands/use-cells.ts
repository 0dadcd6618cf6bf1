import type { InputOf } from "../call.ts";
import { useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import { ofBrands, reportInput } from "../scope.ts";
import type { BrandRow } from "./brand-columns.tsx";
import { type Cells, makeCells } from "./cells.ts";

/**
 * What answers name by assistant and topic, of two brands; `isMissedAsked`: those that name the second alone are counted,
 * too, for which the server reads every answer.
 */
export function useCells(
  own: BrandRow | undefined,
  rival: BrandRow | undefined,
  { isMissedAsked = false }: { isMissedAsked?: boolean } = {},
) {
  const { project_id, scope, timezone } = useHere();
  const values = [own, rival].flatMap((row) => (row ? [row.brand.id] : []));
  const inputOf = (...filters: NonNullable<InputOf<"get_brand_report">["filters"]>) => ({
    ...{ project_id, ...reportInput(scope, timezone, filters) },
    dimensions: ["model_id" as const, "topic_id" as const],
  });
  const isAsked = own !== undefined && rival !== undefined;
  const asked = useAskAll("get_brand_report", inputOf(ofBrands(values)), { enabled: isAsked });
  const missed = useAskAll(
    "get_brand_report",
    inputOf(
      { field: "not_brand_id", operator: "in", values: values.slice(0, 1) },
      ofBrands(values.slice(1)),
    ),
    { enabled: isAsked && isMissedAsked },
  );
  const known = missed.isPlaceholderData ? undefined : missed.data;
  const cells: Cells | null =
    asked.data && own ? makeCells(asked.data, { own_id: own.brand.id, missed: known }) : null;
  return { asked, cells };
}
