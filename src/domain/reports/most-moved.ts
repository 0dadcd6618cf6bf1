type Counted = { count: number; total: number };
type Moved = { now: Counted; before: Counted };

/** So many rows are tested to tell what stands among all of a report. */
const TESTED_MAX = 100;

/**
 * The rows that seem to have changed most, were all answers independent; the others count as tests that found nothing.
 * `sharesOf`: the shares of a row that are compared.
 */
export function mostMoved<Row>(rows: readonly Row[], sharesOf: (row: Row) => Moved[]): Row[] {
  return rows
    .map((row) => ({ row, moved: Math.max(...sharesOf(row).map(errorsOff)) }))
    .toSorted((one, other) => other.moved - one.moved)
    .slice(0, TESTED_MAX)
    .map(({ row }) => row);
}

/** How many standard errors two shares are apart. */
function errorsOff({ now, before }: Moved): number {
  if (now.total === 0 || before.total === 0) return 0;
  const share = (now.count + before.count) / (now.total + before.total);
  const variance = share * (1 - share) * (1 / now.total + 1 / before.total);
  const off = Math.abs(now.count / now.total - before.count / before.total);
  return variance > 0 ? off / Math.sqrt(variance) : 0;
}
