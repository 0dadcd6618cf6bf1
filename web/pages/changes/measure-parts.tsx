import { Stack } from "@mantine/core";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import type { Measure } from "../../brands/measures.ts";
import { changeShown, countedIn, MEASURES } from "../../brands/measures.ts";
import { useAskAll } from "../../data.ts";
import type { Brand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { beforeOf, compareDays, ofBrands, reportInput } from "../../scope.ts";
import { Behind, type Narrowed } from "../../widgets/behind.tsx";
import { changeColumns } from "../../widgets/change-columns.ts";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Change } from "../../words/change.tsx";
import { Changed } from "../../words/changes-note.tsx";
import { WEIGHED } from "../../words/counted.ts";
import type { Difference } from "../../words/doubt.ts";
import { type Dimension, useNames } from "../../words/names.ts";
import { Dim, Fine } from "../../words/text.ts";

const SPLITS: [Dimension | null, title: string, header: string][] = [
  [null, "In all", "Brand"],
  ["model_id", "By assistant", "Assistant"],
  ["topic_id", "By topic", "Topic"],
  ["prompt_id", "By prompt", "Prompt"],
];

/** How a number that is no share of all answers changed, by assistant, topic and prompt. */
export function MeasureParts({ brand, measure }: { brand: Brand; measure: Measure }) {
  return (
    <Stack>
      {SPLITS.map(([dimension, title, header]) => (
        <Split key={title} {...{ brand, measure, dimension, title, header }} />
      ))}
      <Fine>
        {MEASURES[measure].label} is no share of all answers: parts of its change do not add up.
        Each is compared by itself. {WEIGHED} Of those in a table that are coloured at most 5&nbsp;%
        are chance.
      </Fine>
    </Stack>
  );
}

function Split({
  brand,
  measure,
  dimension,
  title,
  header,
}: {
  brand: Brand;
  measure: Measure;
  dimension: Dimension | null;
  title: string;
  header: string;
}) {
  const { project_id, scope, timezone } = useHere();
  const nameOf = useNames(dimension ?? "model_id", dimension !== null);
  const input = reportInput(scope, timezone);
  const about = { ...input, isCompared: true };
  const report = useAskAll("get_brand_report", {
    ...{ project_id, ...input, compare: "previous_period", ...compareDays(scope) },
    filters: [...input.filters, ofBrands([brand.id])],
    dimensions: dimension ? [dimension] : [],
  });
  const { date_from: from, date_to: to } = beforeOf(scope, timezone);
  const { show, difference, lowerIsBetter = false, label } = MEASURES[measure];
  const nameOfRow = (row: BrandRow) => (dimension ? nameOf(row[dimension]) : row.brand.name);
  const behind = (row: BrandRow, days: Narrowed, period: BrandRow["previous"]) => {
    const text = show(period?.[measure] ?? null);
    if (!period || row.topic_id === null) return text;
    const of = { brand_id: brand.id, ...partOf(row), ...days };
    return <Behind {...countedIn(measure, period, of)}>{text}</Behind>;
  };
  const changeOf = (row: BrandRow) => row.change?.[measure];
  const columns: Column<BrandRow>[] = [
    {
      key: header.toLowerCase(),
      header,
      value: nameOfRow,
      show: (row) => <bdi className="name">{nameOfRow(row)}</bdi>,
    },
    {
      ...{ key: "before", header: "Before", align: "right" },
      value: (row) => row.previous?.[measure],
      show: (row) => behind(row, { from, to }, row.previous),
    },
    {
      ...{ key: "now", header: "Now", align: "right" },
      value: (row) => row[measure],
      show: (row) => behind(row, {}, row),
    },
    {
      ...{ key: "change", header: "Change", align: "right" },
      hint: WEIGHED,
      value: (row) => changeOf(row)?.value,
      show: (row) => (
        <Change
          change={changeShown(row, measure)}
          show={difference}
          lowerIsBetter={lowerIsBetter}
          isOurs={brand.is_own}
        />
      ),
    },
    ...fileColumns(measure, changeOf),
  ];
  const rows = (report.data ?? []).filter(
    (row) => row[measure] !== null || (row.previous?.[measure] ?? null) !== null,
  );
  return (
    <Panel
      title={dimension ? title : `${label} of ${brand.name}`}
      action={
        <CsvButton
          name={`${brand.name} ${label} ${title}`}
          rows={rows}
          columns={columns}
          of={about}
        />
      }
    >
      <Answered asked={report} height={100}>
        {() => (
          <Changed of={rows.map((row) => ({ change: changeOf(row) }))}>
            <DataTable
              name={dimension ? title : label}
              rows={rows}
              columns={columns}
              keyOf={(row) => (dimension ? String(row[dimension]) : row.brand.id)}
              size={20}
              empty={<NoRows of={report.data ?? []} label={label} />}
            />
          </Changed>
        )}
      </Answered>
    </Panel>
  );
}

/** Why there is no number of a brand, in either period. */
function NoRows({ of, label }: { of: readonly BrandRow[]; label: string }) {
  const isNamed = of.some((row) => row.visibility_count || row.previous?.visibility_count);
  return (
    <Dim>
      {isNamed
        ? `Answers in these days name it, but its ${label.toLowerCase()} in them is not known.`
        : "No answer in these days names it."}
    </Dim>
  );
}

/** Whose number it is, how many answers it counts, and its interval and that of its change, in the file alone. */
function fileColumns(
  measure: Measure,
  changeOf: (row: BrandRow) => Difference | undefined,
): Column<BrandRow>[] {
  const values: Record<string, Column<BrandRow>["value"]> = {
    brand_name: (row) => row.brand.name,
    before_count: ({ previous }) => previous && countedIn(measure, previous, {}).count,
    now_count: (row) => countedIn(measure, row, {}).count,
    now_low: (row) => row[`${measure}_low`],
    now_high: (row) => row[`${measure}_high`],
  };
  const counts = Object.entries(values).map(([key, value]) => ({ key, header: "", value }));
  return [...changeColumns(changeOf), ...counts.map((one) => ({ ...one, csvOnly: true }))];
}

function partOf({ model_id, topic_id, prompt_id }: BrandRow): Narrowed {
  return {
    ...(model_id && { model: [model_id] }),
    ...(topic_id && { topic: [topic_id] }),
    ...(prompt_id && { prompt_id }),
  };
}
