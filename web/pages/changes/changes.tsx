import { Group, SegmentedControl, Select, Stack, Tabs } from "@mantine/core";
import type { Measure } from "../../brands/measures.ts";
import { MEASURE_NAMES, MEASURE_OPTIONS } from "../../brands/measures.ts";
import { useAnswersFrom } from "../../frame/answers-from.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { type Brand, useBrandList } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { beforeOf, periodOf, showDays } from "../../scope.ts";
import { CardOutline } from "../../widgets/outline.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { Answered } from "../../widgets/panel.tsx";
import { Explained } from "./explained.tsx";
import { MeasureParts } from "./measure-parts.tsx";
import { MoversView } from "./movers-view.tsx";
import { KINDS, type Kind } from "./use-movers.ts";

type Search = { brand_id?: string; measure?: Measure; view?: "movers"; kind?: Kind };

function readSearch({ brand_id, measure, view, kind }: Record<string, unknown>): Search {
  const known = MEASURE_NAMES.find((name) => name === measure);
  return {
    ...(typeof brand_id === "string" && { brand_id }),
    ...(known && known !== "visibility" && { measure: known }),
    ...(view === "movers" && { view }),
    ...(typeof kind === "string" && Object.hasOwn(KINDS, kind) && { kind: kind as Kind }),
  };
}

/** Why a brand's number changed: in which assistants, topics, prompts and sources, and how much of that is more than chance. */
export function Changes() {
  const { scope, timezone } = useHere();
  const [{ brand_id, measure = "visibility", view, kind = "brands" }, setSearch] =
    useOwnSearch(readSearch);
  const asked = useBrandList({ beside: false });
  const brands = asked.data?.data ?? [];
  const brand =
    brands.find(({ id }) => id === brand_id) ?? brands.find(({ is_own }) => is_own) ?? null;
  const answersFrom = useAnswersFrom();
  const [now, before] = [periodOf(scope, timezone), beforeOf(scope, timezone)];
  return (
    <>
      <PageTitle
        title="Changes"
        text={`${showDays(now.date_from, now.date_to)}, compared with ${showDays(before.date_from, before.date_to)}${answersFrom}.`}
        scoped="compared"
      />
      <Stack>
        <Tabs
          value={view ?? "why"}
          onChange={(next) => setSearch({ view: next === "movers" ? next : undefined })}
        >
          <Tabs.List>
            <Tabs.Tab value="why">Why</Tabs.Tab>
            <Tabs.Tab value="movers">Movers</Tabs.Tab>
          </Tabs.List>
        </Tabs>
        {view === "movers" ? (
          <MoversView kind={kind} setKind={(next) => setSearch({ kind: next })} />
        ) : (
          <>
            <Group gap="sm" className="no-print">
              <BrandPick
                brands={brands}
                value={brand}
                onChange={(id) => setSearch({ brand_id: id })}
              />
              <SegmentedControl
                aria-label="Number"
                value={measure}
                onChange={(value) =>
                  setSearch({ measure: value === "visibility" ? undefined : (value as Measure) })
                }
                data={MEASURE_OPTIONS}
                className="segments"
              />
            </Group>
            <Answered asked={asked} outline={<CardOutline height={320} />}>
              {() =>
                brand &&
                (measure === "visibility" ? (
                  <Explained brand={brand} />
                ) : (
                  <MeasureParts brand={brand} measure={measure} />
                ))
              }
            </Answered>
          </>
        )}
      </Stack>
    </>
  );
}

function BrandPick({
  brands,
  value,
  onChange,
}: {
  brands: Brand[];
  value: Brand | null;
  onChange(id: string): void;
}) {
  return (
    <Select
      aria-label="Brand"
      w={{ base: "100%", xs: 240 }}
      searchable={brands.length > 8}
      data={brands.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      title={value?.name ?? ""}
      onChange={(id) => id && onChange(id)}
    />
  );
}
