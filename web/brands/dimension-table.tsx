import { Text } from "@mantine/core";
import { useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import { ofBrands, type ReportFilter, reportInput, withFilters } from "../scope.ts";
import { type Column, CsvButton, DataTable } from "../widgets/data-table.tsx";
import { PageLink } from "../widgets/page-link.tsx";
import { Answered, Panel } from "../widgets/panel.tsx";
import { capitalised } from "../words/formats.ts";
import { type Dimension, useNames } from "../words/names.ts";
import { type BrandRow, useBrandColumns } from "./brand-columns.tsx";

const ROWS = 50;
const PARTS: Record<Dimension, string> = {
  ...{ model_id: "assistant", topic_id: "topic", tag_id: "tag" },
  ...{ country_code: "country", prompt_id: "prompt" },
};

/** One brand split by a dimension; `only` narrows the scope further. */
export function DimensionTable({
  brand_id,
  color,
  dimension,
  only = [],
  subject,
  title: said,
}: {
  brand_id: string;
  color: string;
  dimension: Dimension;
  only?: readonly ReportFilter[];
  /** What `only` leaves, in words. */
  subject?: string | undefined;
  /** What it shows, where the page does not say whose numbers these are. */
  title?: string | undefined;
}) {
  const { project_id, scope, timezone } = useHere();
  const nameOf = useNames(dimension);
  const input = reportInput(scope, timezone, [...only, ofBrands([brand_id])]);
  const report = useAskAll("get_brand_report", {
    project_id,
    ...input,
    dimensions: [dimension],
  });
  const rows = report.data ?? [];
  const part = PARTS[dimension];
  const title = said ?? `By ${part}`;
  const columns = useBrandColumns(
    {
      key: part,
      header: capitalised(part),
      value: (row) => nameOf(row[dimension]),
      show: (row) => <Name dimension={dimension} row={row} name={nameOf(row[dimension])} />,
    },
    { rows, colorOf: () => color, within: promptOf(only) },
  );
  return (
    <Panel
      title={title}
      action={
        <CsvButton
          name={`${rows[0]?.brand.name ?? ""} by ${part}`}
          rows={rows}
          columns={[BRAND, ...columns]}
          of={{ ...input, narrowed: subject ? [subject] : [] }}
        />
      }
    >
      <Answered asked={report} height={140}>
        {(all) =>
          all.length === 0 ? (
            <Text size="sm">Nothing in this range{withFilters(scope)}.</Text>
          ) : (
            <DataTable
              name={title}
              rows={all}
              columns={columns}
              keyOf={(row) => String(row[dimension])}
              sorting={{ key: "visibility", isDown: true }}
              size={ROWS}
            />
          )
        }
      </Answered>
    </Panel>
  );
}

/** All rows are of one brand, which a file says. */
const BRAND: Column<BrandRow> = {
  ...{ key: "brand", header: "", csvOnly: true, value: (row) => row.brand.name },
};

/** The one prompt that a table is of. */
function promptOf(only: readonly ReportFilter[]) {
  const prompt = only.find(({ field }) => field === "prompt_id")?.values[0];
  return prompt ? { prompt_id: prompt } : {};
}

function Name({ dimension, row, name }: { dimension: Dimension; row: BrandRow; name: string }) {
  if (dimension !== "prompt_id" || !row.prompt_id) return name;
  return (
    <PageLink isQuiet to="/prompts/$prompt_id" params={{ prompt_id: row.prompt_id }}>
      {name}
    </PageLink>
  );
}
