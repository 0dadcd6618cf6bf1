import { Badge } from "@mantine/core";
import type { OutputOf } from "../call.ts";
import { showSoon, whole } from "../words/numbers.ts";

type Run = OutputOf<"list_runs">["data"][number];
const COLORS: Record<Run["status"] | "planned", string> = {
  planned: "gray",
  waiting: "gray",
  running: "indigo",
  completed: "green",
  partial: "orange",
};

/** How many questions of a run failed and were not asked again since, or failed again. */
export const failingOf = ({ failed, asked_again }: Pick<Run, "failed" | "asked_again">) =>
  failed - asked_again;

/** How far a run is; one that got what it lacked when that was asked again lacks nothing. */
export function RunBadge({ run }: { run: Run }) {
  const isWhole = run.status === "partial" && failingOf(run) + run.skipped_budget === 0;
  const state = isPlanned(run) ? "planned" : isWhole ? "completed" : run.status;
  return (
    <Badge color={COLORS[state]} variant="light" tt="none" autoContrast>
      {state}
    </Badge>
  );
}

/** What is due within a minute only waits its turn, as between two questions of an assistant with a limit. */
const SOON_MS = 60_000;
const isPlanned = ({ next_due_at }: Run) =>
  next_due_at !== null && Date.parse(next_due_at) > Date.now() + SOON_MS;

/** What there is to say of a run beside its answers: what was asked again, and what is planned for later; in pieces. */
export function sayRest(run: Run): string[] {
  const { asked_again, queued, next_due_at } = run;
  return [
    ...(asked_again > 0 ? [`${whole(asked_again)} asked again`] : []),
    ...(isPlanned(run) ? [`${whole(queued)} planned from ${showSoon(next_due_at)}`] : []),
  ];
}
