import { Badge } from "@mantine/core";
import type { OutputOf } from "../call.ts";
import { CAME_BACK_UNUSABLE } from "../words/answer-states.ts";
import { useNames } from "../words/names.ts";
import { listed, showSoon, whole } from "../words/numbers.ts";
import { useHealth } from "./health.tsx";

type Run = OutputOf<"list_runs">["data"][number];
const COLORS: Record<Run["status"] | "planned" | "retrying", string> = {
  planned: "gray",
  waiting: "gray",
  running: "indigo",
  completed: "green",
  partial: "orange",
  retrying: "orange",
};

/** How many questions of a run failed and were not asked again since, or failed again. */
export const failingOf = ({ failed, asked_again }: Pick<Run, "failed" | "asked_again">) =>
  failed - asked_again;

/** How far a run is; one that got what it lacked when that was asked again lacks nothing. */
export function RunBadge({ run }: { run: Run }) {
  const held = useHeld(run);
  const state = held ?? (isPlanned(run) ? "planned" : run.status);
  return <Badge color={held ? "orange" : COLORS[state]}>{state}</Badge>;
}

/** What is due within a minute only waits its turn, as between two questions of an assistant with a limit. */
const SOON_MS = 60_000;
export const isPlanned = ({ next_due_at }: Run) =>
  next_due_at !== null && Date.parse(next_due_at) > Date.now() + SOON_MS;

/**
 * Whether all that is left of a run waits while an assistant does not answer: "retrying" where it is tried again by
 * itself, "waiting" where someone has to mend it.
 */
function useHeld(run: Run): "retrying" | "waiting" | null {
  const down = useHealth().filter(({ is_down }) => is_down);
  const waiting = new Map(down.map(({ model_id, waiting }) => [model_id, waiting]));
  // What is left of another assistant, which answers, is only planned.
  const isDown = [...waiting.values()].reduce((sum, one) => sum + one, 0) >= run.queued;
  const { queued, running, submitted, next_due_at } = run;
  if (!isDown || queued === 0 || running + submitted > 0) return null;
  if (next_due_at === null) return "waiting";
  return isPlanned(run) ? "retrying" : null;
}

/** So many assistants are named. */
const NAMED = 3;

/** With whom questions failed, as `of` counts these: "failed with Assistant B". */
function useFailures(run: Run): (of: "failed" | "came_back") => string {
  const isAny = run.errors.some((one) => one.failed + one.came_back > 0);
  const nameOf = useNames("model_id", isAny);
  return (of) => {
    const found = run.errors.filter((error) => error[of] > 0);
    const names = new Set(found.map(({ model_id }) => nameOf(model_id)));
    return names.size > 0 ? `failed with ${listed([...names], NAMED)}` : "failed";
  };
}

/** What became of all questions of a run but those that came back, as it goes on after these: ", 6 being asked". */
export function RunRest({ run }: { run: Run }) {
  const held = useHeld(run);
  const failures = useFailures(run);
  const { queued, next_due_at } = run;
  const again = run.errors.reduce((sum, { came_back }) => sum + came_back, 0);
  const waiting =
    held === "waiting"
      ? "wait until their assistant answers again"
      : isPlanned(run)
        ? `${held ? "wait, tried again" : "planned"} from ${showSoon(next_due_at)}`
        : "waiting to be asked";
  const parts = [
    [run.running, "being asked"],
    [run.submitted, "handed over to a provider that answers later"],
    [queued, waiting],
    [failingOf(run), failures("failed")],
    [again, `${failures("came_back")} and came back when asked again`],
    [run.skipped_budget, "over budget"],
    [run.copied, "given again by a vendor and not counted"],
    [run.cancelled, "cancelled"],
  ] as const;
  return <>{parts.map(([count, what]) => (count > 0 ? `, ${whole(count)} ${what}` : ""))}</>;
}

/** Of what came back, how much is not usable, as it goes on after that: ", 3 of them empty or refused". */
export const sayUnanswered = ({ unanswered }: Pick<Run, "unanswered">) =>
  unanswered > 0 ? `, ${whole(unanswered)} of them ${CAME_BACK_UNUSABLE}` : "";

/** What became of the questions of a run: "72 came back, 3 of them empty or refused, 6 being asked". */
export function RunCounts({ run }: { run: Run }) {
  return (
    <>
      {whole(run.done)} came back
      {sayUnanswered(run)}
      <RunRest run={run} />
    </>
  );
}

/** So many questions: "1 question", "72 questions". */
export const someQuestions = (count: number) =>
  `${whole(count)} ${count === 1 ? "question" : "questions"}`;
