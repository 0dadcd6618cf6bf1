import { Fine } from "../words/text.ts";
import type { Break } from "./line.ts";
import { type Frame, LETTER_WIDTH, MARGIN } from "./scales.ts";

const ROW_HEIGHT = 14;
const GAP = 5;

/** A thin line at each break with its label next to it, or a row lower where two would overlap. */
export function BreakLines({
  breaks,
  steps,
  x,
  frame,
}: {
  breaks: readonly Break[];
  steps: readonly string[];
  x(at: string): number;
  frame: Frame;
}) {
  // Where nothing was asked on that day, the next step is the first of the new version.
  const shown = breaks.flatMap(({ at, label }) => {
    const step = steps.find((one) => one >= at);
    return step === undefined ? [] : [{ left: x(step), label }];
  });
  const rows = rowsOf(shown, frame);
  return shown.map(({ left, label }, index) => {
    const isRight = left > frame.width / 2;
    return (
      <g key={`${left} ${rows[index]}`} className="break">
        <line
          x1={left}
          x2={left}
          y1={MARGIN.top}
          y2={frame.height - MARGIN.bottom}
          stroke="var(--mantine-color-dimmed)"
          strokeWidth={1}
        />
        <text
          x={isRight ? left - GAP : left + GAP}
          y={MARGIN.top + 9 + ROW_HEIGHT * (rows[index] ?? 0)}
          textAnchor={isRight ? "end" : "start"}
          stroke="var(--card)"
          strokeWidth={4}
          paintOrder="stroke"
        >
          {label}
        </text>
      </g>
    );
  });
}

/** The row of each label: the first in which it touches no label before it. */
function rowsOf(labels: readonly { left: number; label: string }[], { width }: Frame): number[] {
  const taken: { row: number; from: number; to: number }[] = [];
  for (const { left, label } of labels) {
    const long = label.length * LETTER_WIDTH + 2 * GAP;
    const [from, to] = left > width / 2 ? [left - long, left] : [left, left + long];
    const blocked = new Set(
      taken.filter((one) => one.from < to && one.to > from).map(({ row }) => row),
    );
    let row = 0;
    while (blocked.has(row)) row++;
    taken.push({ row, from, to });
  }
  return taken.map(({ row }) => row);
}

/** The breaks of a chart in words. */
export function BreakList({ breaks }: { breaks: readonly Break[] }) {
  if (breaks.length === 0) return null;
  return (
    <Fine component="div" mt={4}>
      {breaks.length === 1 ? "The line marks" : "The lines mark"} a new version of the model,
      another way of asking it, or that it began to search more or less often: a change from before
      it to after it may come from that alone.
      <ul className="bare-list plain-list">
        {breaks.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Fine>
  );
}
