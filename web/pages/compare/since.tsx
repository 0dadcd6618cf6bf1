import type { ReactNode } from "react";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { MEASURE_NAMES, type Measure } from "../../brands/measures.ts";
import { useAnswersFrom } from "../../frame/answers-from.ts";
import { useHere } from "../../here.tsx";
import { beforeOf, showDays } from "../../scope.ts";
import { Panel } from "../../widgets/panel.tsx";
import { ChangeWhy } from "../../widgets/why.tsx";
import { Change } from "../../words/change.tsx";
import { sayWhichAnswers, WhichAnswers } from "../../words/changes-note.tsx";
import { asShown, whyUnshown } from "../../words/doubt.ts";
import { signed, unitless } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";
import { FIGURES } from "./figure-words.ts";
import { TwoBrands } from "./two-brands.tsx";

type Leads = NonNullable<BrandRow["lead"]>;
export type Lead = Leads["visibility"];
/** A number of two brands, and by how much the first is ahead. */
export type LeadOf = { lead: Lead | undefined; measure: Measure; of: [BrandRow, BrandRow] };

/** What changed of the four numbers of both, and of the difference between them, since the days compared with. */
export function Since({
  one,
  other,
  lead,
}: {
  one: BrandRow;
  other: BrandRow;
  lead: Leads | null | undefined;
}) {
  const { scope, timezone } = useHere();
  const { date_from, date_to } = beforeOf(scope, timezone);
  const title = `Since ${showDays(date_from, date_to)}${useAnswersFrom()}`;
  const note = sayWhichAnswers(
    MEASURE_NAMES.flatMap((measure) => [
      ...[one, other].map((row) => besideOf(row, measure)),
      besideOfLead(lead?.[measure], measure),
    ]),
  );
  const isUntested = MEASURE_NAMES.some((measure) => {
    const change = lead?.[measure]?.change;
    return change && change.value !== null && change.significant === null && !change.reason;
  });
  return (
    <Panel title={title}>
      <TwoBrands
        title={title}
        of={[one, other]}
        heads={<th scope="col">Difference</th>}
        cellOf={(row, measure) => <NumberCell row={row} measure={measure} />}
        cellsOfBoth={(measure) => (
          <LeadCell lead={lead?.[measure]} measure={measure} of={[one, other]} />
        )}
      />
      <Fine mt="xs">
        Each number before and now, and below that what changed. {note}
        {isUntested && ` ${UNTESTED}`}
      </Fine>
    </Panel>
  );
}

/** Why the difference of two means has no verdict, once below the table. */
const UNTESTED =
  "How a difference of position or tone changed is not tested: each is a mean over the answers that name a brand, and these are other answers for each brand and period.";

const besideOf = (row: BrandRow, measure: Measure) => ({
  ...{ change: row.change?.[measure], show: FIGURES[measure].difference },
  ...{ before: row.previous?.[measure], now: row[measure] },
});

const besideOfLead = (lead: Lead | undefined, measure: Measure) => ({
  ...{ change: lead?.change, show: FIGURES[measure].difference },
  ...{ before: lead?.previous, now: lead?.value },
});

/** What a number was and is, where its change is shown, and that change. */
function Cell({ label, both, children }: { label: string; both: ReactNode; children: ReactNode }) {
  return (
    <td data-label={label}>
      {both && <div>{both}</div>}
      <div className="since">{children}</div>
    </td>
  );
}

function NumberCell({ row, measure }: { row: BrandRow; measure: Measure }) {
  const { show, difference, lowerIsBetter = false } = FIGURES[measure];
  const { brand, previous } = row;
  const told = row.change?.[measure];
  const change = told && asShown(told, [previous?.[measure], row[measure]], show);
  const both = previous && !whyUnshown(change) && (
    <>
      <span className="nowrap">
        {show(previous[measure])} → {show(row[measure])}
      </span>
      <WhichAnswers of={besideOf(row, measure)} are="all answers" />
    </>
  );
  return (
    <Cell label={brand.name} both={both}>
      <ChangeWhy
        {...{ change, lowerIsBetter, isOurs: brand.is_own }}
        show={difference}
        of={{ brand_id: brand.id, measure }}
      />
      <WhichAnswers of={besideOf(row, measure)} are="same prompts" />
    </Cell>
  );
}

function LeadCell({ lead, measure, of: [one, other] }: LeadOf) {
  const { show: asFigure, difference, lowerIsBetter = false } = FIGURES[measure];
  const label = `${one.brand.name} minus ${other.brand.name}`;
  if (!lead || lead.value === null || typeof lead.previous !== "number")
    return <td data-label={label}>–</td>;
  const { value, previous } = lead;
  const shown = asShown(lead, [other[measure], one[measure]], asFigure).value ?? value;
  const change = lead.change && asShown(lead.change, [previous, value], asFigure, shown);
  const both = !whyUnshown(change) && (
    <>
      {/* The unit is said once. */}
      <span className="nowrap">
        {unitless(signed(previous, difference))} → {signed(shown, difference)}
      </span>
      <WhichAnswers of={besideOfLead(lead, measure)} are="all answers" />
    </>
  );
  return (
    <Cell label={label} both={both}>
      <Change
        {...{ change, lowerIsBetter, isOurs: one.brand.is_own }}
        show={difference}
        untested={UNTESTED}
      />
      <WhichAnswers of={besideOfLead(lead, measure)} are="same prompts" />
    </Cell>
  );
}
