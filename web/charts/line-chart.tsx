import { Group } from "@mantine/core";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useHere } from "../here.tsx";
import { periodOf } from "../scope.ts";
import { useGo } from "../widgets/page-link.tsx";
import { todayIn } from "../words/formats.ts";
import { Fine } from "../words/text.ts";
import { AsTable } from "./as-table.tsx";
import { BreakLines, BreakList } from "./breaks.tsx";
import { LinesMenu, Names, SaveMenu, Tip } from "./chart-parts.tsx";
import {
  type Break,
  behindPoint,
  type Line,
  lackOf,
  lineOf,
  type ShownDays,
  type Step,
  shownOf,
  withoutScarce,
} from "./line.ts";
import { Axes, OneLine, RowNames } from "./plot-parts.tsx";
import {
  besides,
  endsOf,
  type Frame,
  heightOfRows,
  MARGIN,
  rightOf,
  type Scales,
  scalesOf,
  scalesOfRows,
} from "./scales.ts";
import { useWidth } from "./use-width.ts";

/** The steps of time that some lines have points at. */
const stepsOf = (lines: readonly Line[]) =>
  [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort();

/** What is looked at: a line, and a point of it. */
type Pointed = { id: string | null; index: number | null };
/** Names of no more letters, beside a chart no wider, have room there on paper, too; others stand below their lines. */
const SHORT = { letters: 18, width: 1300 };
/** Pixels that the name of the last day takes beyond its point. */
const HALF_A_DAY = 28;
/** Pixels, of lines in one frame. */
const HEIGHT = 280;
const NOTHING: Pointed = { id: null, index: null };

/**
 * Lines over time: the chosen one, at first the emphasised one, with its interval and the others quiet; a point opens
 * the answers behind it. Read by pointer, keyboard or as a table.
 */
export function LineChart({
  name,
  subject,
  lines: all,
  step,
  show,
  say,
  from = 0,
  breaks = [],
  inRows = false,
}: {
  name: string;
  /** What of the project it is of, where that is not all that the filters leave. */
  subject?: string | undefined;
  lines: Line[];
  step: Step;
  /** A value on the axis, and one by itself. */
  show(value: number): string;
  say(value: number): string;
  /** The lowest value of the axis; "data": a little under the lowest there is. */
  from?: 0 | "data";
  breaks?: readonly Break[];
  /** Each line has a row of its own: of counts that may be alike. */
  inRows?: boolean;
}) {
  const { ref, width } = useWidth();
  const { scope, timezone } = useHere();
  const [kept, keep] = useState<string | null>(null);
  const [pointed, point] = useState(NOTHING);
  const [hidden, hide] = useState<readonly string[]>([]);
  const listed = shownOf(all, hidden);
  const svg = useRef<SVGSVGElement>(null);
  const days = { ...periodOf(scope, timezone), today: todayIn(timezone) };
  const { drawn: lines, said: incomplete } = withoutScarce(listed, step, days);
  const steps = stepsOf(lines);
  const isApart = inRows && lines.length > 1;
  const height = isApart ? heightOfRows(lines) : HEIGHT;
  const frame = { width, height, right: isApart ? MARGIN.right : rightOf(width, lines) };
  const chosen = lineOf(lines, pointed.id ?? kept);
  const strong = lines.map((one) => ({
    ...one,
    isEmphasised: one.isEmphasised || one.id === chosen?.id,
  }));
  const scales = isApart
    ? scalesOfRows(lines, steps, { frame })
    : scalesOf(strong, steps, { frame, from });
  const isBeside = frame.right > MARGIN.right;
  const isNamed = width <= SHORT.width && lines.every((one) => one.name.length <= SHORT.letters);
  // Below them half of the last day alone is beside the lines.
  const wider = isBeside && !isNamed && { "--beside": width / (width - frame.right + HALF_A_DAY) };
  const ends = isBeside ? endsOf(lines, scales, frame) : null;
  // Where they stand is known once the chart is measured.
  const names = width > 0 && lines.length > 1 && !isApart && (
    <Names
      {...{ lines, chosen, kept, ends, frame }}
      onPoint={(id) => point({ id, index: null })}
      onKeep={(id) => keep(id === kept ? null : id)}
    />
  );
  return (
    <figure style={{ margin: 0 }} aria-label={name}>
      {!isBeside && names}
      <div
        ref={ref}
        className={isBeside && isNamed ? "named" : ""}
        style={{ position: "relative", minHeight: height, ...wider } as CSSProperties}
      >
        {width > 0 && chosen && (
          <Plot
            {...{ name, lines, chosen, step, days, show, say, steps, breaks, svg, frame, scales }}
            isApart={isApart}
            index={pointed.index}
            point={point}
          />
        )}
        {isBeside && names}
      </div>
      {incomplete && <Fine mt={4}>{incomplete}</Fine>}
      <BreakList breaks={breaks} />
      <AsTable {...{ lines: listed, steps: stepsOf(listed), step, days, say }}>
        <Group gap="xs">
          {all.length > 1 && <LinesMenu {...{ name, lines: all, hidden }} onHide={hide} />}
          <SaveMenu
            {...{ name, subject, svg, lines: listed, steps: stepsOf(listed), step, days, ends }}
            nameLeft={width - frame.right}
          />
        </Group>
      </AsTable>
    </figure>
  );
}

type PlotOf = {
  name: string;
  lines: Line[];
  chosen: Line;
  steps: string[];
  step: Step;
  days: ShownDays;
  show(value: number): string;
  say(value: number): string;
  breaks: readonly Break[];
  frame: Frame;
  scales: Scales;
  isApart: boolean;
  svg: React.RefObject<SVGSVGElement | null>;
  index: number | null;
  point(pointed: Pointed): void;
};

function Plot(plot: PlotOf) {
  const { name, lines, chosen, steps, step, days, breaks, frame, svg, index, point } = plot;
  const { x, yOf, grid } = plot.scales;
  const go = useGo();
  const { pick, walk } = pointing(plot);
  const at = index === null ? undefined : steps[index];
  const behind = at === undefined ? null : behindPoint(chosen, { at, step, days });
  const whole = new Set(steps.filter((when) => lackOf(when, step, days) === null));
  const open = () => behind && go("/answers", { status: "answered", ...behind.of });
  return (
    <>
      <svg
        ref={svg}
        className={behind && go.isAllowed ? "chart opens" : "chart"}
        width={frame.width}
        height={frame.height}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={`${name}: a line chart; the arrow keys move along it and from line to line, Enter opens the answers of a point, a table follows`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk along its points.
        tabIndex={0}
        onPointerMove={pick}
        onPointerLeave={() => point(NOTHING)}
        onKeyDown={(event) => (event.key === "Enter" ? open() : walk(event))}
        onClick={open}
        onBlur={() => point(NOTHING)}
      >
        <Axes {...{ x, grid, steps, step, days, show: plot.show, say: plot.say, frame }} />
        {at !== undefined && (
          <line
            x1={x(at)}
            x2={x(at)}
            y1={MARGIN.top}
            y2={frame.height - MARGIN.bottom}
            stroke="var(--mantine-color-dimmed)"
            strokeDasharray="3 3"
          />
        )}
        {[...lines]
          .sort((a, b) => rank(a, chosen) - rank(b, chosen))
          .map((one) => (
            <OneLine
              key={one.id}
              line={plot.isApart ? { ...one, isEmphasised: true } : one}
              {...{ x: besides(one, plot), y: yOf(one), at, whole }}
              isChosen={one === chosen}
              hasBand={one === chosen || isPair(lines)}
              isFilled={plot.isApart}
            />
          ))}
        {plot.isApart && (
          <RowNames {...{ lines, frame }} chosen={at === undefined ? undefined : chosen} />
        )}
        <BreakLines {...{ breaks, steps, x, frame }} />
      </svg>
      {at !== undefined && (
        <Tip
          {...{ at, lines, chosen, step, days, say: plot.say }}
          behind={go.isAllowed ? behind : null}
          left={x(at)}
          width={frame.width}
        />
      )}
    </>
  );
}

/** Two lines that are looked at together both have their interval. */
const isPair = (lines: readonly Line[]) =>
  lines.length === 2 && lines.every(({ isEmphasised }) => isEmphasised);

/** What is drawn last is on top. */
const rank = (one: Line, chosen: Line) => (one === chosen ? 2 : one.isEmphasised ? 1 : 0);

/** The step and the line nearest to the pointer, or the next ones by arrow key. */
function pointing({ steps, lines, chosen, scales: { x, lineAt }, index, point }: PlotOf) {
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [left, top] = [event.clientX - box.left, event.clientY - box.top];
    const away = (at: string) => Math.abs(x(at) - left);
    const at = [...steps].sort((a, b) => away(a) - away(b))[0];
    if (at === undefined) return;
    const near = lineAt(at, top);
    point({ id: near?.id ?? null, index: steps.indexOf(at) });
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key === "Escape") return point(NOTHING);
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!along && !across) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(steps.length - 1, (index ?? steps.length) + (along ?? 0)));
    const line = lines.indexOf(chosen) + (across ?? 0);
    point({ index: at, id: lines[(line + lines.length) % lines.length]?.id ?? null });
  };
  return { pick, walk };
}
