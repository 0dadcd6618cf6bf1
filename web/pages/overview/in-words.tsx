import { Text } from "@mantine/core";
import dayjs from "dayjs";
import { Fragment, type ReactNode } from "react";
import { levelNames } from "../../brands/best-rival.ts";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { ALL, lostAnswers, weakestOf } from "../../brands/cells.ts";
import { changeShown } from "../../brands/measures.ts";
import { useCells } from "../../brands/use-cells.ts";
import { useAsk, useLastTurn } from "../../data.ts";
import { useRanked } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { periodOf, rangeLabel, reportInput, type Scope, showDay, showDays } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { KeptLine } from "../../widgets/kept-line.tsx";
import { OnPaper } from "../../widgets/on-paper.tsx";
import { Missing } from "../../widgets/states.tsx";
import { isChanceAmongMany } from "../../words/doubt.ts";
import { daysBetween, todayIn } from "../../words/formats.ts";
import { useNames, useNaming } from "../../words/names.ts";
import { listed, percent, whole } from "../../words/numbers.ts";
import { ordinal, ownRank } from "../../words/rank.ts";
import { Fine } from "../../words/text.ts";
import { sayLeaders } from "./say-leaders.ts";

const LEVEL_SHOWN = 3;
/** A range that is more than twice as long hides what these say. */
const NEWEST_DAYS = 7;

/** Where the own brand stands and what changed, in a sentence that is whole with the report that it is of. */
export function InWords({
  own,
  rows,
  ranked,
}: {
  own: BrandRow;
  /** The most visible brands, or all. */
  rows: readonly BrandRow[];
  /** How many brands have a rank. */
  ranked: number;
}) {
  const { scope, timezone, isGuest = false } = useHere();
  if (own.visibility === null) return null;
  const rank = ordinal(ownRank(rows) ?? 1);
  const names = levelNames(rows);
  const level = names.length > 0 ? `, too close to call with ${listed(names, LEVEL_SHOWN)}` : "";
  return (
    <Text size="lg" fw={600} className="in-words">
      {isGuest ? (
        `${own.brand.name} is`
      ) : (
        <OnPaper screen="You are" paper={`${own.brand.name} is`} />
      )}{" "}
      named in {percent(own.visibility)} of answers {inDays(scope)}
      {ranked > 1 && `, ${rank} of ${whole(ranked)} brands${level}`}
      {scope.compare !== false && <ChangeOf row={own} since={sinceWhen(scope, timezone)} />}.
      {sayLeaders(rows, names)}
    </Text>
  );
}

/** With which assistant and on which topic the own brand is furthest behind its best competitor, in a place that is kept. */
export function Weakest({ own, rival }: { own: BrandRow; rival: BrandRow }) {
  const { scope } = useHere();
  const { cells } = useCells(own, rival);
  const names = { model: useNames("model_id"), topic: useNames("topic_id") };
  const isNaming = useNaming();
  if (!cells || isNaming) return <KeptLine />;
  const of = lostAnswers({ own_id: own.brand.id, rival_id: rival.brand.id, scope });
  const weak = (["model", "topic"] as const).flatMap((kind) => {
    const found = weakestOf(cells, kind).map((id) => ({
      missed: (kind === "model" ? cells.at(id, ALL) : cells.at(ALL, id)).missed,
      ...{ id, name: kind === "model" ? names.model(id) : `“${names.topic(id)}”` },
    }));
    // Chance decides their order; by name it stays.
    const ids = found.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
    const say = kind === "model" ? "with" : "on";
    const name =
      ids.length > LEVEL_SHOWN ? `${ids.length} ${kind === "model" ? "assistants" : "topics"}` : "";
    const each = name
      ? [{ ids: ids.map(({ id }) => id), missed: null, name }]
      : ids.map(({ id, ...one }) => ({ ...one, ids: [id] }));
    return each.map((one, n) => ({ ...one, kind, say: n === 0 ? say : "" }));
  });
  if (weak.length === 0)
    return (
      <KeptLine>
        Against {rival.brand.name}, no assistant or topic is clearly weaker than the others.
      </KeptLine>
    );
  const behind = `Furthest behind ${rival.brand.name}`;
  return (
    <KeptLine>
      {behind}
      {weak.map(({ kind, ids, missed, name, say }, n) => (
        <Fragment key={ids.join()}>
          {n > 0 && " and"}
          {say && ` ${say}`}{" "}
          <Behind count={missed} of={{ ...of, [kind]: ids }}>
            {name}
          </Behind>
        </Fragment>
      ))}
      .
    </KeptLine>
  );
}

