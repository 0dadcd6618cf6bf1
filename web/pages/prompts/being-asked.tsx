import { Group, Loader, Text } from "@mantine/core";
import { useLiveRun } from "../../brands/use-live-run.ts";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { withFilters } from "../../scope.ts";
import { whole } from "../../words/numbers.ts";

type Task = OutputOf<"list_run_tasks">["data"][number];
const EVERY_MS = 4_000;

/** How many assistants are asked a prompt now, and how many of them have answered; undefined while none is asked. */
export function useBeingAsked(prompt_id: string): { answered: number; all: number } | undefined {
  const { project_id, project } = useHere();
  const run = useLiveRun();
  const targets = useAsk("list_targets", { project_id, limit: 1000 }).data?.data;
  const { data } = useAsk(
    "list_run_tasks",
    { project_id, run_id: run?.id ?? "", prompt_id, limit: 1000 },
    { enabled: run !== undefined, refetchInterval: EVERY_MS, fresh: true },
  );
  if (!run || !data || !targets || project.status === "paused") return undefined;
  // What waits of an assistant that was switched off is not asked; the next plan takes it back.
  const active = new Set(targets.flatMap((one) => (one.is_active ? one.model_id : [])));
  const isOpen = (task: Task) => isBeingAsked(task) && active.has(task.model_id);
  const modelsOf = (tasks: Task[]) => new Set(tasks.map(({ model_id }) => model_id));
  const left = modelsOf(data.data.filter(isOpen));
  if (left.size === 0) return undefined;
  const done = modelsOf(data.data.filter(({ status }) => status === "done" || status === "copied"));
  const answered = [...done].filter((model_id) => !left.has(model_id)).length;
  // What is planned for later today is not being asked: who has nothing else does not count.
  const all = modelsOf(data.data.filter((task) => isOpen(task) || task.finished_at !== null));
  return { answered, all: all.size };
}

function isBeingAsked({ status, due_at }: Task): boolean {
  if (status === "queued") return due_at !== null && Date.parse(due_at) <= Date.now();
  return status === "running" || status === "submitted";
}

/** Says that a prompt is being asked and how far that is; its page fills while the run goes on. */
export function BeingAsked({ prompt_id }: { prompt_id: string }) {
  const asked = useBeingAsked(prompt_id);
  if (!asked) return null;
  const { answered, all } = asked;
  return (
    <Group gap={8} role="status" wrap="nowrap">
      <Loader size="xs" aria-hidden />
      <Text size="sm">
        It is being asked now: {whole(answered)} of {whole(all)}{" "}
        {all === 1 ? "assistant has" : "assistants have"} answered. Answers show here as they come.
      </Text>
    </Group>
  );
}

/** Says that there are no answers to a prompt, or none so far. */
export function NoneToIt({ prompt_id }: { prompt_id: string }) {
  const isAsked = useBeingAsked(prompt_id) !== undefined;
  const { scope } = useHere();
  return (
    <Text size="sm">
      {isAsked ? "No answers to it yet." : `No answers to it in this range${withFilters(scope)}.`}
    </Text>
  );
}
