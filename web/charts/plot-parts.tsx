import { area, line } from "d3-shape";
import { shorten } from "../words/shorten.ts";
import { type Days, type Line, type Point, type Step, shortStep } from "./line.ts";
import {
  type Frame,
  LETTER_WIDTH,
  MARGIN,
  nameTopOf,
  type Scales,
  type X,
  type Y,
} from "./scales.ts";

/** Between points that are further apart each is marked: where lines are straight, only these were measured. */
const MARKS_MIN = 9;

/** Grid lines with their values, and as many steps of time as fit. */
export function Axes({
  x,
  grid,
  steps,
  step,
  days,
  show,
  say,
  frame,
}: Pick<Scales, "x" | "grid"> & {
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
  const values = [...new Set(grid.map(({ value }) => value))];
  const isShort = new Set(values.map(show)).size === values.length;
  const half = (at: string) => (label(at).length * LETTER_WIDTH) / 2;
  return (
    <g>
      {grid.map(({ value, top }) => (
        <g key={top}>
          <line className="grid" x1={MARGIN.left} x2={right} y1={top} y2={top} stroke="#8884" />
          <text x={MARGIN.left - 8} y={top + 4} textAnchor="end">
            {isShort ? show(value) : say(value)}
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
 * A line from point to point; the chosen one is strong, the others are thin. It is dashed from and
 * to points that are incomplete, and these are hollow.
 */
export function OneLine({
  line: one,
  x,
  y,
  at,
  whole,
  isChosen,
  hasBand,
  isFilled,
}: {
  line: Line;
  x: X;
  y: Y;
  at: string | undefined;
  /** The steps that lack nothing. */
  whole: ReadonlySet<string>;
  isChosen: boolean;
  /** Its interval is drawn. */
  hasBand: boolean;
  /** The room below it is filled: it stands alone in its row, and what it lacks is seen. */
  isFilled: boolean;
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
  const below = area<Point>(
    (point) => x(point.at),
    y(0),
    (point) => y(point.value ?? 0),
  );
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
      {isFilled && <path d={below(known) ?? ""} fill={color} opacity={0.14} />}
      {hasBand && <path d={band(known) ?? ""} fill={color} opacity={0.16} className="interval" />}
      {hasBand &&
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

/** The names of lines that have a row each, at the top of theirs. */
export function RowNames({
  lines,
  chosen,
  frame,
}: {
  lines: readonly Line[];
  chosen: Line | undefined;
  frame: Frame;
}) {
  const most = Math.floor((frame.width - frame.right - MARGIN.left) / LETTER_WIDTH) - 4;
  return lines.map((one, row) => (
    <g key={one.id} className="row-name" data-strong={one === chosen}>
      <circle cx={MARGIN.left + 4} cy={nameTopOf(row) - 4} r={4} fill={one.color} />
      <text x={MARGIN.left + 14} y={nameTopOf(row)}>
        {shorten(one.name, most)}
      </text>
    </g>
  ));
}
