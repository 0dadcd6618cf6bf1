import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { sayInterval } from "../words/interval.ts";
import { percent, points } from "../words/numbers.ts";
import { Dim, Fine } from "../words/text.ts";
import { Behind, type Narrowed } from "./behind.tsx";

/** A share of a period, from 0 to 1, and the answers that it counts. */
type Period = { share: number | null; count: number; of: Narrowed };

/**
 * A change of a share in two lines: the change in large with its interval and verdict, and the shares of both periods, which open their
 * answers. `isOfSame`: the change compares the same prompts of both periods and is not the difference of these.
 */
export function BothPeriods({
  change,
  ends,
  verdict,
  hint,
  isOfSame,
  before,
  now,
}: {
  /** In large; null: there is none. */
  change: ReactNode;
  /** Of its 95 % interval. */
  ends?: { low: number | null; high: number | null };
  verdict: string;
  /** What else there is to say of it: in a hint of its interval or else of its verdict, and on paper below both lines. */
  hint?: string;
  isOfSame: boolean;
  before: Period;
  now: Period;
}) {
  const interval = ends ? sayInterval(ends, points) : null;
  const hinted = (text: string) => (
    <Tooltip disabled={!hint} maw={360} label={hint}>
      <span {...(hint && { className: "hinted", tabIndex: 0 })}>{text}</span>
    </Tooltip>
  );
  return (
    <>
      {change !== null && (
        <div>
          <span className="number">{change}</span>{" "}
          <Dim span>
            {interval ? (
              <>
                <span className="nowrap">({hinted(interval)})</span> <span>{verdict}</span>
              </>
            ) : (
              hinted(verdict)
            )}
            {isOfSame && ", in the same prompts of both periods"}
          </Dim>
        </div>
      )}
      <Dim>
        {isOfSame && "All answers: "}
        <Share {...before} /> before, <Share {...now} /> now
      </Dim>
      {hint && <Fine className="print-only">{hint}</Fine>}
    </>
  );
}

function Share({ share, ...behind }: Period) {
  return <Behind {...behind}>{percent(share)}</Behind>;
}
