import type { OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";

export type Brand = OutputOf<"list_brands">["data"][number];

/** The project's brands, as they are asked for. */
export function useBrandList(options: { beside?: false } = {}) {
  const { project_id } = useHere();
  return useAsk("list_brands", { project_id, limit: 1000 }, options);
}

/** The project's brands by their ids. */
export function useBrands(): ReadonlyMap<string, Brand> {
  const { data } = useBrandList();
  return new Map(data?.data.map((brand) => [brand.id, brand]));
}

/** The project's own brand, once it is known. */
export const useOwnBrand = (): Brand | undefined =>
  [...useBrands().values()].find(({ is_own }) => is_own);

/** What the project's own brand is called. */
export function useOwnName(): string {
  const { project } = useHere();
  return useOwnBrand()?.name ?? project.name;
}

type Row = OutputOf<"get_brand_report">["data"][number];
const UNKNOWN = {
  ...{ visibility: null, visibility_low: null, visibility_high: null, share_of_voice: null },
  change: undefined,
};

/** Whether answers are being read for a row's brand for the first time: it is not ranked yet. */
export function useIsUnread(): (row: Row) => boolean {
  const brands = useBrands();
  return ({ brand, mention_count }) =>
    brands.get(brand.id)?.status === "recalculating" && mention_count === 0;
}

/** Takes the numbers off such a row: no 0 that is none. */
export function useCounted(): (row: Row) => Row {
  const isUnread = useIsUnread();
  return (row) => (isUnread(row) ? { ...row, ...UNKNOWN } : row);
}

/** How many brands a report ranks, of those that it has. */
export function useRanked(): (report: { data: Row[]; total_count: number }) => number {
  const isUnread = useIsUnread();
  return ({ data, total_count }) => total_count - data.filter(isUnread).length;
}
