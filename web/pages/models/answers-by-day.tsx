import dayjs from "dayjs";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { lineColor } from "../../brands/drawn-color.ts";
import type { Line } from "../../charts/line.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { useAsk, useAskAll } from "../../data.ts";
import { HereProvider, useHere } from "../../here.tsx";
import { ChartOutline } from "../../widgets/outline.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { byName, daysBetween, todayIn } from "../../words/formats.ts";
import { useNames } from "../../words/names.ts";
import { whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { answersOf, COUNTED_HERE, RUNS, useReportInput } from "./counted-here.ts";
import { plannedDays } from "./planned-days.ts";

/** How many usable answers each assistant gave on each day. */
export function AnswersByDay() {
  const here = useHere();
  const { input, isKnown, isMissing } = useReportInput();
  const days = useAskAll(
    "get_brand_report",
    { ...input, dimensions: ["date", "model_id"] },
    { enabled: isKnown },
  );
  const linesOf = useLines();
  // Where brands could not be loaded, the frame says so.
  if (isMissing) return null;
  if (days.data?.length === 0) return null;
  return (
    <Panel title="Answers by day">
      <Dim mb="xs">
        Usable answers of each assistant in the last thirty days, also to prompts that name your
        brand.
      </Dim>
      <Answered asked={days} outline={<ChartOutline />}>
        {(rows) =>
          rows.length > 0 && (
            <HereProvider value={{ ...here, scope: COUNTED_HERE }}>
              <LineChart
                name="Answers by day"
                step="date"
                show={wholeOnly}
                say={wholeOnly}
                lines={linesOf(rows)}
                inRows
              />
            </HereProvider>
          )
        }
      </Answered>
    </Panel>
  );
}

/** No part of an answer stands on the axis. */
const wholeOnly = (value: number) => (Number.isInteger(value) ? whole(value) : "");

/**
 * A line for each assistant from its first answer on: 0 on a day without one, unless nothing was answered on it by anybody
 * and it was not planned, or it is today.
 */
function useLines(): (rows: readonly BrandRow[]) => Line[] {
  const { project, project_id, timezone } = useHere();
  const nameOf = useNames("model_id");
  const { weekdays } = project.schedule;
  const runs = useAsk("list_runs", { project_id, limit: RUNS });
  return (rows) => {
    const answered = new Set(rows.map(({ date }) => String(date)));
    const isPlanned = plannedDays(weekdays, [
      ...answered,
      ...(runs.data?.data ?? []).map(({ day }) => day),
    ]);
    const today = todayIn(timezone);
    const days = daysFrom([...answered].sort()[0] ?? today, today).filter(
      (day) => answered.has(day) || (day < today && isPlanned(day)),
    );
    const ofEach = [...Map.groupBy(rows, ({ model_id }) => String(model_id))]
      .map(([id, own]) => ({ id, name: nameOf(id), own }))
      .sort((a, b) => byName(a.name, b.name));
    return ofEach.map(({ id, name, own }, index) => {
      const counts = new Map(own.map((row) => [String(row.date), row.visibility_total]));
      const [first = today] = [...counts.keys()].sort();
      return {
        ...{ id, name, color: lineColor(index) },
        of: answersOf(id, timezone),
        points: days
          .filter((at) => at >= first)
          .map((at) => ({ at, value: counts.get(at) ?? 0, count: counts.get(at) ?? 0 })),
      };
    });
  };
}

function daysFrom(first: string, last: string): string[] {
  const length = daysBetween(first, last);
  return Array.from({ length }, (_, at) => dayjs(first).add(at, "day").format("YYYY-MM-DD"));
}
