import { Text, Tooltip } from "@mantine/core";
import type { OutputOf } from "../../call.ts";
import { useAsk, useAskEach } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { periodOf } from "../../scope.ts";
import { Behind, type Narrowed } from "../../widgets/behind.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { allOf, isAnyLeft, NotCounted, type Population } from "../../widgets/not-counted.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { STATES_MEAN } from "../../words/answer-states.ts";
import { readsAsNone, verdictOf } from "../../words/doubt.ts";
import { HINT_EVENTS } from "../../words/hint.ts";
import { percent, points, signed, someAnswers, whole } from "../../words/numbers.ts";
import { answersOf, COUNTED_HERE, useReportInput } from "./counted-here.ts";

type Difference = OutputOf<"get_model_report">["data"][number]["usable_difference"];
/** `population` and `difference`: null where it could not be loaded, undefined while it is on its way. */
type Row = {
  id: string;
  name: string;
  of: Narrowed;
  population: Population | null | undefined;
  difference: Difference | null | undefined;
};

/** How many of its answers each assistant gave can be used, and what became of the others; who gave least comes first. */
export function AnswersOfEach() {
  const { project_id, timezone } = useHere();
  const { input, isKnown } = useReportInput();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const ids = isKnown ? (models.data?.data ?? []).map(({ id }) => id) : [];
  // Where they fail the chart below says so, whose "Try again" asks these again, too.
  const reports = useAskEach(
    "get_brand_report",
    ids.map((id) => {
      const only = { field: "model_id" as const, operator: "in" as const, values: [id] };
      return { ...input, filters: [...input.filters, only], limit: 1 };
    }),
    { beside: false },
  );
  const told = useAsk(
    "get_model_report",
    { project_id, ...periodOf(COUNTED_HERE, timezone) },
    { beside: false },
  );
  if (!isKnown || models.data?.data.length === 0) return null;
  const rows = (models.data?.data ?? []).map(({ id, name }, n): Row => {
    const { data, error } = reports[n] ?? {};
    const population = data?.population ?? (error ? null : undefined);
    const known = told.data?.data.find(({ model }) => model.id === id)?.usable_difference;
    const difference = known ?? (told.data || told.error ? null : undefined);
    return { id, name, of: answersOf(id, timezone), population, difference };
  });
  const columns = rows.length > 1 ? COLUMNS : COLUMNS.filter(({ key }) => !isOfOthers(key));
  return (
    <Panel
      title="Answers of each assistant"
      action={<CsvButton name="answers of assistants" rows={rows} columns={columns} />}
    >
      <Text size="sm" c="dimmed" mb="xs">
        The last thirty days: usable answers, of all that came back or failed.
      </Text>
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
    </Panel>
  );
}

const usableOf = ({ population }: Row): number | null =>
  population && allOf(population) > 0 ? population.answers / allOf(population) : null;

/** Whether a column is about other assistants. */
const isOfOthers = (key: string) => key.startsWith("usable_difference");

const onlyCsv = (key: "answers" | "no_answer" | "refused" | "error"): Column<Row> => ({
  ...{ key, header: "", csvOnly: true },
  value: ({ population }) => population?.[key],
});

const COLUMNS: Column<Row>[] = [
  { key: "name", header: "Assistant", value: ({ name }) => name },
  {
    key: "usable",
    header: "Usable",
    value: usableOf,
    show: (row) => <Usable row={row} />,
  },
  {
    key: "usable_difference",
    header: "Against the others",
    hint: "Its usable share less that of all other assistants together, of the same days. Failures come in bursts, as when a provider is down for hours, so days are compared and not single answers. Of the differences called more than chance, at most 5\u00A0% are chance.",
    value: ({ difference }) => difference?.value,
    show: ({ difference }) => <AgainstOthers difference={difference} />,
  },
  ...(["low", "high", "significant"] as const).map(
    (key): Column<Row> => ({
      ...{ key: `usable_difference_${key}`, header: "", csvOnly: true },
      value: ({ difference }) => difference?.[key],
    }),
  ),
  {
    key: "not_counted",
    header: "Not counted",
    hint: STATES_MEAN,
    place: "wide",
    value: ({ population }) => population && allOf(population) - population.answers,
    show: ({ population, of }) =>
      population && isAnyLeft(population) ? <NotCounted population={population} of={of} /> : "–",
  },
  {
    key: "in_overview",
    header: "In Overview",
    hint: "Without answers to prompts that name your brand.",
    align: "right",
    value: ({ population }) => population && population.answers - population.branded_answers,
    show: ({ population }) =>
      population ? whole(population.answers - population.branded_answers) : "–",
  },
  ...(["answers", "no_answer", "refused", "error"] as const).map(onlyCsv),
];

/** How an assistant's usable share differs from that of the others, and whether by more than chance. */
function AgainstOthers({ difference }: Pick<Row, "difference">) {
  if (!difference) return difference === null ? "–" : "…";
  const { value, low, high, significant } = difference;
  if (value === null || low === null || high === null)
    return (
      <Text size="sm" c="dimmed">
        {difference.reason ?? "–"}
      </Text>
    );
  if (readsAsNone(difference, points)) return "as the others";
  const tone = value > 0 ? "good" : "bad";
  return (
    <>
      <Tooltip
        label={`95\u00A0% interval ${signed(low, points)} to ${signed(high, points)}`}
        events={HINT_EVENTS}
      >
        <Text
          component="span"
          size="sm"
          tabIndex={0}
          className={`hinted ${significant ? tone : ""}`}
        >
          {signed(value, points)}
        </Text>
      </Tooltip>
      <Text size="xs" c="dimmed">
        {verdictOf(difference)}
      </Text>
    </>
  );
}

function Usable({ row }: { row: Row }) {
  const { population, of } = row;
  if (!population) return population === null ? "not loaded" : "…";
  return (
    <>
      {percent(usableOf(row))}
      <Text size="xs" c="dimmed">
        <Behind count={population.answers} of={{ ...of, status: "answered" }}>
          {whole(population.answers)}
        </Behind>{" "}
        of {someAnswers(allOf(population))}
      </Text>
    </>
  );
}
