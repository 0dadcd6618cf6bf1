import { Text, Tooltip } from "@mantine/core";
import { Children, type ReactNode } from "react";
import { type BrandRow, useBrandColumns } from "../../brands/brand-columns.tsx";
import { countedIn, type Measure } from "../../brands/measures.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import {
  compareInput,
  ofBrands,
  periodOf,
  reportInput,
  showDays,
  withFilters,
} from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { CsvButton } from "../../widgets/data-table.tsx";
import { endsOf } from "../../widgets/interval-bar.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Missing } from "../../widgets/states.tsx";
import { asShown, leavesOutZero, saySigned } from "../../words/doubt.ts";
import { sayEnds } from "../../words/ends.ts";
import { percent, points, signed } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";
import { FIGURES, sayEnd } from "./figure-words.ts";
import { type Lead, type LeadOf, Since } from "./since.tsx";
import { TwoBrands } from "./two-brands.tsx";

const VERDICT = "More than chance?";
const UNTESTED = "There are too few answers to say whether this is more than chance.";

/** The four numbers of both with their intervals, and below them what changed of each. */
export function Figures({ one, other }: { one: BrandRow; other: BrandRow }) {
  const { project_id, scope, timezone } = useHere();
  const input = reportInput(scope, timezone, [ofBrands([one.brand.id])]);
  const held = useAsk("get_brand_report", {
    ...{ project_id, ...input, ...compareInput(scope), other_brand_id: other.brand.id },
  });
  const columns = useBrandColumns(
    { key: "brand", header: "Brand", value: ({ brand }) => brand.name },
    { rows: [one, other], colorOf: () => "", isCompared: scope.compare !== false },
  );
  const [row] = held.data?.data ?? [];
  const lead = row?.brand.id === one.brand.id && !held.isPlaceholderData ? row.lead : null;
  const filtered = withFilters(scope);
  const title = filtered ? `In answers${filtered}` : "In all answers";
  const { date_from, date_to } = periodOf(scope, timezone);
  const figures = (
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
      <TwoBrands
        title={title}
        of={[one, other]}
        heads={
          <>
            <th scope="col">
              Difference{" "}
              <Fine>
                <bdi>{one.brand.name}</bdi> minus <bdi>{other.brand.name}</bdi>
              </Fine>
            </th>
            <th scope="col">{VERDICT}</th>
          </>
        }
        cellOf={(row, measure) => <FigureCell row={row} measure={measure} />}
        cellsOfBoth={(measure) => (
          <LeadCells lead={lead?.[measure]} measure={measure} of={[one, other]} />
        )}
      />
      <Missing what="The differences" asked={held} />
      <Fine mt="xs">
        Of {showDays(date_from, date_to)}. Below each number: its 95&nbsp;% interval if the same
        prompts were asked again. The difference is of the same answers, so it can be certain where
        the two intervals overlap.
      </Fine>
    </Panel>
  );
  if (scope.compare === false) return figures;
  return (
    <>
      {figures}
      <Since {...{ one, other, lead }} />
    </>
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
  const { show } = FIGURES[measure];
  const ends = endsOf(row, measure);
  return (
    <td data-label={row.brand.name}>
      <span title={sayEnds(ends, show)}>
        <Behind {...countedIn(measure, row, { brand_id: row.brand.id })}>
          {show(row[measure])}
        </Behind>
      </span>
      {ends.low !== null && ends.high !== null && (
        <Fine>
          interval {show(ends.low)} to {show(ends.high)}
        </Fine>
      )}
    </td>
  );
}

/** By how much the one brand is ahead, and in a cell of its own whether that is certain. */
function LeadCells({ lead, measure, of: [one, other] }: LeadOf) {
  const { show: asFigure, difference, lowerIsBetter = false } = FIGURES[measure];
  const labels = [`${one.brand.name} minus ${other.brand.name}`, VERDICT];
  if (!lead || lead.value === null)
    return labels.map((label) => (
      <td key={label} data-label={label}>
        –
      </td>
    ));
  const { value, low, high, questions_low, questions_high } = lead;
  const ends = { low, high, questions_low, questions_high };
  const isAhead = lowerIsBetter ? value < 0 : value > 0;
  const isSure = leavesOutZero(lead);
  const say = (end: number) => sayEnd(end, ends, measure);
  const shown = { ...lead, significant: isSure };
  const told = asShown(shown, [other[measure], one[measure]], asFigure).value ?? value;
  const colour = one.brand.is_own ? (isAhead ? "good" : "bad") : "";
  const unsure = told === 0 ? "level" : "may be chance";
  const verdict = isSure ? `${isAhead ? "ahead" : "behind"}, more than chance` : unsure;
  return (
    <>
      <td data-label={labels[0]}>
        <span title={sayEnds(ends, say)}>
          {saySigned({ value: told, significant: isSure }, difference)}
        </span>
        {low !== null && high !== null && (
          <Fine>
            interval {say(low)} to {say(high)}
          </Fine>
        )}
      </td>
      <td data-label={VERDICT}>
        {low === null || high === null ? (
          <Tooltip maw={360} label={UNTESTED}>
            <Dim component="span" className="hinted" tabIndex={0}>
              not tested
            </Dim>
          </Tooltip>
        ) : (
          <Text
            component="div"
            size="sm"
            className={isSure ? colour : ""}
            {...(!isSure && { c: "dimmed" })}
          >
            {verdict}
          </Text>
        )}
      </td>
    </>
  );
}
