import { Badge, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheckFilled, IconPlayerPause } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { Panel } from "../widgets/panel.tsx";
import { ago, showTime, whole } from "../words/numbers.ts";
import { Dim, Fine } from "../words/text.ts";

export type Problem = OutputOf<"list_health">["data"][number];
const COLORS = { down: "red", changed: "orange" } as const;
const SHOWN = 5;

function useListedHealth() {
  const { project_id, isGuest } = useHere();
  return useAsk(
    "list_health",
    { project_id, limit: 1000 },
    {
      enabled: !isGuest,
      // What is wrong may be over with the next answer; that something is wrong is seen soon enough.
      refetchInterval: ({ state }) => (state.data?.total_count ? 5_000 : 60_000),
    },
  );
}

/** What is wrong with the assistants now, nothing while asking is paused; asked again by itself. */
export function useHealth(): Problem[] {
  const { project } = useHere();
  const { data } = useListedHealth();
  return project.status === "paused" ? [] : (data?.data ?? []);
}

/** Says that asking is paused, or that all assistants answer; nothing where neither is so. */
export function AskingState() {
  const { project, project_id } = useHere();
  const health = useListedHealth();
  const targets = useAsk("list_targets", { project_id, limit: 1000 });
  if (project.status === "paused") {
    return (
      <Group gap={6} role="note" wrap="nowrap" align="flex-start">
        <IconPlayerPause size={20} className="dim" aria-hidden />
        <Text size="sm">Asking is paused: no assistant is asked until you resume.</Text>
      </Group>
    );
  }
  const all = targets.data?.data ?? [];
  const asked = all.filter(({ is_active }) => is_active);
  const off = all.length - asked.length;
  const isTroubled = health.data?.total_count !== 0 || asked.some(({ last_error }) => last_error);
  const isAnswering = asked.length > 0 && asked.every(({ last_success_at }) => last_success_at);
  if (isTroubled || !isAnswering) return null;
  return (
    <Group gap={6} role="note" wrap="nowrap" align="flex-start">
      <IconCircleCheckFilled size={20} className="good" aria-hidden />
      <Text size="sm">
        {off === 0
          ? "All assistants are answering."
          : `All assistants that are asked are answering; ${off === 1 ? "1 is" : `${whole(off)} are`} switched off.`}
      </Text>
    </Group>
  );
}

/** What is wrong with assistants, why, what waits for them and what to do; nothing when nothing is. */
export function HealthPanel({
  action,
  actOn,
}: {
  action?: ReactNode;
  /** What can be done about a problem at once. */
  actOn?(problem: Problem): ReactNode;
}) {
  const problems = useHealth();
  if (problems.length === 0) return null;
  const shown = problems.slice(0, SHOWN);
  const more = problems.length - shown.length;
  return (
    <Panel
      className="no-print"
      title={problems.length === 1 ? "An assistant needs a look" : "Assistants need a look"}
      action={action}
    >
      <Stack gap="md">
        {shown.map((problem) => (
          <div key={problem.model_id + problem.problem}>
            <ProblemRow problem={problem} />
            {actOn?.(problem)}
          </div>
        ))}
        {more > 0 && <Dim>and {more} more, under Assistants</Dim>}
      </Stack>
    </Panel>
  );
}

function ProblemRow({ problem }: { problem: Problem }) {
  const { name, message, said, since, waiting, resumes_at, todo } = problem;
  const facts = [
    `since ${showTime(since)}`,
    ...(waiting > 0
      ? [`${whole(waiting)} ${waiting === 1 ? "question waits" : "questions wait"}`]
      : []),
    ...(resumes_at ? [`tried again ${ago(resumes_at)}`] : []),
  ];
  return (
    <div>
      <Group gap={8}>
        <ProblemBadge problem={problem} />
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Fine>{facts.join(" · ")}</Fine>
      </Group>
      <Text size="sm" mt={4}>
        {message}
      </Text>
      {said && <Dim style={{ overflowWrap: "anywhere" }}>“{said}”</Dim>}
      <Dim>{todo}</Dim>
    </div>
  );
}

/** What is wrong, in two or three words. */
export function ProblemBadge({ problem: { label, is_down, is_judge } }: { problem: Problem }) {
  return <Badge color={is_down || is_judge ? COLORS.down : COLORS.changed}>{label}</Badge>;
}
