import { Group, Stack, Text } from "@mantine/core";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { changeShown, MEASURE_NAMES, MEASURES } from "../../brands/measures.ts";
import { useAnswersFrom } from "../../frame/answers-from.ts";
import { useHere } from "../../here.tsx";
import { PRINTED_MAX, RestOnPaper } from "../../widgets/on-paper.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { ChangeWhy } from "../../widgets/why.tsx";
import { WEIGHED } from "../../words/counted.ts";
import { Dim, Fine } from "../../words/text.ts";
import { useTone } from "../../words/tone.tsx";
import { Newest, sinceWhen } from "./in-words.tsx";

const SHOWN = 8;

/** What the changes are against. */
function Before() {
  const { scope, timezone } = useHere();
  const answersFrom = useAnswersFrom();
  return (
    <Dim>
      {sinceWhen(scope, timezone)}
      {answersFrom}
    </Dim>
  );
}

type Found = {
  brand: BrandRow["brand"];
  measure: (typeof MEASURE_NAMES)[number];
  change: NonNullable<BrandRow["change"]>[(typeof MEASURE_NAMES)[number]];
};

/** One number of one brand, and how it changed. */
function ChangeLine({ of: { brand, measure, change } }: { of: Found }) {
  const tone = useTone();
  return (
    <Group justify="space-between" wrap="nowrap">
      <Dim>
        <Text
          span
          inherit
          c="var(--mantine-color-text)"
          fw={brand.is_own ? 650 : 500}
          component="span"
        >
          {brand.name}
        </Text>{" "}
        {measure === "sentiment" ? `tone (${tone.word})` : MEASURES[measure].label.toLowerCase()}
      </Dim>
      <ChangeWhy
        change={change}
        show={MEASURES[measure].difference}
        lowerIsBetter={MEASURES[measure].lowerIsBetter ?? false}
        isOurs={brand.is_own}
        of={{ brand_id: brand.id, measure }}
        isSaid
      />
    </Group>
  );
}

/** Who changed by more than chance, the own brand first. */
export function WhatChanged({ rows, isCompared }: { rows: BrandRow[]; isCompared: boolean }) {
  const { isGuest } = useHere();
  const found = rows.flatMap((row) =>
    MEASURE_NAMES.flatMap((measure): Found[] => {
      const change = changeShown(row, measure);
      return change?.significant ? [{ brand: row.brand, measure, change }] : [];
    }),
  );
  // Who holds a link has no page to find the others on.
  const shown = isGuest ? PRINTED_MAX : SHOWN;
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
        <Dim>{nothing}</Dim>
      ) : (
        <Stack gap={8}>
          <div className="in-columns">
            {found.slice(0, shown).map((one) => (
              <ChangeLine key={one.brand.id + one.measure} of={one} />
            ))}
            {found.slice(shown, PRINTED_MAX).map((one) => (
              <div key={one.brand.id + one.measure} className="print-only">
                <ChangeLine of={one} />
              </div>
            ))}
          </div>
          <RestOnPaper left={found.length - PRINTED_MAX} page="Brands" />
          {found.length > shown && (
            <Dim className="no-print">
              And {found.length - shown} more.{" "}
              <PageLink to="/changes" search={{ view: "movers" }}>
                All brands whose visibility moved
              </PageLink>
            </Dim>
          )}
          <Fine>
            Of these changes at most 5&nbsp;% are chance. {WEIGHED}
            {!isGuest && <span className="no-print"> Press a number to see why.</span>}
          </Fine>
        </Stack>
      )}
      <Newest rows={rows} />
    </Panel>
  );
}
