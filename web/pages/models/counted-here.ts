import { useBrandList } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { NO_FILTERS, ofBrands, periodOf, reportInput, type Scope } from "../../scope.ts";
import type { Narrowed } from "../../widgets/behind.tsx";

/** What this page counts, whatever other pages look at: the answers of thirty days, to all prompts. */
export const COUNTED_HERE = { range: "30d", branded: "include" } as const satisfies Scope;

/** A run a day, on each of these thirty days. */
export const RUNS = 31;

/** The answers of one assistant that this page counts. */
export function answersOf(model_id: string, timezone: string): Narrowed {
  const { date_from: from, date_to: to } = periodOf(COUNTED_HERE, timezone);
  const { branded } = COUNTED_HERE;
  return { ...NO_FILTERS, branded, model: [model_id], from, to };
}

/** A report of the own brand counts all answers, whether they name it or not. */
export function useReportInput() {
  const { project_id, timezone } = useHere();
  const brands = useBrandList();
  const own = brands.data?.data.find(({ is_own }) => is_own);
  const only = ofBrands([own?.id ?? ""]);
  const input = { project_id, ...reportInput(COUNTED_HERE, timezone, [only]) };
  return { input, isKnown: own !== undefined, isMissing: !own && !brands.isPending };
}
