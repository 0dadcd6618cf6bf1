import { Group, Stack, Text } from "@mantine/core";
import dayjs from "dayjs";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { MEASURE_NAMES, MEASURES } from "../../brands/measures.ts";
import { useHere } from "../../here.tsx";
import { periodOf, showDays } from "../../scope.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { ChangeWhy } from "../../widgets/why.tsx";
import { WEIGHED } from "../../words/counted.ts";
import { useTone } from "../../words/tone.tsx";
import { Newest } from "./in-words.tsx";

const SHOWN = 8;

/** What the changes are against. */
function Before() {
  const { scope, timezone } = useHere();
  const { date_from, date_to } = periodOf(scope, timezone);
  const days = dayjs(date_to).diff(date_from, "day") + 1;
  const { vs_from, vs_to } = scope;
  const since = days === 1 ? "since the day before" : `since the ${days} days before`;
  return (
    <Text size="sm" c="dimmed">
      {vs_from && vs_to ? `since ${showDays(vs_from, vs_to)}` : since}
    </Text>
  );
}

/** Who changed by more than chance, the own brand first. */
export function WhatChanged({ rows, isCompared }: { rows: BrandRow[]; isCompared: boolean }) {
  const { isGuest } = useHere();
  const tone = useTone();
  const found = rows.flatMap(({ brand, change }) =>
    MEASURE_NAMES.flatMap((measure) =>
      change?.[measure].significant ? [{ brand, measure, change: change[measure] }] : [],
    ),
  );
  // One's own first, in the order of the figures above; then what is least likely to be chance.
  found.sort((a, b) => {
    const [mine, other] = [a.brand.is_own, b.brand.is_own];
    return mine || other ? Number(other) - Number(mine) : (a.change.p ?? 1) - (b.change.p ?? 1);
  });
  const isTested = rows.some(({ change }) => typeof change?.visibility.significant === "boolean");
  const compared = isTested
    ? "Nothing changed by more than chance since the previous period."
    : "There is too little data to tell a change since the previous period from chance.";
  const nothing = isCompared
    ? compared
    : "The comparison with the previous period is switched off for this range.";
  return (
    <Panel title="What changed by more than chance" action={isCompared && <Before />}>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      ) : (
        <Stack gap={8}>
          <div className="in-columns">
            {found.slice(0, SHOWN).map(({ brand, measure, change }) => (
              <Group key={brand.id + measure} justify="space-between" wrap="nowrap">
                <Text size="sm" c="dimmed">
                  <Text
                    span
                    inherit
                    c="var(--mantine-color-text)"
                    fw={brand.is_own ? 650 : 500}
                    component="span"
                  >
                    {brand.name}
                  </Text>{" "}
                  {measure === "sentiment"
                    ? `tone (${tone.word})`
                    : MEASURES[measure].label.toLowerCase()}
                </Text>
                <ChangeWhy
                  change={change}
                  show={MEASURES[measure].difference}
                  lowerIsBetter={MEASURES[measure].lowerIsBetter ?? false}
                  isOurs={brand.is_own}
                  of={{ brand_id: brand.id, measure }}
                  isSaid
                />
              </Group>
            ))}
          </div>
          {found.length > SHOWN && (
            <Text size="sm" c="dimmed">
              And {found.length - SHOWN} more.{" "}
              <PageLink to="/changes" search={{ view: "movers" }}>
                All brands whose visibility moved
              </PageLink>
            </Text>
          )}
          <Text size="xs" c="dimmed">
            Of these changes at most 5&nbsp;% are chance. {WEIGHED}
            {!isGuest && <span className="no-print"> Press a number to see why.</span>}
          </Text>
        </Stack>
      )}
      <Newest />
    </Panel>
  );
}