/** What the newest full days of a long range say, with their own rank, which may be chance too. */
export function Newest({ rows }: { rows: readonly BrandRow[] }) {
  const { project_id, scope, timezone, isGuest = false } = useHere();
  const input = reportInput(scope, timezone);
  // Full days, as those of the page of the week: today has only begun.
  const last = dayjs(input.date_to).subtract(input.date_to < todayIn(timezone) ? 0 : 1, "day");
  const [date_from, date_to] = [last.subtract(NEWEST_DAYS - 1, "day"), last].map((day) =>
    day.format("YYYY-MM-DD"),
  ) as [string, string];
  const isLong = daysBetween(input.date_from, date_from) - 1 > NEWEST_DAYS && !isGuest;
  const isTurn = useLastTurn();
  const rankedIn = useRanked();
  const week = useAsk(
    "get_brand_report",
    {
      ...{ project_id, ...input, limit: 1000, date_from, date_to },
      other_brand_id: rows.find(({ brand }) => brand.is_own)?.brand.id,
    },
    { enabled: isLong && isTurn },
  );
  if (!isLong) return null;
  if (week.error) return <Missing what="The newest days" asked={week} />;
  const place = `${ordinal(ownRank(rows) ?? 1)} ${inDays(scope)}`;
  const of = week.data && { data: week.data.data, ranked: rankedIn(week.data) };
  const said = of && sayNewest(of, date_to, place);
  return (
    <div className="apart">
      <Fine fw={600}>The newest seven days, which may be chance</Fine>
      <KeptLine isNarrow>{said}</KeptLine>
    </div>
  );
}

function sayNewest(
  { data, ranked }: { data: readonly BrandRow[]; ranked: number },
  last: string,
  whole_range: string,
): string {
  const days = `In the ${NEWEST_DAYS} full days to ${showDay(last)}`;
  const own = data.find(({ brand }) => brand.is_own);
  const rank = ownRank(data);
  if (!own || rank === null) return `${days} there were no answers.`;
  const level = levelNames(data).length > 0 ? ", too close to call" : "";
  const place = ranked > 1 ? `: ${ordinal(rank)} of ${whole(ranked)}${level} (${whole_range})` : "";
  return `${days}, ${own.brand.name} was named in ${percent(own.visibility)} of answers${place}.`;
}

/** Of which days the sentence is, as it goes on. */
function inDays(scope: Scope): string {
  const { from, to } = scope;
  if (!from || !to) return `in the ${rangeLabel(scope).toLowerCase()}`;
  return from === to ? `on ${showDay(to)}` : `from ${showDay(from)} to ${showDay(to)}`;
}

/** Since when a change is. */
export function sinceWhen(scope: Scope, timezone: string): string {
  const { date_from, date_to } = periodOf(scope, timezone);
  const days = daysBetween(date_from, date_to);
  const { vs_from, vs_to } = scope;
  if (vs_from && vs_to) return `since ${showDays(vs_from, vs_to)}`;
  return days === 1 ? "since the day before" : `since the ${days} days before`;
}

function ChangeOf({ row, since }: { row: BrandRow; since: ReactNode }) {
  const change = changeShown(row, "visibility");
  if (!change || change.value === null || change.significant === null) return null;
  const { value, significant } = change;
  const isAmongMany = isChanceAmongMany(change);
  if (!significant && !isAmongMany) return "; overall, no change of visibility beyond chance";
  const verdict = isAmongMany ? "which may be chance among so many changes" : "more than chance";
  return (
    <>
      {`; ${value > 0 ? "up" : "down"} ${Math.abs(value * 100).toFixed(1)} points `}
      {since}, {verdict}
    </>
  );
}
