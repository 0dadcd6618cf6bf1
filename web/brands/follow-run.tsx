import { useHere } from "../here.tsx";
import { periodOf } from "../scope.ts";
import { PageLink } from "../widgets/page-link.tsx";
import { someAnswers, whole } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";
import { useAskedNow } from "./asked-now.ts";
import { isPlanned, RunRest } from "./run-badge.tsx";
import { useLiveRun } from "./use-live-run.ts";

/** Follows the run that is under way, and says that numbers move with it. */
export function FollowRun() {
  const { scope, timezone } = useHere();
  const run = useLiveRun();
  const now = useAskedNow(run?.id);
  if (!run || run.done === 0 || periodOf(scope, timezone).date_to < run.day) return null;
  const { id: run_id, done, planned } = run;
  if (isPlanned(run))
    return (
      <Dim mb="md" className="no-print">
        Next asking {sayNext(run.next_due_at, timezone)}.{" "}
        <PageLink isInText to="/runs/$run_id" params={{ run_id }}>
          The run
        </PageLink>
      </Dim>
    );
  const isPart = now !== null && now < planned;
  return (
    <Dim mb="md" className="no-print">
      {isPart
        ? `${someAnswers(now)} ${now === 1 ? "was" : "were"} asked for just now. Of today's run, `
        : "Assistants are being asked: "}
      {whole(done)} of {whole(planned)} answers are here
      <RunRest run={run} />. Numbers move as more come.{" "}
      <PageLink isInText to="/runs/$run_id" params={{ run_id }}>
        The run
      </PageLink>
    </Dim>
  );
}

/** "at 06:00 (UTC)", in the time zone of the project, which its schedule is in. */
function sayNext(due_at: string | null, timeZone: string): string {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return `at ${clock.format(new Date(due_at ?? 0))} (${timeZone})`;
}
