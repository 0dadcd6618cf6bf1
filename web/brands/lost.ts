import { useBrands } from "../frame/tracked-brands.ts";
import { useHere } from "../here.tsx";

/**
 * What narrows answers to those that name a competitor and not the own brand, and whether a page is narrowed so; undefined
 * where no such brands are tracked.
 */
export function useLost() {
  const { scope } = useHere();
  const brands = [...useBrands().values()];
  const own = brands.find(({ is_own }) => is_own);
  const rivals = brands.filter(({ is_own }) => !is_own).map(({ id }) => id);
  if (!own || rivals.length === 0) return undefined;
  return {
    own,
    filters: { mentioned: rivals, not_mentioned: [own.id] },
    isOn: scope.mentioned !== undefined && scope.not_mentioned?.includes(own.id) === true,
  };
}
