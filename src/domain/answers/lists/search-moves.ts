import { addDays, daysBetween } from "#core/period.ts";
import { type CellSums, cellsOfCounts } from "#domain/statistics/cell-sums.ts";
import { changeVerdict, DAYS_MIN } from "#domain/statistics/change-verdict.ts";
import { isNews } from "#domain/statistics/daily-look.ts";

/** Of a model's answers to a prompt on a day, those of which it is known whether it searched, and those it did for. */
export type Searches = { prompt_id: number; day: string; known: number; searched: number };
/** The day from which a model searched more or less often, its share from then on and before. */
export type SearchMove = { date: string; value: number; previous_value: number };

/** What is held against each other: the days from one on, and those before it. */
const NOW_DAYS = 7;
const BEFORE_DAYS = 28;
/** A share that moved less makes no other number look like a change. */
const MOVE_MIN = 0.1;
/** How many days before a range may decide what is found in it. */
export const SEARCH_LOOK_BACK_DAYS = 2 * BEFORE_DAYS;

/** The days of one model from which its share of searched answers moved by more than chance, oldest first. */
export function findMoves(rows: readonly Searches[]): SearchMove[] {
  const byDay = [...Map.groupBy(rows, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  const days = byDay.map(([day, some]) => ({ day, rows: some }));
  const moves: SearchMove[] = [];
  let since = days[0]?.day ?? "";
  for (let at = 0; at < days.length; at++) {
    const first = days[at]?.day ?? "";
    if (sizeOf(stepAt(days, first, since)) < MOVE_MIN) continue;
    // The day that parts the two best is the one on which it happened.
    const best = days
      .filter(({ day }) => day >= first && daysBetween(first, day) <= NOW_DAYS)
      .map(({ day }) => stepAt(days, day, since))
      .reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
    if (!best || !isNews(best.verdict())) continue;
    const { date, value, previous_value } = best;
    moves.push({ date, value, previous_value });
    since = date;
    at = days.findIndex(({ day }) => day === date);
  }
  return moves;
}

type Days = readonly { day: string; rows: readonly Searches[] }[];
type Step = SearchMove & { verdict: () => ReturnType<typeof changeVerdict> };

const sizeOf = (step: Step | null) => (step ? Math.abs(step.value - step.previous_value) : 0);

/** How the days from `date` on differ from those before, from `since` on; null with too few. */
function stepAt(days: Days, date: string, since: string): Step | null {
  const from = addDays(date, -BEFORE_DAYS) > since ? addDays(date, -BEFORE_DAYS) : since;
  const before = days.filter(({ day }) => day >= from && day < date);
  const now = days.filter(({ day }) => day >= date && day < addDays(date, NOW_DAYS));
  if (Math.min(before.length, now.length) < DAYS_MIN) return null;
  const verdict = () => {
    const prompts = [...new Set([...before, ...now].flatMap(({ rows }) => rows.map(idOf)))];
    const prompt = Int32Array.from(prompts, (_, index) => index);
    return changeVerdict({
      ...{ prompt, prompts: prompts.length },
      ...{ before: sumUp(before, prompts), now: sumUp(now, prompts) },
    });
  };
  return { date, value: shareOf(now), previous_value: shareOf(before), verdict };
}

const idOf = ({ prompt_id }: Searches) => prompt_id;

function shareOf(days: Days): number {
  let [searched, known] = [0, 0];
  for (const { rows } of days) {
    for (const row of rows) {
      searched += row.searched;
      known += row.known;
    }
  }
  return searched / known;
}

function sumUp(days: Days, prompts: readonly number[]): CellSums {
  const sums = new Map(prompts.map((prompt_id) => [prompt_id, { part: 0, answers: 0 }]));
  for (const { rows } of days) {
    for (const { prompt_id, searched, known } of rows) {
      const sum = sums.get(prompt_id);
      if (!sum) continue;
      sum.part += searched;
      sum.answers += known;
    }
  }
  return cellsOfCounts([...sums.values()]);
}
