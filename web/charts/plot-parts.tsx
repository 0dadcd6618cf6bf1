import { scaleLinear, scalePoint } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import { type Line, type Point, type Step, shortStep } from "./line.ts";

export type Frame = { width: number; height: number };
/** About how wide a letter of a chart's texts is, in pixels. */
export const LETTER_WIDTH = 6.2;
/** Room around the plot, in pixels. */
export const MARGIN = { top: 10, right: 12, bottom: 24, left: 44 };
type X = (at: string) => number;
type Y = ((value: number) => number) & { ticks(count: number): number[] };

/** Where a step of time and a value are, in pixels. */
export function scalesOf(
  lines: Line[],
  steps: string[],
  { frame, from }: { frame: Frame; from: 0 | "data" },
): { x: X; y: Y } {
  const values = lines.flatMap(({ points, isEmphasised }) =>
    points.flatMap(({ value, high, low }) => [value, ...(isEmphasised ? [high, low] : [])]),
  );
  const known = values.filter((value) => typeof value === "number");
  const top = known.length > 0 ? Math.max(...known) : 1;
  const bottom = from === "data" && known.length > 0 ? Math.min(...known) : 0;
  const point = scalePoint(steps, [MARGIN.left, frame.width - MARGIN.right]);
  const y = scaleLinear(
    [bottom, top === bottom ? bottom + 1 : top],
    [frame.height - MARGIN.bottom, MARGIN.top],
  ).nice(5);
  return { x: (at) => point(at) ?? 0, y };
}

/** Grid lines with their values, and as many steps of time as fit. */
export function Axes({
  x,
  y,
  steps,
  step,
  show,
  frame,
}: {
  x: X;
  y: Y;
  steps: string[];
  step: Step;
  show(value: number): string;
  frame: Frame;
}) {
  const every = Math.max(1, Math.ceil(steps.length / Math.max(2, Math.floor(frame.width / 90))));
  return (
    <g>
      {y.ticks(5).map((tick) => (
        <g key={tick}>
          <line
            className="grid"
            x1={MARGIN.left}
            x2={frame.width - MARGIN.right}
            y1={y(tick)}
            y2={y(tick)}
            stroke="#8884"
          />
          <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end">
            {show(tick)}
          </text>
        </g>
      ))}
      {steps.map((at, index) =>
        (steps.length - 1 - index) % every === 0 ? (
          <text
            key={at}
            x={Math.min(x(at), frame.width - (shortStep(at, step).length * LETTER_WIDTH) / 2)}
            y={frame.height - 6}
            textAnchor="middle"
          >
            {shortStep(at, step)}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** A line, its interval where it is emphasised, and the point that is looked at. */
export function OneLine({
  line: one,
  x,
  y,
  at,
}: {
  line: Line;
  x: X;
  y: Y;
  at: string | undefined;
}) {
  const { points, color, isEmphasised } = one;
  const known = points.filter((point) => point.value !== null);
  const path = line<Point>(
    (point) => x(point.at),
    (point) => y(point.value ?? 0),
  )
    .defined(({ value }) => value !== null)
    .curve(curveMonotoneX);
  const band = area<Point>(
    (point) => x(point.at),
    (point) => y(point.low ?? 0),
    (point) => y(point.high ?? 0),
  )
    .defined(({ low, high }) => typeof low === "number" && typeof high === "number")
    .curve(curveMonotoneX);
  const marked = points.find((point) => point.at === at);
  return (
    <g>
      {isEmphasised && <path d={band(points) ?? ""} fill={color} opacity={0.16} />}
      <path
        d={path(points) ?? ""}
        fill="none"
        stroke={color}
        strokeWidth={isEmphasised ? 2.75 : 1.5}
        opacity={isEmphasised ? 1 : 0.85}
      />
      {known.length === 1 && known[0] && (
        <circle cx={x(known[0].at)} cy={y(known[0].value ?? 0)} r={3.5} fill={color} />
      )}
      {marked && marked.value !== null && (
        <circle
          cx={x(marked.at)}
          cy={y(marked.value)}
          r={4}
          fill={color}
          stroke="var(--card)"
          strokeWidth={2}
        />
      )}
    </g>
  );
}
