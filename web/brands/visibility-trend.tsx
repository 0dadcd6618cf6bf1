import { Text } from "@mantine/core";
import { LineChart } from "../charts/line-chart.tsx";
import { useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import type { ReportFilter } from "../scope.ts";
import { ChartOutline } from "../widgets/outline.tsx";
import { Answered, Panel } from "../widgets/panel.tsx";
import { percent } from "../words/numbers.ts";
import type { BrandRow } from "./brand-columns.tsx";
import { brandLines, useBrandColors } from "./brand-lines.ts";
import { useModelBreaks } from "./model-breaks.ts";
import { trendOf } from "./trend-input.ts";

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
  const { step, shown, input } = trendOf(rows ?? [], { ...useHere(), only });
  const trend = useAskAll("get_brand_report", input, { enabled: shown.length > 0 });
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
