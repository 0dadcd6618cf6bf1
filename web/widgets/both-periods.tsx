import { Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { HINT_EVENTS } from "../words/hint.ts";
import { percent, points, signed } from "../words/numbers.ts";
import { Behind, type Narrowed } from "./behind.tsx";

/** A share of a period, from 0 to 1, and the answers that it counts. */
type Period = { share: number | null; count: number; of: Narrowed };

/**
 * A change of a share in two lines: the change in large with its verdict, and the shares of both periods, which open their
 * answers. `all`: the difference of these where the change is not it, as it compares the same prompts of both periods.
 */
export function BothPeriods({
  change,
  verdict,
  hint,
  all,
  before,
  now,
}: {
  /** In large; null: there is none. */
  change: ReactNode;
  verdict: string;
  /** What else there is to say of it: in a hint, and on paper below both lines. */
  hint?: string;
  all: number | null;
  before: Period;
  now: Period;
}) {
  return (
    <>
      {change !== null && (
        <div>
          <span className="number">{change}</span>{" "}
          <Text span size="sm" c="dimmed">
            <Tooltip disabled={!hint} multiline maw={360} label={hint} events={HINT_EVENTS}>
              <span {...(hint && { className: "hinted", tabIndex: 0 })}>{verdict}</span>
            </Tooltip>
            {all !== null && ", in the same prompts of both periods"}
          </Text>
        </div>
      )}
      <Text size="sm" c="dimmed">
        {all !== null && "All answers: "}
        <Share {...before} /> before, <Share {...now} /> now
        {all !== null && `, ${signed(all, points)}`}
      </Text>
      {hint && (
        <Text size="xs" c="dimmed" className="print-only">
          {hint}
        </Text>
      )}
    </>
  );
}

function Share({ share, ...behind }: Period) {
  return <Behind {...behind}>{percent(share)}</Behind>;
}
