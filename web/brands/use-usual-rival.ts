import { useAsk } from "../data.ts";
import { useBrandList } from "../frame/tracked-brands.ts";
import { useHere } from "../here.tsx";
import { longestBefore, type Scope } from "../scope.ts";
import { todayIn } from "../words/formats.ts";
import { bestRivalOf } from "./best-rival.ts";
import type { BrandRow } from "./brand-columns.tsx";
import { overviewInput } from "./overview-input.ts";

/**
 * The competitor among some rows of a report that pages compare with until another is chosen, whatever their days and
 * filters: the best of the last thirty days, or of all days where these have no answers. Null: not known yet. The holder
 * of a link, who sees no other days, has the best of the page.
 */
export function useUsualRival(rows: readonly BrandRow[]): BrandRow | undefined | null {
  const { project_id, timezone, isGuest = false } = useHere();
  const list = useBrandList();
  const own_id = list.data?.data.find(({ is_own }) => is_own)?.id;
  const isKnown = !isGuest && !list.isPending;
  const inputOf = (scope: Scope) => overviewInput({ project_id, scope, timezone }, own_id);
  const newest = useAsk("get_brand_report", inputOf({}), { enabled: isKnown });
  const isOld = newest.data?.population.answers === 0;
  const today = todayIn(timezone);
  const all = useAsk(
    "get_brand_report",
    inputOf({ from: longestBefore(today), to: today, compare: false }),
    { enabled: isKnown && isOld },
  );
  const asked = isOld ? all : newest;
  if (!isGuest && (list.isLoading || asked.isLoading)) return null;
  const rowOf = (id: string | undefined) => rows.find(({ brand }) => brand.id === id);
  const usual = bestRivalOf((asked.data?.data ?? []).filter(({ brand }) => rowOf(brand.id)));
  return rowOf(usual?.brand.id) ?? bestRivalOf(rows);
}
