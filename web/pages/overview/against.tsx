import { Select, VisuallyHidden } from "@mantine/core";
import { bestRivalOf, nearNames } from "../../brands/best-rival.ts";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { HeatMap, MAP_HEIGHT } from "../../brands/heat-map.tsx";
import { lastPairs } from "../../brands/last-pairs.ts";
import { useHere } from "../../here.tsx";
import { OnPaper } from "../../widgets/on-paper.tsx";
import { Outline } from "../../widgets/outline.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { listed } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";

const readSearch = ({ rival }: Record<string, unknown>): { rival?: string } =>
  typeof rival === "string" ? { rival } : {};

/** Of so many competitors one is looked for by its name. */
const MANY = 8;

/**
 * Where the own brand stands against a competitor that is chosen in the heading and kept in the address; at first `best`,
 * or the one that Compare had last. Null: which is the best is not known yet.
 */
export function Against({
  own,
  best,
  rows,
}: {
  own: BrandRow;
  best: BrandRow | null;
  rows: readonly BrandRow[];
}) {
  const { project_id } = useHere();
  const [search, setSearch] = useOwnSearch(readSearch);
  const rivals = rows.filter(({ brand }) => !brand.is_own);
  const last = lastPairs.get(project_id);
  const chosen = search.rival ?? (last?.one === own.brand.id ? last.other : undefined);
  const rival = rivals.find(({ brand }) => brand.id === chosen) ?? best;
  const select = { size: "xs", w: 170, maw: "100%", className: "no-print" } as const;
  const label = "Competitor to stand against";
  if (!rival)
    return (
      <Panel title="Against" mark={<Select {...select} aria-label={label} disabled />}>
        <Outline height={MAP_HEIGHT} />
      </Panel>
    );
  const { id, name } = rival.brand;
  const said = <Dim flex="1 1 auto">{rival === best && sayBest(best, rivals)}</Dim>;
  const action = (
    <PageLink to="/compare" search={{ one: own.brand.id, other: id }}>
      Compare brands
    </PageLink>
  );
  if (rivals.length < 2)
    return <HeatMap {...{ own, rival, action }} title={`Against ${name}`} mark={said} />;
  return (
    <HeatMap
      {...{ own, rival, action }}
      title={
        <>
          Against{" "}
          <OnPaper screen={<VisuallyHidden component="span">{name}</VisuallyHidden>} paper={name} />
        </>
      }
      mark={
        <>
          <Select
            {...select}
            aria-label={label}
            searchable={rivals.length > MANY}
            data={rivals.map(({ brand }) => ({ value: brand.id, label: brand.name }))}
            value={id}
            title={name}
            onChange={(next) => {
              if (!next) return;
              lastPairs.set(project_id, { one: own.brand.id, other: next });
              setSearch({ rival: next === best?.brand.id ? undefined : next });
            }}
          />
          {said}
        </>
      }
    />
  );
}

/** Why the own brand is set against this one at first, and who is as good: chance may decide which of them is the best. */
function sayBest(best: BrandRow, rivals: readonly BrandRow[]): string {
  const top = bestRivalOf(rivals);
  if (top && top !== best && !nearNames(top, rivals).includes(best.brand.name))
    return "usually the most named competitor";
  const level = nearNames(best, rivals);
  return level.length > 0
    ? `${listed(level, 2)} may be named as often`
    : "the most named competitor";
}
