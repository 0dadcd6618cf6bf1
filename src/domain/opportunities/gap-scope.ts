import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { addDays, dayIn, daysBetween } from "#core/period.ts";
import { type DatedScope, type GivenScope, readScope } from "#domain/sums/answer-scope.ts";

/** So many days are looked at unless told otherwise. */
export const GAP_DAYS = 30;
const DAYS_MAX = 366;

/** The scope that gaps and leads are looked for in: the last 30 days unless told otherwise, 366 at most. */
export async function readGapScope(
  { db, project, now }: ProjectContext,
  given: GivenScope,
): Promise<DatedScope> {
  const date_to = given.date_to ?? dayIn(project.timezone, now());
  const date_from = given.date_from ?? addDays(date_to, 1 - GAP_DAYS);
  const count = daysBetween(date_from, date_to);
  if (count < 1 || count > DAYS_MAX) {
    throw new Failure(
      "VALIDATION_ERROR",
      `date_from: must be at most ${DAYS_MAX} days before date_to (${date_to}), and not after it.`,
      { problem: "DATE_RANGE" },
    );
  }
  return { ...(await readScope(db, project, given)), date_from, date_to };
}
