import { Text } from "@mantine/core";
import { Children, type ReactNode } from "react";
import { type BrandRow, useBrandColumns } from "../../brands/brand-columns.tsx";
import type { Measure } from "../../brands/measures.ts";
import { countedIn, MEASURE_NAMES, MEASURES } from "../../brands/measures.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import {
  beforeOf,
  compareInput,
  periodOf,
  reportInput,
  showDays,
  withFilters,
} from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { CsvButton } from "../../widgets/data-table.tsx";
import { sayEnds } from "../../widgets/figure.tsx";
import { endsOf } from "../../widgets/interval-bar.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Scroll } from "../../widgets/scroll.tsx";
import { Missing } from "../../widgets/states.tsx";
import { ChangeWhy } from "../../widgets/why.tsx";
import { Change } from "../../words/change.tsx";
import { SamePrompts } from "../../words/changes-note.tsx";
import { WEIGHED } from "../../words/counted.ts";
import { asShown, leavesOutZero, whyUnshown } from "../../words/doubt.ts";
import { percent, points, signed } from "../../words/numbers.ts";

export type Lead = NonNullable<BrandRow["lead"]>["visibility"];

/** The four numbers of both, with their intervals and what changed. */
export function Figures({ one, other }: { one: BrandRow; other: BrandRow }) {
  const { project_id, scope, timezone } = useHere();
  const input = reportInput(scope, timezone);
  const held = useAsk("get_brand_report", {
    ...{ project_id, ...input, ...compareInput(scope), other_brand_id: other.brand.id },
    filters: [...input.filters, { field: "brand_id", operator: "in", values: [one.brand.id] }],
  });
  const columns = useBrandColumns(
    { key: "brand", header: "Brand", value: ({ brand }) => brand.name },
    { rows: [one, other], colorOf: () => "", isCompared: scope.compare !== false },
  );
  const [row] = held.data?.data ?? [];
  const lead = row?.brand.id === one.brand.id && !held.isPlaceholderData ? row.lead : null;
  const filtered = withFilters(scope);
  const title = filtered ? `In answers${filtered}` : "In all answers";
  const [now, before] = [periodOf(scope, timezone), beforeOf(scope, timezone)].map(
    ({ date_from, date_to }) => showDays(date_from, date_to),
  );
  return (
    <Panel
      className="message"
      title={title}
      action={
        <CsvButton
          name="compare"
          rows={[one, other]}
          columns={columns}
          of={{ ...periodOf(scope, timezone), isCompared: scope.compare !== false }}
        />
      }
    >
      {lead && (
        <LeadInWords
          {...{ one, other }}
          lead={asShown(lead.visibility, [other.visibility, one.visibility], percent)}
        />
      )}
      <Scroll label={title}>
        <table className="heat figures" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Number</th>
              {[one, other].map(({ brand }) => (
                <th key={brand.id} scope="col">
                  <bdi>{brand.name}</bdi>
                </th>
              ))}
              <th scope="col">
                Difference{" "}
                <Text size="xs" c="dimmed">
                  <bdi>{one.brand.name}</bdi> minus <bdi>{other.brand.name}</bdi>
                </Text>
              </th>
            </tr>
          </thead>
          <tbody>
            {MEASURE_NAMES.map((measure) => (
              <tr key={measure}>
                <th scope="row">{MEASURES[measure].label}</th>
                {[one, other].map((row) => (
                  <FigureCell key={row.brand.id} row={row} measure={measure} />
                ))}
                <LeadCell lead={lead?.[measure]} measure={measure} of={[one, other]} />
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <Missing what="The differences" asked={held} />
      <Text size="xs" c="dimmed" mt="xs">
        Of {now}. Below each number: its 95&nbsp;% interval if the same prompts were asked again .
        The difference is of the same answers, so it can be certain where the two intervals overlap.
        {scope.compare !== false &&
          ` Below that: what it was in ${before}, and what changed. ${WEIGHED}`}
      </Text>
    </Panel>
  );
}

/** Whether the one is named more or less than the other, by how much, and whether that is more than chance. */
function LeadInWords({ one, other, lead }: { one: BrandRow; other: BrandRow; lead: Lead }) {
  const { value, low, high } = lead;
  if (value === null) return null;
  const [first, second] = [one, other].map(({ brand }) => <bdi key={brand.id}>{brand.name}</bdi>);
  const by = signed(value, points);
  const interval =
    low !== null &&
    high !== null &&
    ` (95\u00A0% interval ${signed(low, points)} to ${signed(high, points)})`;
  const inWords = (...parts: ReactNode[]) => (
    <Text fw={600} mb="sm" className="in-words">
      {Children.toArray(parts)}
    </Text>
  );
  if (value === 0)
    return inWords(first, " and ", second, " are named equally often", interval, ".");
  if (interval && !leavesOutZero(lead))
    return inWords(
      first,
      " and ",
      second,
      ` may be level: the difference of ${by} may be chance`,
      interval,
      ".",
    );
  const verdict = interval
    ? [interval, ". That is more than chance."]
    : "; there are too few answers to say whether that is more than chance.";
  const how = ` is named ${value > 0 ? "more" : "less"} than `;
  return inWords(first, how, second, `: ${by}`, verdict);
}

function FigureCell({ row, measure }: { row: BrandRow; measure: Measure }) {
  const { scope } = useHere();
  const { show, difference, lowerIsBetter = false } = MEASURES[measure];
  const ends = endsOf(row, measure);
  const told = [row.previous?.[measure], row[measure]];
  const change = row.change && asShown(row.change[measure], told, show);
  return (
    <td data-label={row.brand.name}>
      <span title={sayEnds(ends, show)}>
        <Behind {...countedIn(measure, row, { brand_id: row.brand.id })}>
          {show(row[measure])}
        </Behind>
      </span>
      {ends.low !== null && ends.high !== null && (
        <Text size="xs" c="dimmed">
          interval {show(ends.low)} to {show(ends.high)}
        </Text>
      )}
      {scope.compare !== false && (
        <div className="since">
          {row.previous && !whyUnshown(change) && (
            <Text size="xs" c="dimmed" component="span">
              before: {show(row.previous[measure])},
            </Text>
          )}{" "}
          <ChangeWhy
            change={change}
            show={difference}
            lowerIsBetter={lowerIsBetter}
            isOurs={row.brand.is_own}
            of={{ brand_id: row.brand.id, measure }}
          />
          <SamePrompts
            change={row.change?.[measure]}
            before={told[0]}
            now={told[1]}
            show={difference}
          />
        </div>
      )}
    </td>
  );
}

/** By how much the one brand is ahead, whether that is certain, and how it changed. */
function LeadCell({
  lead,
  measure,
  of: [one, other],
}: {
  lead: Lead | undefined;
  measure: Measure;
  of: [BrandRow, BrandRow];
}) {
  const { scope } = useHere();
  const { show: asFigure, difference, lowerIsBetter = false } = MEASURES[measure];
  const isOurs = one.brand.is_own;
  const label = `${one.brand.name} minus ${other.brand.name}`;
  if (!lead || lead.value === null) return <td data-label={label}>–</td>;
  const { value, low, high, questions_low, questions_high } = lead;
  const ends = { low, high, questions_low, questions_high };
  const isAhead = lowerIsBetter ? value < 0 : value > 0;
  const isSure = leavesOutZero(lead);
  // An interval without 0 shows none where its end is rounded.
  const isNear = isSure && [low, high].some((end) => Number.parseFloat(difference(end ?? 1)) === 0);
  const sayEnd = (end: number) => signed(end, (of) => difference(of, isNear ? 3 : undefined));
  const told = asShown(lead, [other[measure], one[measure]], asFigure).value ?? value;
  const since = [lead.previous, value];
  const change = lead.change && asShown(lead.change, since, asFigure, told);
  return (
    <td data-label={label}>
      <span title={sayEnds(ends, sayEnd)}>{signed(told, difference)}</span>
      {low !== null && high !== null && (
        <>
          <Text size="xs" c="dimmed">
            interval {sayEnd(low)} to {sayEnd(high)}
          </Text>
          <Text
            size="xs"
            className={isSure && isOurs ? (isAhead ? "good" : "bad") : ""}
            {...(!isSure && { c: "dimmed" })}
          >
            {isSure ? `${isAhead ? "ahead" : "behind"}, more than chance` : "may be chance"}
          </Text>
        </>
      )}
      {scope.compare !== false && typeof lead.previous === "number" && (
        <div className="since">
          {!whyUnshown(change) && (
            <Text size="xs" c="dimmed" component="span">
              before: {signed(lead.previous, difference)},
            </Text>
          )}{" "}
          <Change {...{ change, lowerIsBetter, isOurs }} show={difference} />
          <SamePrompts change={lead.change} before={lead.previous} now={value} show={difference} />
        </div>
      )}
    </td>
  );
}
