import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { type Days, type Line, type Point, type Step, shortStep } from "./line.ts";

export type Frame = { width: number; height: number; right: number };
/** About how wide a letter of a chart's texts is, in pixels. */
export const LETTER_WIDTH = 6.2;
/** Room around the plot, in pixels; at its right there may be names. */
export const MARGIN = { top: 10, right: 12, bottom: 24, left: 44 };
/** Between points that are further apart each is marked: where lines are straight, only these were measured. */
const MARKS_MIN = 9;
const NAME_WIDTH_MAX = 150;
const NAME_HEIGHT = 20;
/** Narrower charts have their names above them. */
const NAMES_BESIDE_MIN = 560;
/** The least top of an axis of shares: below half a percent its labels would say the same. */
const TOP_MIN = 0.005;
type X = (at: string) => number;
type Y = ((value: number) => number) & { ticks(count: number): number[] };

/** The room at the right of a plot: for the names of its lines, where there are several and it is wide enough. */
export function rightOf(width: number, lines: readonly Line[]): number {
  if (width < NAMES_BESIDE_MIN || lines.length < 2) return MARGIN.right;
  const longest = Math.max(...lines.map(({ name }) => name.length));
  return 48 + Math.min(NAME_WIDTH_MAX, longest * 7.5);
}

/** Where a step of time and a value are, in pixels: days that nothing was asked on take their room, too. */
export function scalesOf(
  lines: readonly Line[],
  steps: readonly string[],
  { frame, from }: { frame: Frame; from: 0 | "data" },
): { x: X; y: Y } {
  const values = lines.flatMap(({ points, isEmphasised }) =>
    points.flatMap(({ value, high, low }) => [value, ...(isEmphasised ? [high, low] : [])]),
  );
  const known = values.filter((value) => typeof value === "number");
  const top = known.length > 0 ? Math.max(...known, from === 0 ? TOP_MIN : -Infinity) : 1;
  const bottom = from === "data" && known.length > 0 ? Math.min(...known) : 0;
  const days = steps.map((at) => Date.parse(at));
  const [left, right] = [MARGIN.left, frame.width - frame.right];
  const time = scaleLinear([days[0] ?? 0, days.at(-1) ?? 0], [left, right]);
  const y = scaleLinear(
    [bottom, top === bottom ? bottom + 1 : top],
    [frame.height - MARGIN.bottom, MARGIN.top],
  ).nice(5);
  const x = (at: string) => (steps.length < 2 ? (left + right) / 2 : time(Date.parse(at)));
  return { x, y };
}

/** Grid lines with their values, and as many steps of time as fit. */
export function Axes({
  x,
  y,
  steps,
  step,
  days,
  show,
  say,
  frame,
}: {
  x: X;
  y: Y;
  steps: readonly string[];
  step: Step;
  days: Days;
  /** A value in short, and as exactly as it takes where two would be the same. */
  show(value: number): string;
  say(value: number): string;
  frame: Frame;
}) {
  const right = frame.width - frame.right;
  const label = (at: string) => shortStep(at, step, days);
  const longest = Math.max(...steps.map((at) => label(at).length));
  const room = (right - MARGIN.left) / (longest * LETTER_WIDTH + 30);
  const every = Math.max(1, Math.ceil(steps.length / Math.max(2, Math.floor(room))));
  const ticks = y.ticks(5);
  const isShort = new Set(ticks.map(show)).size === ticks.length;
  const half = (at: string) => (label(at).length * LETTER_WIDTH) / 2;
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className="grid"
            x1={MARGIN.left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
            stroke="#8884"
          />
          <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end">
            {isShort ? show(tick) : say(tick)}
          </text>
        </g>
      ))}
      {steps.map((at, index) =>
        (steps.length - 1 - index) % every === 0 ? (
          <text
            key={at}
            x={Math.min(x(at), frame.width - half(at))}
            y={frame.height - 6}
            textAnchor="middle"
          >
            {label(at)}
          </text>
        ) : null,
      )}
    </g>
  );
}

