import { scaleLinear } from "d3-scale";
import type { Line } from "./line.ts";

export type Frame = { width: number; height: number; right: number };
/** About how wide a letter of a chart's texts is, in pixels. */
export const LETTER_WIDTH = 6.2;
/** Room around the plot, in pixels; at its right there may be names. */
export const MARGIN = { top: 10, right: 12, bottom: 24, left: 44 };
const NAME_WIDTH_MAX = 150;
const NAME_HEIGHT = 20;
/** Narrower charts have their names above them. */
const NAMES_BESIDE_MIN = 560;
/** The least top of an axis of shares: below half a percent its labels would say the same. */
const TOP_MIN = 0.005;
/** Nearer than so many pixels the pointer is at a line. */
const NEAR = 24;
/** How high a row is where each line has its own, and the room for its name in it. */
const ROW = 58;
const ROW_NAME = 20;
export type X = (at: string) => number;
export type Y = (value: number) => number;
type Ruled = Y & { ticks(count: number): number[] };

/** Where things of a chart are, in pixels: steps of time, values of each line, what its grid says, and the line at a point. */
export type Scales = {
  x: X;
  yOf(one: Line): Y;
  grid: readonly { value: number; top: number }[];
  lineAt(at: string, top: number): Line | undefined;
};

/** The room at the right of a plot: for the names of its lines, where there are several and it is wide enough. */
export function rightOf(width: number, lines: readonly Line[]): number {
  if (width < NAMES_BESIDE_MIN || lines.length < 2) return MARGIN.right;
  const longest = Math.max(...lines.map(({ name }) => name.length));
  return 48 + Math.min(NAME_WIDTH_MAX, longest * 7.5);
}

/** Where a step of time is: days that nothing was asked on take their room, too. */
function timeOf(steps: readonly string[], frame: Frame): X {
  const days = steps.map((at) => Date.parse(at));
  const [left, right] = [MARGIN.left, frame.width - frame.right];
  const time = scaleLinear([days[0] ?? 0, days.at(-1) ?? 0], [left, right]);
  return (at) => (steps.length < 2 ? (left + right) / 2 : time(Date.parse(at)));
}

/** Of lines in one plot. */
export function scalesOf(
  lines: readonly Line[],
  steps: readonly string[],
  { frame, from }: { frame: Frame; from: 0 | "data" },
): Scales {
  const values = lines.flatMap(({ points, isEmphasised }) =>
    points.flatMap(({ value, high, low }) => [value, ...(isEmphasised ? [high, low] : [])]),
  );
  const known = values.filter((value) => typeof value === "number");
  const top = known.length > 0 ? Math.max(...known, from === 0 ? TOP_MIN : -Infinity) : 1;
  const bottom = from === "data" && known.length > 0 ? Math.min(...known) : 0;
  const y: Ruled = scaleLinear(
    [bottom, top === bottom ? bottom + 1 : top],
    [frame.height - MARGIN.bottom, MARGIN.top],
  ).nice(5);
  const farFrom = (one: Line, at: string, height: number) => {
    const value = one.points.find((point) => point.at === at)?.value;
    return typeof value === "number" ? Math.abs(y(value) - height) : Infinity;
  };
  return {
    x: timeOf(steps, frame),
    yOf: () => y,
    grid: y.ticks(5).map((value) => ({ value, top: y(value) })),
    lineAt: (at, height) =>
      lines
        .map((one) => ({ one, far: farFrom(one, at, height) }))
        .filter(({ far }) => far < NEAR)
        .sort((a, b) => a.far - b.far)[0]?.one,
  };
}

/** How high a chart is whose lines have a row each. */
export const heightOfRows = (lines: readonly Line[]): number =>
  MARGIN.top + lines.length * ROW + MARGIN.bottom;

/** Where the name of a row stands. */
export const nameTopOf = (row: number): number => MARGIN.top + row * ROW + 12;

/** Of lines that have a row each, from 0 to the highest value of all of them: what is alike does not lie on one another. */
export function scalesOfRows(
  lines: readonly Line[],
  steps: readonly string[],
  { frame }: { frame: Frame },
): Scales {
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0));
  const most = Math.max(1, ...values);
  const scales = lines.map((_, row) => {
    const top = MARGIN.top + row * ROW;
    return scaleLinear([0, most], [top + ROW, top + ROW_NAME]);
  });
  const yOf = (one: Line): Y => {
    const row = lines.findIndex(({ id }) => id === one.id);
    return scales[row] ?? (() => 0);
  };
  return {
    x: timeOf(steps, frame),
    yOf,
    grid: scales.flatMap((y) => [0, most].map((value) => ({ value, top: y(value) }))),
    lineAt: (_, top) => lines[Math.floor((top - MARGIN.top) / ROW)],
  };
}

/** Points nearer to each other than so many pixels lie on one another, and stand so many apart. */
const ON_ONE = 6;
const APART = 14;

/** Where a line's points are: where there is one step alone, beside those that they would lie on. */
export function besides(
  one: Line,
  {
    lines,
    steps,
    scales: { x, yOf },
  }: { lines: readonly Line[]; steps: readonly string[]; scales: Scales },
): X {
  const [only, ...others] = steps;
  if (only === undefined || others.length > 0) return x;
  const topOf = (line: Line) => yOf(line)(line.points.find(({ at }) => at === only)?.value ?? 0);
  const near = lines.filter((line) => Math.abs(topOf(line) - topOf(one)) < ON_ONE);
  const place = near.indexOf(one) - (near.length - 1) / 2;
  return (at) => x(at) + place * APART;
}

/** Where the name of each line stands: at the height of its last point, or as near as the others leave room. */
export function endsOf(
  lines: readonly Line[],
  { yOf }: Scales,
  { height }: Frame,
): Map<string, number> {
  const ends = lines
    .map((one) => {
      const last = one.points.findLast(({ value }) => value !== null);
      return { id: one.id, top: yOf(one)(last?.value ?? 0) };
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
