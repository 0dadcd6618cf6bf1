import { useAskAll } from "../../data.ts";
import { useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import type { SourceRow } from "./source-columns.tsx";
import type { useSources } from "./with-own.tsx";

type Asked = ReturnType<typeof useSources>;
type Query = Parameters<typeof useSources>[1];
type Of = { query: Omit<Query, "limit" | "offset">; page: number; size: number; isWanted: boolean };

/**
 * The sites that no answer reads or cites together with the own brand's name, a page of them in the order of `query`,
 * in place of what `asked` found; unless that is not wanted, or makes no sense here.
 */
export function useNeverWithOwn(asked: Asked, { query, page, size, isWanted }: Of) {
  const { isGuest, scope } = useHere();
  const own = useOwnBrand();
  // Among answers that do not name it, no site goes with it.
  const isOn = isWanted && !isGuest && own !== undefined && !scope.not_mentioned?.includes(own.id);
  const all = useAskAll("get_domain_report", query, { enabled: isOn });
  const only = <Row extends SourceRow>(rows: readonly Row[]) =>
    isOn ? rows.filter((row) => !row.mentioned_brand_ids.includes(own.id)) : [...rows];
  if (!isOn) return { own, isOn, isNone: false, only, asked };
  const rows = all.data && only(all.data);
  const data = rows &&
    asked.data && {
      ...{ ...asked.data, total_count: rows.length },
      data: rows.slice((page - 1) * size, page * size),
    };
  const { isPlaceholderData } = all;
  const { error, refetch } = asked.error ? asked : all;
  // Each goes with it; none at all says nothing of that.
  const isNone = rows?.length === 0 && all.data?.length !== 0;
  return { own, isOn, isNone, only, asked: { data, error, isPlaceholderData, refetch } };
}