/**
 * A line from point to point; the chosen one is strong and has its interval, the others are thin. It is dashed from and
 * to points that are incomplete, and these are hollow.
 */
export function OneLine({
  line: one,
  x,
  y,
  at,
  whole,
  isChosen,
}: {
  line: Line;
  x: X;
  y: Y;
  at: string | undefined;
  /** The steps that lack nothing. */
  whole: ReadonlySet<string>;
  isChosen: boolean;
}) {
  const { points, color, isEmphasised = false } = one;
  const known = points.filter((point) => point.value !== null);
  const path = line<Point>(
    (point) => x(point.at),
    (point) => y(point.value ?? 0),
  );
  const isSolid = (point: Point) => whole.has(point.at);
  const dashed = known.flatMap((point, index) => {
    const next = known[index + 1];
    return next && !(isSolid(point) && isSolid(next)) ? (path([point, next]) ?? []) : [];
  });
  const hasEnds = ({ low, high }: Point) => typeof low === "number" && typeof high === "number";
  const band = area<Point>(
    (point) => x(point.at),
    (point) => y(point.low ?? 0),
    (point) => y(point.high ?? 0),
  ).defined(hasEnds);
  const [first, last] = [known[0], known.at(-1)];
  const span = first && last ? x(last.at) - x(first.at) : 0;
  const isMarked = known.length === 1 || span / Math.max(1, known.length - 1) >= MARKS_MIN;
  const isStrong = isChosen || isEmphasised;
  const stroke = {
    ...{ fill: "none", stroke: color, strokeWidth: isStrong ? 2.5 : 1.5 },
    strokeLinejoin: "round" as const,
  };
  return (
    <g data-line={one.id} data-chosen={isChosen}>
      {isChosen && <path d={band(known) ?? ""} fill={color} opacity={0.16} className="interval" />}
      {isChosen &&
        known.length === 1 &&
        known
          .filter(hasEnds)
          .map((point) => (
            <line
              key={point.at}
              className="interval"
              x1={x(point.at)}
              x2={x(point.at)}
              y1={y(point.low ?? 0)}
              y2={y(point.high ?? 0)}
              stroke={color}
              strokeWidth={2}
              opacity={0.5}
            />
          ))}
      <path {...stroke} d={path.defined(isSolid)(known) ?? ""} className="line" />
      <path {...stroke} d={dashed.join("")} className="incomplete" strokeDasharray="3 4" />
      {known.map((point) =>
        (isMarked && isStrong) || point.at === at || known.length === 1 || !isSolid(point) ? (
          <circle
            key={point.at}
            cx={x(point.at)}
            cy={y(point.value ?? 0)}
            r={point.at === at ? 4.5 : 3}
            {...(isSolid(point)
              ? { fill: color, stroke: "var(--card)", strokeWidth: point.at === at ? 2 : 1 }
              : { className: "incomplete", fill: "var(--card)", stroke: color, strokeWidth: 1.5 })}
          />
        ) : null,
      )}
    </g>
  );
}

/** Where the name of each line stands: at the height of its last point, or as near as the others leave room. */
export function endsOf(lines: readonly Line[], y: Y, { height }: Frame): Map<string, number> {
  const ends = lines
    .map(({ id, points }) => {
      const last = points.findLast(({ value }) => value !== null);
      return { id, top: y(last?.value ?? 0) };
    })
    .sort((a, b) => a.top - b.top);
  let floor = MARGIN.top;
  for (const end of ends) {
    end.top = Math.max(end.top, floor);
    floor = end.top + NAME_HEIGHT;
  }
  let ceiling = height - MARGIN.bottom + NAME_HEIGHT / 2;
  for (const end of ends.toReversed()) {
    end.top = Math.min(end.top, ceiling);
    ceiling = end.top - NAME_HEIGHT;
  }
  return new Map(ends.map(({ id, top }) => [id, top]));
}
