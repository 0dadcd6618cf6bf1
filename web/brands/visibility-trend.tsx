import { Text } from "@mantine/core";
import { useAskAll } from "../all-pages.ts";
import { LineChart } from "../charts/line-chart.tsx";
import { useHere } from "../here.tsx";
import { type ReportFilter, reportInput, stepOf } from "../scope.ts";
import { ChartOutline } from "../widgets/outline.tsx";
import { Answered, Panel } from "../widgets/panel.tsx";
import { percent } from "../words/numbers.ts";
import type { BrandRow } from "./brand-columns.tsx";
import { brandLines, useBrandColors } from "./brand-lines.ts";
import { useModelBreaks } from "./model-breaks.ts";

const LINES_MAX = 6;

/** How visible the own brand and the most visible others of a report are over time; `only` narrows the scope further. */
export function VisibilityTrend({
  rows,
  only = [],
  subject,
}: {
  /** Absent while the report is asked for. */
  rows: readonly BrandRow[] | undefined;
  only?: readonly ReportFilter[];
  /** What `only` leaves, in words. */
  subject?: string | undefined;
}) {
  const { project_id, scope, timezone } = useHere();
  const step = stepOf(scope, timezone, rows?.[0]?.visibility_total);
  const shown = leaders(rows ?? []);
  const input = reportInput(scope, timezone, only);
  const brands = { field: "brand_id" as const, values: shown.map(({ brand }) => brand.id) };
  const trend = useAskAll(
    "get_brand_report",
    {
      ...{ project_id, ...input, dimensions: [step] },
      filters: [...input.filters, { ...brands, operator: "in" }],
    },
    { enabled: shown.length > 0 },
  );
  const colors = useBrandColors();
  const prompt_id = only.find(({ field }) => field === "prompt_id")?.values[0];
  const within = prompt_id ? { prompt_id } : {};
  const breaks = useModelBreaks(step);
  if (rows && shown.length === 0) return null;
  return (
    <Panel title="Visibility over time">
      <Answered asked={trend} outline={<ChartOutline />}>
        {(points) =>
          points.length === 0 ? (
            <Text size="sm">No answers in these days.</Text>
          ) : (
            <LineChart
              name="Visibility over time"
              subject={subject}
              step={step}
              show={(value) => percent(value, 0)}
              say={percent}
              lines={brandLines(points, shown, { colors, step, within })}
              breaks={breaks}
            />
          )
        }
      </Answered>
    </Panel>
  );
}

function leaders(rows: readonly BrandRow[]): BrandRow[] {
  return rows
    .filter(({ brand, visibility_count }) => brand.is_own || visibility_count > 0)
    .sort(
      (a, b) =>
        Number(b.brand.is_own) - Number(a.brand.is_own) || b.visibility_count - a.visibility_count,
    )
    .slice(0, LINES_MAX);
}
