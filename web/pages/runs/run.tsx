import { Badge, Group, Select, Stack, Text } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { callAll } from "../../asking.ts";
import { failingOf, RunBadge, RunCounts, someQuestions } from "../../brands/run-badge.tsx";
import type { InputOf, OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { FailedPage, PageTitle } from "../../frame/page-title.tsx";
import { useHere } from "../../here.tsx";
import { showDay } from "../../scope.ts";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { pageOf } from "../../widgets/page-of.ts";
import { NoSuchPage, Paging } from "../../widgets/paging.tsx";
import { Answered, NotNew, Panel } from "../../widgets/panel.tsx";
import { sayStatus } from "../../words/answer-states.ts";
import { dollars, showTime } from "../../words/numbers.ts";
import { StatusBadge } from "../../words/status-badge.tsx";
import { AskAgain } from "./ask-again.tsx";
import { RunModels } from "./run-models.tsx";

type Task = OutputOf<"list_run_tasks">["data"][number];
type State = NonNullable<InputOf<"list_run_tasks">["status"]>;
type Search = Partial<Record<"page" | "assistant" | "state", string | undefined>>;
const readSearch = (search: Search) => search;
const SIZE = 50;
const STATES: Record<State, { label: string; color: string }> = {
  failed: { label: "failed", color: "red" },
  skipped_budget: { label: "over budget", color: "orange" },
  queued: { label: "waiting", color: "gray" },
  running: { label: "being asked", color: "indigo" },
  submitted: { label: "handed over", color: "indigo" },
  copied: { label: "given again", color: "gray" },
  done: { label: "came back", color: "green" },
  cancelled: { label: "cancelled", color: "gray" },
};

/** One run: how it went with each assistant, and its questions. */
export function RunPage() {
  const { run_id = "" } = useParams({ strict: false }) as { run_id?: string };
  const { project_id } = useHere();
  const run = useAsk("get_run", { project_id, run_id }, { fresh: true, refetchInterval: 10_000 });
  if (run.error && !run.data) {
    const list = <PageLink to="/runs">All runs</PageLink>;
    return <FailedPage title="Run" list={list} asked={run} />;
  }
  const { data } = run;
  return (
    <>
      <PageTitle
        title={data ? `Run of ${showDay(data.day)}` : "Run"}
        text={
          data ? (
            <Group gap={8} component="span">
              <RunBadge run={data} />
              <span>
                {someQuestions(data.questions)}: <RunCounts run={data} />; {dollars(data.cost_usd)}
              </span>
            </Group>
          ) : (
            <>&nbsp;</>
          )
        }
      >
        <PageLink to="/runs">All runs</PageLink>
        {data && <AskAgain run_id={run_id} day={data.day} failed={failingOf(data)} />}
      </PageTitle>
      <Stack>
        <div className="answered">
          <NotNew asked={run} />
          <RunModels run_id={run_id} run={data} />
        </div>
        <Questions run_id={run_id} />
      </Stack>
    </>
  );
}

/** The questions of the run, of one assistant or in one state where that is chosen. */
function Questions({ run_id }: { run_id: string }) {
  const { project_id } = useHere();
  const [search, change] = useOwnSearch(readSearch);
  const page = pageOf(search.page);
  const state = Object.keys(STATES).find((one) => one === search.state) as State | undefined;
  const turn = (next: number) => change({ page: String(next) });
  const models = useAsk("get_run_models", { project_id, run_id });
  const query = {
    ...{ project_id, run_id },
    ...(search.assistant && { model_id: search.assistant }),
    ...(state && { status: state }),
  };
  const tasks = useAsk(
    "list_run_tasks",
    { ...query, limit: SIZE, offset: (page - 1) * SIZE },
    { refetchInterval: 10_000, beside: false },
  );
  return (
    <Panel
      title="Questions"
      action={
        <CsvButton
          name="questions"
          rows={tasks.data?.data ?? []}
          load={() => callAll("list_run_tasks", query)}
          total={tasks.data?.total_count}
          columns={COLUMNS}
        />
      }
    >
      <Group mb="sm" gap="sm">
        <Select
          allowDeselect
          aria-label="Assistant"
          placeholder="All assistants"
          clearable
          data={(models.data?.models ?? []).map(({ model_id, name }) => ({
            ...{ value: model_id, label: name },
          }))}
          value={search.assistant ?? null}
          onChange={(value) => change({ assistant: value ?? undefined, page: undefined })}
        />
        <Select
          allowDeselect
          aria-label="State"
          placeholder="All states"
          clearable
          data={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
          value={state ?? null}
          onChange={(value) => change({ state: value ?? undefined, page: undefined })}
        />
      </Group>
      <Answered asked={tasks} height={240}>
        {({ data, total_count }) => (
          <>
            <DataTable
              name="Questions"
              rows={data}
              columns={COLUMNS}
              keyOf={(row) => `${row.prompt_id} ${row.model_id} ${row.sample}`}
              sorting="server"
              empty={
                total_count > 0 ? (
                  <NoSuchPage page={page} onPage={turn} />
                ) : (
                  <Text size="sm">No question of this run is in this state.</Text>
                )
              }
            />
            <Paging page={page} size={SIZE} total={total_count} onPage={turn} />
          </>
        )}
      </Answered>
    </Panel>
  );
}

const COLUMNS: Column<Task>[] = [
  {
    key: "prompt_text",
    header: "Question",
    place: "wide",
    value: (row) => row.prompt_text,
    show: (row) => <Question task={row} />,
  },
  {
    key: "model_name",
    header: "Assistant",
    value: (row) => row.model_name,
    show: (row) => <bdi className="name">{row.model_name}</bdi>,
  },
  {
    key: "status",
    header: "State",
    value: (row) => cameBack(row) ?? stateOf(row).label,
    show: (row) => <TaskState task={row} />,
  },
  {
    key: "says",
    header: "Why",
    isRare: true,
    place: "wide",
    width: "30%",
    value: (row) => row.says,
    show: (row) => (
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {row.says ?? "–"}
      </Text>
    ),
  },
  {
    key: "finished_at",
    header: "When",
    value: (row) => row.finished_at ?? row.due_at,
    show: (row) => <span className="nowrap">{whenOf(row)}</span>,
  },
];

/** What came back where that is no answer. */
function cameBack({ chat_status, asked_again }: Task): string | null {
  if (asked_again || chat_status === null || chat_status === "answered") return null;
  return sayStatus(chat_status);
}

function stateOf({ status, asked_again }: Task): { label: string; color: string } {
  return asked_again ? { label: `asked again, ${asked_again}`, color: "gray" } : STATES[status];
}

function TaskState({ task }: { task: Task }) {
  const { chat_status } = task;
  if (chat_status !== null && cameBack(task)) return <StatusBadge status={chat_status} />;
  const { color, label } = stateOf(task);
  return <Badge color={color}>{label}</Badge>;
}

function Question({ task }: { task: Task }) {
  const text = (
    <Text size="sm" lineClamp={2} className="prompt-name" title={task.prompt_text}>
      {task.prompt_text}
      {task.chat_sample !== null && task.chat_sample > 1 && ` (sample ${task.chat_sample})`}
    </Text>
  );
  return task.chat_id ? (
    <PageLink isQuiet opensRow to="/answers/$chat_id" params={{ chat_id: task.chat_id }}>
      {text}
    </PageLink>
  ) : (
    <PageLink isQuiet opensRow to="/prompts/$prompt_id" params={{ prompt_id: task.prompt_id }}>
      {text}
    </PageLink>
  );
}

/** When it ended, or when it is asked at the earliest. */
function whenOf({ finished_at, due_at, status }: Task): string {
  if (finished_at) return showTime(finished_at);
  if (status !== "queued") return "now";
  if (due_at === null) return "when its assistant answers again";
  return Date.parse(due_at) > Date.now() ? `from ${showTime(due_at)}` : "next";
}
