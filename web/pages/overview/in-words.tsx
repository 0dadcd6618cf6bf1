import { Text } from "@mantine/core";
import dayjs from "dayjs";
import { Fragment } from "react";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { ALL, lostAnswers, mayBeChance, weakestOf } from "../../brands/cells.ts";
import { bestRivalOf, useCells } from "../../brands/use-cells.ts";
import { useAsk, useLastTurn } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { rangeLabel, reportInput, type Scope, showDay } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { todayIn } from "../../words/formats.ts";
import { useNames } from "../../words/names.ts";
import { listed, percent, whole } from "../../words/numbers.ts";
import { newestRank, ordinal, ownRank } from "../../words/rank.ts";

const LEVEL_SHOWN = 3;
/** A range that is more than twice as long hides what these say. */
const NEWEST_DAYS = 7;

/** Where the own brand stands, what changed and where it is weak, in a sentence or two. */
export function InWords({
  own,
  rows,
  tracked,
}: {
  own: BrandRow;
  /** The most visible brands, or all. */
  rows: readonly BrandRow[];
  /** How many brands there are. */
  tracked: number;
}) {
  const rival = bestRivalOf(rows);
  const { cells } = useCells(own, rival);
  const { project_id, scope, timezone, isGuest = false } = useHere();
  const input = reportInput(scope, timezone);
  // Full days, as those of the page of the week: today has only begun.
  const last = dayjs(input.date_to).subtract(input.date_to < todayIn(timezone) ? 0 : 1, "day");
  const newest = last.subtract(NEWEST_DAYS - 1, "day");
  const isLong = newest.diff(input.date_from, "day") > NEWEST_DAYS && !isGuest;
  const isTurn = useLastTurn();
  const week = useAsk(
    "get_brand_report",
    {
      ...{ project_id, ...input, limit: 1000 },
      ...{ date_from: newest.format("YYYY-MM-DD"), date_to: last.format("YYYY-MM-DD") },
    },
    { enabled: isLong && isTurn },
  );
  const modelName = useNames("model_id");
  const topicName = useNames("topic_id");
  if (own.visibility === null) return null;
  const rank = ownRank(rows) ?? 1;
  const who = isGuest ? `${own.brand.name} is` : "You are";
  const place = tracked > 1 ? `, ${ordinal(rank)} of ${whole(tracked)}${levelWith(own, rows)}` : "";
  const change = scope.compare === false ? "" : changeOf(own);
  const model = cells && weakestOf(cells, "model");
  const topic = cells && weakestOf(cells, "topic");
  const weak = (["model", "topic"] as const).flatMap((kind) => {
    const id = { model, topic }[kind];
    if (!cells || !id || !rival) return [];
    const cell = kind === "model" ? cells.at(id, ALL) : cells.at(ALL, id);
    const of = lostAnswers({ own_id: own.brand.id, rival_id: rival.brand.id, scope });
    const name = kind === "model" ? modelName(id) : `“${topicName(id)}”`;
    return [
      <Fragment key={kind}>
        {kind === "model" ? " with " : model ? " and on " : " on "}
        <Behind count={cell.missed} of={{ ...of, [kind]: [id] }}>
          {name}
        </Behind>
      </Fragment>,
    ];
  });
  return (
    <Text size="lg" fw={600} className="in-words">
      {who} named in {percent(own.visibility)} of answers {inDays(scope)}
      {place}
      {change}.{isLong && sayNewest(rows, week.data?.data ?? [], last.format("YYYY-MM-DD"))}
      {weak.length > 0 && (
        <>
          {" "}
          Furthest behind {rival?.brand.name}
          {weak}.
        </>
      )}
    </Text>
  );
}

/** That the newest full days have another rank, which may be chance too; empty where they have not. */
function sayNewest(rows: readonly BrandRow[], newest: readonly BrandRow[], last: string): string {
  const rank = newestRank(rows, newest);
  const own = newest.find(({ brand }) => brand.is_own);
  if (!own || rank === null) return "";
  return ` Lately, in the ${NEWEST_DAYS} days to ${showDay(last)}: ${percent(own.visibility)}, ${ordinal(rank)}${levelWith(own, newest)}.`;
}

/** Of which days the sentence is, as it goes on. */
function inDays(scope: Scope): string {
  const { from, to } = scope;
  if (!from || !to) return `in the ${rangeLabel(scope).toLowerCase()}`;
  return from === to ? `on ${showDay(to)}` : `from ${showDay(from)} to ${showDay(to)}`;
}

/** Who is named so nearly as often that chance may have decided the rank. */
function levelWith(own: BrandRow, rows: readonly BrandRow[]): string {
  const names = rows
    .filter((row) => row !== own && row.visibility_total === own.visibility_total)
    .filter(({ visibility_count: rival, visibility_total: answers }) =>
      mayBeChance({ answers, own: own.visibility_count, rival, missed: 0 }),
    )
    .map(({ brand }) => brand.name);
  return names.length === 0 ? "" : `, too close to call with ${listed(names, LEVEL_SHOWN)}`;
}

function changeOf({ change }: BrandRow): string {
  const { value = null, significant = null } = change?.visibility ?? {};
  if (value === null || significant === null) return "";
  if (!significant) return "; overall, no change of visibility beyond chance";
  return `; ${value > 0 ? "up" : "down"} ${Math.abs(value * 100).toFixed(1)} points, more than chance`;
}
