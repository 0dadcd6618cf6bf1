import { Text } from "@mantine/core";
import { useAsk, useAskEach } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Behind, type Narrowed } from "../../widgets/behind.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { allOf, isAnyLeft, NotCounted, type Population } from "../../widgets/not-counted.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { percent, someAnswers, whole } from "../../words/numbers.ts";
import { answersOf, useReportInput } from "./counted-here.ts";

/** `population`: null where it could not be loaded, undefined while it is on its way. */
type Row = { id: string; name: string; of: Narrowed; population: Population | null | undefined };

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
  if (!isKnown || models.data?.data.length === 0) return null;
  const rows = (models.data?.data ?? []).map(({ id, name }, n): Row => {
    const { data, error } = reports[n] ?? {};
    const population = data?.population ?? (error ? null : undefined);
    return { id, name, of: answersOf(id, timezone), population };
  });
  return (
    <Panel
      title="Answers of each assistant"
      action={<CsvButton name="answers of assistants" rows={rows} columns={COLUMNS} />}
    >
      <Text size="sm" c="dimmed" mb="xs">
        The last thirty days: usable answers, of all that came back or failed.
      </Text>
      <Answered asked={models} height={80}>
        {() => (
          <DataTable
            name="Answers of each assistant"
            rows={rows}
            columns={COLUMNS}
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
    key: "not_counted",
    header: "Not counted",
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
