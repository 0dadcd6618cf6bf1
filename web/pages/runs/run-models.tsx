import { Stack, Text } from "@mantine/core";
import { ProblemBadge, useHealth } from "../../brands/health.tsx";
import { failingOf } from "../../brands/run-badge.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { type Column, DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { STATES_MEAN } from "../../words/answer-states.ts";
import { dollars, whole } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";

type Model = OutputOf<"get_run_models">["models"][number];
type Failure = OutputOf<"get_run">["errors"][number];

/** How the run went with each assistant, what that cost, and why; while it goes on, what is wrong with those that are down. */
export function RunModels({
  run_id,
  run,
}: {
  run_id: string;
  run: OutputOf<"get_run"> | undefined;
}) {
  const { project_id } = useHere();
  const models = useAsk("get_run_models", { project_id, run_id }, { refetchInterval: 10_000 });
  const problems = useHealth();
  const wrongWith = (model_id: string) =>
    run?.completed_at === null
      ? problems.filter((one) => one.model_id === model_id && !one.is_judge)
      : [];
  const lostBy = (model_id: string) =>
    (run?.errors ?? []).filter((error) => error.model_id === model_id).flatMap(sayLost);
  const number = (
    key: "done" | "failed" | "skipped_budget" | "copied" | "cancelled",
    header: string,
  ): Column<Model> => ({
    ...{ key, header, align: "right", isRare: key !== "done" },
    value: (row) => (key === "failed" ? failingOf(row) : row[key]),
  });
  const columns: Column<Model>[] = [
    { key: "name", header: "Assistant", value: (row) => row.name },
    { ...number("done", "Came back"), hint: `${STATES_MEAN} The first two are counted here.` },
    {
      ...{ key: "waiting", header: "Waiting", align: "right", isRare: true },
      value: (row) => row.queued + row.running + row.submitted,
    },
    {
      ...number("failed", "Still failed"),
      hint: "Questions that failed and have no answer yet. Not those that came back when asked again, nor those that wait to be.",
    },
    number("skipped_budget", "Over budget"),
    {
      ...number("copied", "Given again"),
      hint: "A vendor gave an answer of an earlier question again: paid for, not counted.",
    },
    number("cancelled", "Cancelled"),
    {
      ...{ key: "cost_usd", header: "Cost", align: "right" },
      hint: "As reported by the provider, otherwise an estimate from its list price.",
      value: (row) => row.cost_usd,
      show: (row) => dollars(row.cost_usd),
    },
    {
      ...{ key: "why", header: "What went wrong", place: "wide", width: "40%", isRare: true },
      value: (row) =>
        [...wrongWith(row.model_id).map(({ message }) => message), ...lostBy(row.model_id)].join(
          " ",
        ),
      show: (row) => <Why problems={wrongWith(row.model_id)} lost={lostBy(row.model_id)} />,
    },
  ];
  return (
    <Panel title="Assistants">
      <Answered asked={models} height={100}>
        {(answer) => (
          <>
            <DataTable
              name="Assistants of the run"
              rows={answer.models}
              columns={columns}
              keyOf={(row) => row.model_id}
              sorting="server"
              empty={<Text size="sm">Nothing was planned.</Text>}
            />
            <Fine mt="xs">
              Came back counts empty and refused answers, too, which reports leave out. The
              questions below say which they are.
            </Fine>
          </>
        )}
      </Answered>
    </Panel>
  );
}

/** How often something went wrong, and how many questions came back when they were asked again. */
function sayLost({ count, asked_again, came_back, message }: Failure): string[] {
  const lost = count - asked_again;
  return [
    ...(lost > 0 ? [`${lost === 1 ? "Once" : `${whole(lost)} times`}: ${message}`] : []),
    ...(came_back > 0
      ? [`${whole(came_back)} failed first and came back when asked again: ${message}`]
      : []),
  ];
}

function Why({ problems, lost }: { problems: ReturnType<typeof useHealth>; lost: string[] }) {
  if (problems.length + lost.length === 0) return "–";
  return (
    <Stack gap={6}>
      {problems.map((problem) => (
        <div key={problem.problem}>
          <ProblemBadge problem={problem} />
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {problem.message} {problem.said && `“${problem.said}”`}
          </Text>
        </div>
      ))}
      {lost.map((why) => (
        <Text key={why} size="sm" style={{ overflowWrap: "anywhere" }}>
          {why}
        </Text>
      ))}
    </Stack>
  );
}
