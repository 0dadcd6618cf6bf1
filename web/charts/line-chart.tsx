import { Group } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { BreakLines, BreakList } from "./breaks.tsx";
import { AsTable, Legend, SaveMenu, Tip } from "./chart-parts.tsx";
import type { Break, Line, Step } from "./line.ts";
import { Axes, type Frame, MARGIN, OneLine, scalesOf } from "./plot-parts.tsx";

/** Lines over time with the interval of the emphasised one; read by pointer, keyboard or as a table. */
export function LineChart({
  name,
  subject,
  lines,
  step,
  show,
  height = 280,
  from = 0,
  breaks = [],
}: {
  name: string;
  /** What of the project it is of, where that is not all that the filters leave. */
  subject?: string | undefined;
  lines: Line[];
  step: Step;
  show(value: number): string;
  height?: number;
  /** The lowest value of the axis; "data": a little under the lowest there is. */
  from?: 0 | "data";
  breaks?: readonly Break[];
}) {
  const { ref, width } = useElementSize();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const svg = useRef<SVGSVGElement>(null);
  const shown = lines.filter(({ id }) => !hidden.has(id));
  const steps = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort();
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setHidden(next);
  };
  return (
    <figure style={{ margin: 0 }} aria-label={name}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Legend lines={lines} hidden={hidden} toggle={toggle} />
        <SaveMenu name={name} subject={subject} svg={svg} lines={shown} steps={steps} />
      </Group>
      <div ref={ref} style={{ position: "relative", minHeight: height }}>
        {width > 0 && (
          <Plot
            {...{ name, step, show, from, steps, breaks, svg }}
            lines={shown}
            frame={{ width, height }}
          />
        )}
      </div>
      <BreakList breaks={breaks} />
      <AsTable lines={lines} steps={steps} step={step} show={show} />
    </figure>
  );
}

function Plot({
  name,
  lines,
  steps,
  step,
  show,
  from,
  breaks,
  frame,
  svg,
}: {
  name: string;
  lines: Line[];
  steps: string[];
  step: Step;
  show(value: number): string;
  from: 0 | "data";
  breaks: readonly Break[];
  frame: Frame;
  svg: React.RefObject<SVGSVGElement | null>;
}) {
  const [index, setIndex] = useState<number | null>(null);
  const { x, y } = scalesOf(lines, steps, { frame, from });
  const { pick, walk } = pointing(steps, x, { index, setIndex });
  const at = index === null ? undefined : steps[index];
  return (
    <>
      <svg
        ref={svg}
        className="chart"
        width={frame.width}
        height={frame.height}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={`${name}: a line chart; the arrow keys move along it, a table follows`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk along its points.
        tabIndex={0}
        onPointerMove={pick}
        onPointerLeave={() => setIndex(null)}
        onKeyDown={walk}
        onBlur={() => setIndex(null)}
      >
        <Axes {...{ x, y, steps, step, show, frame }} />
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
          .sort((a, b) => Number(a.isEmphasised ?? false) - Number(b.isEmphasised ?? false))
          .map((one) => (
            <OneLine key={one.id} line={one} x={x} y={y} at={at} />
          ))}
        <BreakLines {...{ breaks, steps, x, frame }} />
      </svg>
      {at !== undefined && <Tip {...{ at, lines, step, show }} left={x(at)} width={frame.width} />}
    </>
  );
}

type Pointed = { index: number | null; setIndex(index: number | null): void };

/** The step nearest to the pointer, or the next one by arrow key. */
function pointing(steps: string[], x: (at: string) => number, { index, setIndex }: Pointed) {
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const nearest = steps.reduce(
      (best, at, i) => (Math.abs(x(at) - left) < Math.abs(x(steps[best] ?? "") - left) ? i : best),
      0,
    );
    setIndex(nearest);
  };
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) {
      event.preventDefault();
      setIndex(Math.max(0, Math.min(steps.length - 1, (index ?? steps.length - 1) + by)));
    } else if (event.key === "Escape") setIndex(null);
  };
  return { pick, walk };
}
