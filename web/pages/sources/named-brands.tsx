import { Group } from "@mantine/core";
import { BrandChips } from "../../brands/brand-chips.tsx";
import { type Brand, useBrands, useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";

/** So many brands of a row are shown by name. */
const CHIPS = 2;

/** The brands that are named where a site or page is read or cited: the own one first, and said where it is not among them. */
export function NamedBrands({ ids }: { ids: readonly string[] }) {
  const { isGuest, showsCompetitors = true } = useHere();
  const brands = useBrands();
  const own = useOwnBrand();
  const isWithout = own !== undefined && !ids.includes(own.id);
  const you = isGuest ? own?.name : "you";
  const isMany = brands.size > CHIPS;
  // Most sites: what differs stands out beside it.
  if (isMany && ids.length === brands.size) return <Dim>all {whole(ids.length)}</Dim>;
  if (isMany && isWithout && ids.length === brands.size - 1) return <Dim>all but {you}</Dim>;
  // Where competitors are not shown, that there are none is not known.
  if (isWithout && ids.length === 0 && !showsCompetitors) return <Dim>not {you}</Dim>;
  return (
    <Group gap={6}>
      <BrandChips ids={ownFirst(ids, brands)} brands={brands} most={CHIPS} />
      {isWithout && ids.length > 0 && <Dim>not {you}</Dim>}
    </Group>
  );
}

/** One's own brand is among those that are seen. */
const ownFirst = (ids: readonly string[], brands: ReadonlyMap<string, Brand>) =>
  ids.toSorted((one, other) => rankOf(brands.get(one)) - rankOf(brands.get(other)));
const rankOf = (brand: Brand | undefined) => (brand?.is_own ? 0 : 1);
