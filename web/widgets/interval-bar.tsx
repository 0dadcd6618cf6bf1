import { Text, Tooltip } from "@mantine/core";
import { type Ends, sayEnds } from "../words/ends.ts";
import { percent, whole } from "../words/numbers.ts";
import { Behind, type Narrowed } from "./behind.tsx";

/** A share with what it rests on, and both its intervals. */
type Share = Ends & { value: number | null; count: number; total: number };

/** The ends of both intervals of a number of a row, by the name of the number. */
export function endsOf<Name extends string>(
  row: Record<`${Name}_${keyof Ends}`, number | null>,
  name: Name,
): Ends {
  return {
    ...{ low: row[`${name}_low`], high: row[`${name}_high`] },
    ...{ questions_low: row[`${name}_questions_low`] },
    ...{ questions_high: row[`${name}_questions_high`] },
  };
}

/** A share in a table: the number, which opens the answers `behind` it, and the bar with its interval. */
export function ShareCell({
  behind,
  ...share
}: Share & { color: string; max?: number; behind?: Narrowed | undefined }) {
  const value = percent(share.value);
  return (
    <div className="share">
      <Text size="sm" component="div">
        {behind ? (
          <Behind count={share.count} of={behind}>
            {value}
          </Behind>
        ) : (
          value
        )}
      </Text>
      <IntervalBar {...share} />
    </div>
  );
}

/**
 * A share as a bar, with its 95 % interval as a whisker: 0 to 100 % of the width, or to `max`. What is left to 100 %
 * shows as a track, so there is none where the width is less.
 */
export function IntervalBar({
  value,
  count,
  total,
  color,
  max = 1,
  ...ends
}: Share & { color: string; max?: number }) {
  const { low, high } = ends;
  const at = (share: number) => `${(Math.min(share, max) / max) * 100}%`;
  // The number beside it says so.
  if (value === null) return <span />;
  return (
    <Tooltip
      label={`${percent(value)} of answers: ${whole(count)} of ${whole(total)}.\n${sayEnds(ends, percent)}`}
      maw={340}
    >
      <svg
        width="100%"
        height="14"
        role="img"
        aria-label={`${percent(value)}, interval ${percent(low)} to ${percent(high)}`}
      >
        {max === 1 && <rect x="0" y="3" width="100%" height="8" rx="4" fill="var(--line)" />}
        <rect x="0" y="3" width={at(value)} height="8" rx="4" fill={color} />
        {low !== null && high !== null && <Whisker low={at(low)} high={at(high)} />}
      </svg>
    </Tooltip>
  );
}

/** An interval in a bar of 14 pixels, from one place to another. */
export function Whisker({ low, high }: Record<"low" | "high", string | number>) {
  return (
    <g stroke="var(--mantine-color-text)" strokeWidth="1.5">
      <line x1={low} x2={high} y1="7" y2="7" />
      <line x1={low} x2={low} y1="4" y2="10" />
      <line x1={high} x2={high} y1="4" y2="10" />
    </g>
  );
}
