import { Text, Tooltip } from "@mantine/core";
import { someQuestions } from "../../brands/run-badge.tsx";
import { WeakLine } from "../../brands/weak-line.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { NO_FILTERS, periodOf } from "../../scope.ts";
import { Behind, type Narrowed } from "../../widgets/behind.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { isAnyLeft, NotCounted } from "../../widgets/not-counted.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { NO_REPLY, NO_REPLY_MEANS, STATES_MEAN } from "../../words/answer-states.ts";
import { readsAsNone, verdictOf } from "../../words/doubt.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";
import { answersOf, COUNTED_HERE } from "./counted-here.ts";

type Told = Pick<
  OutputOf<"get_model_report">["data"][number],
  "all_answers" | "without_reply" | "usable_share" | "usable_difference" | "population"
>;
/** `told`: null where it could not be loaded, undefined while it is on its way. */
type Row = { id: string; name: string; of: Narrowed; told: Told | null | undefined };

/** The last days that are counted. */
const DAYS = 30;

/** What came of the questions to each assistant; whose share of usable answers is least comes first. */
export function AnswersOfEach() {
  const { project_id, timezone } = useHere();
  const days = periodOf(COUNTED_HERE, timezone);
  const own = useOwnBrand();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  // Where it fails "What their answers tell" says so, which asks the same.
  const report = useAsk("get_model_report", { project_id, ...days }, { beside: false });
  const runs_days = useAsk("get_retention", { project_id }).data?.kept.runs_days ?? null;
  if (models.data?.data.length === 0) return null;
  const toldOf = (id: string) => {
    if (!report.data) return report.error ? null : undefined;
    return report.data.data.find(({ model }) => model.id === id) ?? NOT_ASKED;
  };
  const rows = (models.data?.data ?? []).map(
    ({ id, name }): Row => ({ id, name, of: answersOf(id, timezone), told: toldOf(id) }),
  );
  const columns = rows.length > 1 ? COLUMNS : COLUMNS.filter(({ key }) => !isOfOthers(key));
  return (
    <Panel
      title="Answers of each assistant"
      action={<CsvButton name="answers of assistants" rows={rows} columns={columns} />}
    >
      <Dim mb="xs">
        The last thirty days: usable answers, of all questions that were asked.
        {runs_days !== null &&
          runs_days < DAYS &&
          ` Questions that nothing came back to are kept ${whole(runs_days)} days: of the days before answers alone count.`}
      </Dim>
      <Answered asked={models} height={80}>
        {() => (
          <DataTable
            name="Answers of each assistant"
            rows={rows}
            columns={columns}
            keyOf={({ id }) => id}
            sorting={{ key: "usable", isDown: false }}
          />
        )}
      </Answered>
      {own && rows.length > 1 && (
        <WeakLine
          brand_id={own.id}
          parts={["model_id"]}
          scope={{}}
          days={{ ...NO_FILTERS, from: days.date_from, to: days.date_to }}
        />
      )}
    </Panel>
  );
}

/** An assistant that was asked nothing. */
const NOT_ASKED: Told = {
  ...{ all_answers: 0, without_reply: 0, usable_share: null },
  usable_difference: { value: null, low: null, high: null, p: null, significant: null },
  population: {
    ...{ answers: 0, no_answer: 0, refused: 0, error: 0 },
    ...{ cut_answers: 0, branded_answers: 0 },
  },
};

const askedOf = ({ all_answers, without_reply }: Told) => (all_answers ?? 0) + (without_reply ?? 0);
const inOverviewOf = ({ population }: Told) => population.answers - population.branded_answers;

/** Whether a column is about other assistants. */
const isOfOthers = (key: string) => key.startsWith("usable_difference");

const onlyCsv = (key: "answers" | "no_answer" | "refused" | "error"): Column<Row> => ({
  ...{ key, header: "", csvOnly: true },
  value: ({ told }) => told?.population[key],
});

const COLUMNS: Column<Row>[] = [
  { key: "name", header: "Assistant", value: ({ name }) => name },
  {
    key: "usable",
    header: "Usable",
    value: ({ told }) => told?.usable_share,
    show: (row) => <Usable row={row} />,
  },
  {
    key: "usable_difference",
    header: "Against the others",
    hint: "Its usable share less that of all other assistants together, of the same days. Failures come in bursts, as when a provider is down for hours, so days are compared and not single answers. Of the differences called more than chance, at most 5\u00A0% are chance.",
    value: ({ told }) => told?.usable_difference.value,
    show: ({ told }) => <AgainstOthers told={told} />,
  },
  ...(["low", "high", "significant"] as const).map(
    (key): Column<Row> => ({
      ...{ key: `usable_difference_${key}`, header: "", csvOnly: true },
      value: ({ told }) => told?.usable_difference[key],
    }),
  ),
  {
    key: "not_counted",
    header: "Not counted",
    hint: `${STATES_MEAN} ${NO_REPLY_MEANS}`,
    isRare: true,
    place: "wide",
    value: ({ told }) => told && askedOf(told) - told.population.answers,
    show: ({ told, of }) => (told ? <Left told={told} of={of} /> : "–"),
  },
  {
    key: "in_overview",
    header: "In Overview",
    hint: "Without answers to prompts that name your brand.",
    align: "right",
    value: ({ told }) => told && inOverviewOf(told),
    show: ({ told }) => (told ? whole(inOverviewOf(told)) : "–"),
  },
  ...(["answers", "no_answer", "refused", "error"] as const).map(onlyCsv),
  {
    ...{ key: "without_reply", header: "", csvOnly: true },
    value: ({ told }) => told?.without_reply,
  },
];

/** What came of the questions that brought no usable answer; runs say why nothing came back. */
function Left({ told: { population, without_reply }, of }: { told: Told; of: Narrowed }) {
  const isAny = isAnyLeft(population);
  if (!isAny && !without_reply) return "–";
  return (
    <>
      {isAny && <NotCounted population={population} of={of} />}
      {isAny && without_reply ? ", " : ""}
      {without_reply ? (
        <PageLink isQuiet to="/runs" count={null}>
          {whole(without_reply)} {NO_REPLY}
        </PageLink>
      ) : null}
    </>
  );
}

/** How an assistant's usable share differs from that of the others, and whether by more than chance. */
function AgainstOthers({ told }: Pick<Row, "told">) {
  if (!told) return told === null ? "–" : "…";
  const difference = told.usable_difference;
  const { value, low, high, significant } = difference;
  if (value === null || low === null || high === null) return <Dim>{difference.reason ?? "–"}</Dim>;
  if (readsAsNone(difference, points)) return "as the others";
  const tone = value > 0 ? "good" : "bad";
  return (
    <>
      <Tooltip label={`95\u00A0% interval ${signed(low, points)} to ${signed(high, points)}`}>
        <Text
          component="span"
          size="sm"
          tabIndex={0}
          className={`hinted ${significant ? tone : ""}`}
        >
          {signed(value, points)}
        </Text>
      </Tooltip>
      <Fine>{verdictOf(difference)}</Fine>
    </>
  );
}

function Usable({ row: { told, of } }: { row: Row }) {
  if (!told) return told === null ? "not loaded" : "…";
  const { answers } = told.population;
  return (
    <>
      {percent(told.usable_share)}
      <Fine>
        <Behind count={answers} of={{ ...of, status: "answered" }}>
          {whole(answers)}
        </Behind>{" "}
        of {someQuestions(askedOf(told))}
      </Fine>
    </>
  );
}
