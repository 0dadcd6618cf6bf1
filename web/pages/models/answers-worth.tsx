import { Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { periodOf } from "../../scope.ts";
import { Behind, type Narrowed } from "../../widgets/behind.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { percent, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";
import { answersOf, COUNTED_HERE } from "./counted-here.ts";

/** What is told of an assistant, and what narrows answers to its own. */
type Row = OutputOf<"get_model_report">["data"][number] & { of: Narrowed };

/** Of each assistant in the last thirty days: how much its answers tell, how often it repeats itself, and searches. */
export function AnswersWorth() {
  const { project_id, timezone } = useHere();
  const report = useAsk("get_model_report", {
    project_id,
    ...periodOf(COUNTED_HERE, timezone),
  });
  const rows = (report.data?.data ?? [])
    .filter(({ answers }) => answers > 0)
    .map((row) => ({ ...row, of: answersOf(row.model.id, timezone) }));
  return (
    <Panel
      title="What their answers tell"
      action={<CsvButton name="worth of answers" rows={rows} columns={COLUMNS} />}
    >
      <Text size="sm" mb="xs">
        How sure a number of each assistant is. Where its answers tell as much as far fewer would,
        it repeats itself from day to day: more prompts then tell more than asking the same ones
        more often. Where most name the same brands as the day before, asking less often loses
        little.
      </Text>
      <Dim mb="xs">
        Of the last thirty days. This is not about quality: which assistant fails or refuses is in
        “Answers of each assistant”.
      </Dim>
      <Answered asked={report} height={80}>
        {() => (
          <DataTable
            name="What their answers tell"
            rows={rows}
            columns={COLUMNS}
            keyOf={(row) => row.model.id}
            sorting={{ key: "model", isDown: false }}
            empty={<Text size="sm">There are no answers in these days yet.</Text>}
          />
        )}
      </Answered>
    </Panel>
  );
}

const COLUMNS: Column<Row>[] = [
  { key: "model", header: "Assistant", value: (row) => row.model.name },
  {
    key: "worth_answers",
    header: "Answers",
    hint: "The answers it gave. Below: so many would tell as much if none were like the one of the day before. Point at it or press it for the sum.",
    value: (row) => row.worth_answers,
    show: (row) => (
      <Noted
        text={
          <Behind count={row.answers} of={row.of}>
            {whole(row.answers)}
          </Behind>
        }
        note={<Worth row={row} />}
      />
    ),
  },
  { key: "answers", header: "All answers", value: (row) => row.answers, csvOnly: true },
  {
    key: "dependence",
    header: "Depends on the day before",
    value: (row) => row.dependence,
    csvOnly: true,
  },
  { key: "worth_divisor", header: "", value: (row) => row.worth_divisor, csvOnly: true },
  {
    key: "repeat_share",
    header: "Same brands as the day before",
    hint: "How often an answer names exactly the tracked brands that the same prompt got the day before. Below: how often it does on days further apart. The first well above the second: it repeats itself. All brands of an answer count together here, while “tell as much as” looks at one at a time: so assistants can be alike in one and differ in the other.",
    value: (row) => row.repeat_share,
    show: (row) =>
      row.repeat_share === null ? (
        "–"
      ) : (
        <Noted
          text={percent(row.repeat_share, 0)}
          note={`${percent(row.repeat_share_by_chance, 0)} on days further apart`}
        />
      ),
  },
  {
    key: "repeat_share_by_chance",
    header: "Same brands on days further apart",
    value: (row) => row.repeat_share_by_chance,
    csvOnly: true,
  },
  {
    key: "searched_share",
    header: "Searched the web",
    hint: "Of the answers of which it is known. Who begins to search more or less often names other brands.",
    value: (row) => row.searched_share,
    show: (row) =>
      row.searched_share === null ? (
        <Dim>not known</Dim>
      ) : (
        <Noted
          text={
            <Tooltip label={sayInterval(row)}>
              <Text component="span" inherit className="hinted" tabIndex={0}>
                {percent(row.searched_share, 0)}
              </Text>
            </Tooltip>
          }
          note={<Searched row={row} />}
        />
      ),
  },
  ...(["searched_share_low", "searched_share_high", "searched_total"] as const).map(
    (key): Column<Row> => ({ key, header: "", value: (row) => row[key], csvOnly: true }),
  ),
];

/** How much the answers of an assistant tell, and at a press the sum that says so. */
function Worth({ row }: { row: Row }) {
  const { answers, worth_answers, dependence } = row;
  if (worth_answers === null) return "too few days to say what they tell";
  const words =
    worth_answers === answers
      ? "each tells something new"
      : `tell as much as ${whole(worth_answers)}`;
  const sum = (
    <>
      {`${whole(answers)} / ${sayDivisor(row)} = ${whole(worth_answers)} answers.`}
      <br />
      {`The divisor grows with the days, and with how alike two days in a row are: ${percent(dependence)}.`}
      <br />
      {"0\u00A0% is no more alike than chance makes them, 100\u00A0% is always alike."}
    </>
  );
  return (
    <Tooltip label={sum} maw={360}>
      <Text component="span" inherit className="hinted" tabIndex={0}>
        {words}
      </Text>
    </Tooltip>
  );
}

/** What answers are divided by, with as many digits as it takes for their worth to come out. */
function sayDivisor({ answers, worth_answers, worth_divisor }: Row): string {
  for (let digits = 2; digits < 6; digits++) {
    const said = worth_divisor?.toFixed(digits) ?? "";
    if (Math.round(answers / Number(said)) === worth_answers) return said;
  }
  return String(worth_divisor);
}

/** The interval of the share of searches; of all or none, nothing shows how much they vary. */
function sayInterval(row: Row): string {
  const { searched_share_low: low, searched_share_high: high } = row;
  if (low === null || high === null) return "95\u00A0% interval not known";
  const ends = `95\u00A0% interval ${Math.round(low * 100)} to ${percent(high, 0)}`;
  const isAlike = row.searched_count === 0 || row.searched_count === row.searched_total;
  return isAlike ? `${ends}: where no answer differs, each prompt counts as one answer.` : ends;
}

/** How many of its answers an assistant searched for. */
function Searched({ row }: { row: Row }) {
  const { searched_count: count, searched_total: total } = row;
  return (
    <>
      <Behind count={count} of={{ ...row.of, searched: ["true"] }}>
        {count === 0 ? "none" : count === total ? "all" : whole(count)}
      </Behind>{" "}
      of {whole(total)}
    </>
  );
}

function Noted({ text, note }: { text: ReactNode; note: ReactNode }) {
  return (
    <div>
      <Text size="sm">{text}</Text>
      <Fine>{note}</Fine>
    </div>
  );
}
