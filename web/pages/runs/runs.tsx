import { Badge, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import dayjs from "dayjs";
import { useState } from "react";
import { callAll } from "../../asking.ts";
import { AskingState, HealthPanel } from "../../brands/health.tsx";
import { PauseAsking } from "../../brands/pause-asking.tsx";
import {
  failingOf,
  RunBadge,
  RunRest,
  sayUnanswered,
  someQuestions,
} from "../../brands/run-badge.tsx";
import { RunNow } from "../../brands/run-now.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useProgress } from "../../frame/use-progress.ts";
import { useHere } from "../../here.tsx";
import { NO_FILTERS, showDay } from "../../scope.ts";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { pageOf } from "../../widgets/page-of.ts";
import { NoSuchPage, Paging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { STATES_MEAN } from "../../words/answer-states.ts";
import { useNames } from "../../words/names.ts";
import { dollars, showTime, whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { NothingAsked } from "./nothing-asked.tsx";

type Run = OutputOf<"list_runs">["data"][number];
const SIZE = 50;
const MOVES = ["list_runs", "get_budget", "list_health", "list_targets"] as const;

/** How asking went, day by day, with what is running as it happens. */
export function Runs() {
  const { project_id, canWrite } = useHere();
  const { page: asked } = useSearch({ strict: false }) as { page?: string };
  const page = pageOf(asked);
  const navigate = useNavigate();
  const turn = (next: number) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, page: String(next) }),
    } as never);
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<Run | null>(null);
  const isLive = useProgress(MOVES);
  const runs = useAsk(
    "list_runs",
    { project_id, limit: SIZE, offset: (page - 1) * SIZE },
    { refetchInterval: isLive ? false : 5_000, beside: false },
  );
  const columns = columnsOf(setShown);
  const ask = (
    <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => setAsking(true)}>
      Ask now
    </Button>
  );
  return (
    <>
      <PageTitle title="Runs" text="One run a day asks every active assistant every active prompt.">
        <PauseAsking />
        {canWrite && ask}
      </PageTitle>
      <Stack gap="md">
        <HealthPanel action={<PageLink to="/models">Assistants</PageLink>} />
        <AskingState />
        <Panel
          title="Days"
          action={
            <CsvButton
              name="runs"
              rows={runs.data?.data ?? []}
              load={() => callAll("list_runs", { project_id })}
              total={runs.data?.total_count}
              columns={columns}
            />
          }
        >
          <Answered asked={runs} height={240}>
            {({ data, total_count }) => (
              <>
                <DataTable
                  name="Runs"
                  rows={data}
                  columns={columns}
                  keyOf={(row) => row.id}
                  sorting="server"
                  empty={
                    total_count > 0 ? (
                      <NoSuchPage page={page} onPage={turn} />
                    ) : (
                      <NothingAsked ask={ask} />
                    )
                  }
                />
                <Earlier first={page * SIZE >= total_count ? data.at(-1)?.day : undefined} />
                <Paging page={page} size={SIZE} total={total_count} onPage={turn} />
              </>
            )}
          </Answered>
        </Panel>
      </Stack>
      {isAsking && <RunNow onClose={() => setAsking(false)} />}
      {shown && <Errors run={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** Under the `first` run: that answers are older than it. */
function Earlier({ first }: { first: string | undefined }) {
  const { project_id } = useHere();
  const date_to = dayjs(first).subtract(1, "day").format("YYYY-MM-DD");
  const isAsked = first !== undefined;
  const older = useAsk(
    "list_chats",
    { project_id, date_to, limit: 1, include_archived: true },
    { enabled: isAsked },
  );
  if (!isAsked || !older.data?.total_count) return null;
  return <Dim mt="xs">Earlier answers were imported, not asked from here.</Dim>;
}

type Lost = "failed" | "skipped_budget" | "copied" | "cancelled";
const countOf = (key: Lost) => (run: Run) => (key === "failed" ? failingOf(run) : run[key]);
const waitingOf = ({ queued, running, submitted }: Run) => queued + running + submitted;

function columnsOf(showErrors: (run: Run) => void): Column<Run>[] {
  const lost = (key: Lost, header: string, hint?: string): Column<Run> => ({
    ...{ key, header, align: "right", isRare: true, value: countOf(key), ...(hint && { hint }) },
    show: (run) => <Count count={countOf(key)(run)} onWhy={() => showErrors(run)} />,
  });
  return [
    {
      key: "day",
      header: "Day",
      value: (run) => run.day,
      show: (run) => (
        <PageLink opensRow to="/runs/$run_id" params={{ run_id: run.id }}>
          <span className="nowrap">{showDay(run.day)}</span>
        </PageLink>
      ),
    },
    {
      key: "status",
      header: "State",
      value: (run) => run.status,
      show: (run) => <RunBadge run={run} />,
    },
    {
      key: "done",
      header: "Answers",
      hint: STATES_MEAN,
      place: "wide",
      width: 240,
      value: (run) => run.done,
      show: (run) => <Counts run={run} />,
    },
    { key: "questions", header: "Questions", value: (run) => run.questions, csvOnly: true },
    {
      ...{ key: "waiting", header: "Waiting", align: "right", isRare: true },
      hint: "To be asked, being asked, or handed over to a provider that answers later.",
      value: waitingOf,
      show: (run) => whole(waitingOf(run)),
    },
    lost(
      "failed",
      "Still failed",
      "Questions that failed and have no answer yet. Not those that came back when asked again, nor those that wait to be.",
    ),
    lost(
      "skipped_budget",
      "Over budget",
      "Skipped because the daily or monthly cap, or the plan's monthly number of answers, was reached.",
    ),
    lost(
      "copied",
      "Given again",
      "A vendor gave an answer that it had given before: paid for, and not counted.",
    ),
    lost(
      "cancelled",
      "Cancelled",
      "Not asked any more: the assistant was switched off, the prompt archived or the schedule changed.",
    ),
    {
      key: "cost_usd",
      header: "Cost",
      hint: "As reported by the provider, otherwise an estimate from its list price.",
      align: "right",
      value: (run) => run.cost_usd,
      show: (run) => dollars(run.cost_usd),
    },
    {
      key: "completed_at",
      header: "Ended",
      value: (run) => run.completed_at,
      show: (run) => (run.completed_at ? showTime(run.completed_at) : "–"),
    },
  ];
}

function Counts({ run }: { run: Run }) {
  const all = run.questions;
  const share = (count: number) => (all > 0 ? (count / all) * 100 : 0);
  return (
    <div>
      <Progress.Root size="md" aria-label={`${run.done} of ${someQuestions(all)} came back`}>
        <Progress.Section value={share(run.done)} color="green" aria-label="done" />
        <Progress.Section
          value={share(run.running + run.submitted)}
          color="indigo"
          animated
          aria-label="in progress"
        />
        <Progress.Section value={share(failingOf(run))} color="red" aria-label="failed" />
      </Progress.Root>
      <Dim mt={2}>
        {run.done > 0 ? (
          <PageLink
            isQuiet
            to="/answers"
            search={{ ...NO_FILTERS, branded: "include", from: run.day, to: run.day }}
          >
            {whole(run.done)} came back
          </PageLink>
        ) : (
          "0 came back"
        )}
        {sayUnanswered(run)}
        <RunRest run={run} />
      </Dim>
    </div>
  );
}

/** What went wrong in a run, most frequent first. */
function Errors({ run, onClose }: { run: Run; onClose(): void }) {
  const nameOf = useNames("model_id");
  return (
    <Dialog onClose={onClose} title={`What was not counted on ${showDay(run.day)}`} size="lg">
      <Stack gap="xs">
        {run.errors.map(({ model_id, kind, message, count, asked_again }) => (
          <div key={model_id + kind + message}>
            <Group gap={6}>
              <Text size="sm" fw={600}>
                {nameOf(model_id)}
              </Text>
              <Badge color="red">
                {kind === "copy" ? "given again" : kind.replaceAll("_", " ")}
              </Badge>
              <Dim>
                {count === 1 ? "once" : `${whole(count)} times`}
                {asked_again > 0 &&
                  `, ${asked_again === count ? "" : `${whole(asked_again)} of them `}asked again`}
              </Dim>
            </Group>
            <Text size="sm">{message}</Text>
          </div>
        ))}
        <PageLink to="/runs/$run_id" params={{ run_id: run.id }}>
          See the questions
        </PageLink>
      </Stack>
    </Dialog>
  );
}

/** How many questions got no answer, and the way to the reasons. */
function Count({ count, onWhy }: { count: number; onWhy(): void }) {
  if (count === 0) return "0";
  return (
    <Button size="compact-xs" variant="subtle" color="red" onClick={onWhy}>
      {count}: why
    </Button>
  );
}
