import { Box, Button, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { FEW_ANSWERS } from "../scope.ts";
import { Behind, type Narrowed } from "../widgets/behind.tsx";
import { PRINTED_MAX, RestOnPaper } from "../widgets/on-paper.tsx";
import { Answered, Panel } from "../widgets/panel.tsx";
import { Scroll } from "../widgets/scroll.tsx";
import { byName } from "../words/formats.ts";
import { useNames } from "../words/names.ts";
import { percent, signed, someAnswers, whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";
import type { BrandRow } from "./brand-columns.tsx";
import {
  ALL,
  type Cell,
  type Cells,
  leadOf,
  lostAnswers,
  mayBeChance,
  pointsNeeded,
  tintOf,
} from "./cells.ts";
import { useCells } from "./use-cells.ts";

const TOPICS_MAX = 12;
/** What is kept for it until it is there, in pixels. */
export const MAP_HEIGHT = 280;
/** With more columns the heads stand upright on paper. */
const COLUMNS_MANY = 6;
/**
 * How much of a page's width the map takes, and what stands beside it: nothing where columns would be out of sight. Null
 * until it is known how many there are: what stood beside it would move below it.
 */
export function useMapSpans() {
  const { project_id } = useHere();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const isAsked = models.isPending && models.failureCount === 0;
  const [isDecided, setDecided] = useState(!isAsked);
  // What is decided stays: parts that asked the same when they came would begin it again, and be gone with it.
  if (!isAsked && !isDecided) setDecided(true);
  if (isAsked && !isDecided) return null;
  const count = models.data?.data.length ?? 0;
  const from = count > 3 ? null : count > 2 ? "xl" : "md";
  const spanOf = (span: number) => ({ base: 12, ...(from && { [from]: span }) });
  return { map: spanOf(7), beside: spanOf(5) };
}

/** Where a brand stands against another, by assistant and topic. */
export function HeatMap({
  own,
  rival,
  title,
  mark,
  action,
  opensAll = false,
}: {
  own: BrandRow;
  rival: BrandRow;
  title: ReactNode;
  /** What else there is to say of the other brand, or to choose. */
  mark?: ReactNode;
  action?: ReactNode;
  /** Whether all topics can be shown here; else Compare does that. */
  opensAll?: boolean;
}) {
  const { isGuest = false } = useHere();
  const [isLookedAt, setLookedAt] = useState(false);
  const look = () => setLookedAt(true);
  const { asked, cells } = useCells(own, rival, { isMissedAsked: isLookedAt && !isGuest });
  return (
    <Panel title={title} mark={mark} action={action}>
      <Answered asked={asked} height={MAP_HEIGHT}>
        {() =>
          cells && (
            <Box onPointerEnter={look} onFocus={look}>
              <HeatTable {...{ cells, own, rival, opensAll }} />
            </Box>
          )
        }
      </Answered>
    </Panel>
  );
}

/** What an element of a table is, which a changed display on phones takes from it in some browsers. */
const as = (role: "table" | "row" | "rowheader" | "cell") => ({ role });

function HeatTable({
  cells,
  own,
  rival,
  opensAll,
}: {
  cells: Cells;
  own: BrandRow;
  rival: BrandRow;
  opensAll: boolean;
}) {
  const { isGuest = false } = useHere();
  const [isWhole, setWhole] = useState(false);
  const modelName = useNames("model_id");
  const topicName = useNames("topic_id");
  const { models, topics, at } = cells;
  const sorted = models.toSorted((a, b) => byName(modelName(a), modelName(b)));
  const onScreen = isWhole ? topics.length : TOPICS_MAX;
  const printed = opensAll ? Math.max(onScreen, PRINTED_MAX) : onScreen;
  const shown = topics
    .toSorted((a, b) => at(ALL, b).answers - at(ALL, a).answers)
    .slice(0, printed);
  const columns = sorted.length > 1 ? [ALL, ...sorted] : sorted;
  // Answers without a topic, which no filter names, are all of them where there is none.
  const topicRows = shown[0] === "" ? [ALL] : shown;
  const rows = shown.length > 1 ? [ALL, ...shown] : topicRows;
  const columnName = (id: string) => (id === ALL ? "All assistants" : modelName(id));
  const isFew = rows.some((topic) =>
    columns.some((model) => at(model, topic).answers > 0 && at(model, topic).answers < FEW_ANSWERS),
  );
  const rowName = (id: string) =>
    id === ALL ? "All topics" : id === "" ? "No topic" : topicName(id);
  return (
    <>
      <Scroll label="By assistant and topic">
        <table
          className={columns.length > COLUMNS_MANY ? "heat heat-many" : "heat heat-blocks"}
          aria-label="By assistant and topic"
          {...as("table")}
        >
          <thead>
            <tr {...as("row")}>
              <th scope="col">Topic</th>
              {columns.map((id) => (
                <th key={id} scope="col">
                  {columnName(id)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((topic, index) => (
              <tr key={topic} {...as("row")} {...(index > onScreen && { className: "print-only" })}>
                <th scope="row" {...as("rowheader")}>
                  <span className="topic">{rowName(topic)}</span>
                </th>
                {columns.map((model) => (
                  <HeatCell
                    key={model}
                    label={columnName(model)}
                    {...{ cell: at(model, topic), model, topic, own, rival }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <Fine mt="xs">
        The share of answers that name {own.brand.name}, “vs” the share that name {rival.brand.name}
        , and the points between them.{" "}
        {sayColours(rows.flatMap((topic) => columns.map((model) => at(model, topic))))}
        {isFew && ` Of fewer than ${FEW_ANSWERS} answers there is no lead to tell.`}
        {!opensAll &&
          topics.length > TOPICS_MAX &&
          ` The ${TOPICS_MAX} largest of ${topics.length} topics${isGuest ? "." : "; the others stand in Compare."}`}
        {!isGuest && (
          <span className="no-print">
            {" "}
            A share opens its answers, the points those that name {rival.brand.name} and not{" "}
            {own.brand.name}.
          </span>
        )}
      </Fine>
      {opensAll && <RestOnPaper left={topics.length - printed} page="Compare" />}
      {opensAll && topics.length > onScreen && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          className="no-print"
          onClick={() => setWhole(true)}
        >
          Show all {whole(topics.length)} topics
        </Button>
      )}
    </>
  );
}

/** What the colours of some cells mean, of those that are there. */
function sayColours(cells: readonly Cell[]): string {
  const sure = cells.filter((cell) => cell.answers >= FEW_ANSWERS && !mayBeChance(cell));
  const isThere = (sign: number) => sure.some((cell) => Math.sign(leadOf(cell)) === sign);
  const colours = [isThere(1) && "blue is ahead", isThere(-1) && "orange is behind"].filter(
    Boolean,
  );
  if (colours.length === 0) return "All of it is grey: it may be chance.";
  const said = `${colours.join(" and ")} by more than chance`;
  return `${said[0]?.toUpperCase()}${said.slice(1)}; grey may be chance, however large.`;
}

function HeatCell({
  label,
  cell,
  model,
  topic,
  own,
  rival,
}: {
  /** What it is of, where it does not stand below that. */
  label: string;
  cell: Cell;
  model: string;
  topic: string;
  own: BrandRow;
  rival: BrandRow;
}) {
  const { scope, isGuest = false } = useHere();
  const { answers } = cell;
  const place = { ...as("cell"), "data-label": label };
  if (answers === 0) return <td {...place}>–</td>;
  const lost = lostAnswers({ own_id: own.brand.id, rival_id: rival.brand.id, scope });
  const difference = leadOf(cell);
  const hue = difference < 0 ? "var(--behind)" : "var(--ahead)";
  const part = {
    ...(model !== ALL && { model: [model] }),
    ...(topic !== ALL && { topic: [topic] }),
  };
  const all = someAnswers(answers);
  const opens = (count: number | null, named: string, of: Narrowed, text: string, why = "") => {
    // Answers without a topic are what no filter names; for guests those of the competitor alone are not counted.
    if (topic === "" || (isGuest && count === null))
      return why ? <span title={why}>{text}</span> : text;
    const said =
      count === null ? `Answers that name ${named}` : `${whole(count)} of ${all} name ${named}`;
    return (
      <Behind count={count} of={{ ...of, ...part }} hint={why ? `${said}.\n${why}` : said}>
        {text}
      </Behind>
    );
  };
  const isUnsure = mayBeChance(cell);
  const needed = pointsNeeded(cell);
  const why = `May be chance: of so many answers, and with such shares, a lead is more than that from about ${needed} ${needed === 1 ? "point" : "points"} on.`;
  return (
    <td
      {...place}
      style={{
        background: `color-mix(in srgb, ${hue} calc(${tintOf(cell)} * var(--heat)), transparent)`,
      }}
    >
      <span className="heat-shares">
        <span>
          {opens(cell.own, own.brand.name, { brand_id: own.brand.id }, percent(cell.own / answers))}
        </span>{" "}
        {answers < FEW_ANSWERS ? (
          <span className="dim">of {whole(answers)}</span>
        ) : (
          <span className={isUnsure ? "heat-difference dim" : "heat-difference sure"}>
            {opens(
              cell.missed,
              `${rival.brand.name} and not ${own.brand.name}`,
              lost,
              signed(difference, (share) => (share * 100).toFixed(0)),
              isUnsure ? why : "",
            )}
          </span>
        )}{" "}
        <span className="heat-rival">
          vs <VisuallyHidden component="span">{rival.brand.name} </VisuallyHidden>
          {percent(cell.rival / answers)}
        </span>
      </span>
    </td>
  );
}
