import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OperationName, OutputOf } from "../call.ts";
import { makeStale, useAsk } from "../data.ts";
import { useHere } from "../here.tsx";

const EVERY_MS = 4_000;
const FILLED = [
  ...(["get_brand_report", "get_domain_report", "browse_chats", "list_chats"] as const),
  ...(["get_prompt", "list_prompts", "get_search_query_report", "explain_change"] as const),
] as const satisfies OperationName[];

const SUGGESTED = [
  ...(["list_brand_suggestions", "list_prompt_suggestions", "list_topic_suggestions"] as const),
] as const satisfies OperationName[];
/** They are looked for once a run has ended, for as long as that takes. */
const SUGGESTED_AFTER_MS = [2_000, 5_000, 10_000, 20_000, 40_000];

type Run = OutputOf<"list_runs">["data"][number];

/** A run that ended so lately may have done so after the page's numbers were read; more than clocks are wrong by. */
const LATELY_MS = 5 * 60_000;

/** Answers are counted up to a minute after a run tells of them: for so many looks its numbers are asked again once it stands still, */
const AGAIN = 18;
/** at each of the first of these looks, and then at one of four. */
const SOON = 3;
const isTurn = (again: number) => again > AGAIN - SOON || again % 4 === 1;
/** What was seen of the last run, when, and how often the numbers are still asked again. */
type Seen = { now: string; again: number; at: number };

/** While assistants are asked, the page fills: its numbers are asked again every few seconds. Returns the run that is under way. */
export function useLiveRun(): Run | undefined {
  const { project_id, isGuest = false } = useHere();
  const client = useQueryClient();
  const runs = useAsk(
    "list_runs",
    { project_id, limit: 1 },
    {
      enabled: !isGuest,
      refetchInterval: ({ state }) => (isOpen(state.data?.data[0]?.status) ? EVERY_MS : false),
    },
  );
  const [run] = runs.data?.data ?? [];
  const at = runs.dataUpdatedAt;
  const now = run ? `${run.id} ${run.done + run.failed} ${run.completed_at}` : NONE;
  const isUnderWay = isOpen(run?.status);
  const isNew = run !== undefined && (isUnderWay || endedLately(run));
  useEffect(() => {
    if (at === 0) return;
    // Kept for all pages: what one has not seen, another may have.
    const key = ["seen of the last run", project_id];
    const seen = client.getQueryData<Seen>(key) ?? { now: isNew ? NONE : now, again: 0, at: 0 };
    if (seen.at === at) return;
    const hasMoved = seen.now !== now;
    const again = hasMoved ? AGAIN : Math.max(seen.again - 1, 0);
    client.setQueryData<Seen>(key, { now, again, at });
    if (!hasMoved && !isTurn(seen.again)) return;
    const onTheirWay = client.getQueryCache().findAll({ fetchStatus: "fetching" });
    // What takes longer than a look is not asked again from its beginning.
    for (const name of FILLED)
      void client.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false });
    if (!hasMoved || isUnderWay) return;
    // Nothing comes after the last look: what was read before it is asked again once it is there.
    for (const { queryKey, promise } of onTheirWay)
      if (FILLED.some((name) => name === queryKey[0]))
        void promise?.then(
          () => client.invalidateQueries({ queryKey, exact: true }),
          () => {},
        );
    // They outlast the page: the menu of all pages counts suggestions.
    for (const after of SUGGESTED_AFTER_MS)
      setTimeout(() => void makeStale(client, SUGGESTED), after);
  }, [client, project_id, at, now, isNew, isUnderWay]);
  return isUnderWay ? run : undefined;
}

const isOpen = (status: string | undefined) => status === "running" || status === "waiting";

const NONE = "none";
const endedLately = ({ completed_at }: Run) =>
  completed_at !== null && Math.abs(Date.now() - Date.parse(completed_at)) < LATELY_MS;
