import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { OperationName, OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";

const EVERY_MS = 4_000;
const FILLED = [
  "get_brand_report",
  "get_domain_report",
  "browse_chats",
  "list_chats",
] as const satisfies OperationName[];

type Run = OutputOf<"list_runs">["data"][number];

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
  const done = run && run.done + run.failed;
  const last = useRef(done);
  useEffect(() => {
    if (last.current !== undefined && last.current !== done) {
      for (const name of FILLED) void client.invalidateQueries({ queryKey: [name] });
    }
    last.current = done;
  }, [client, done]);
  return isOpen(run?.status) ? run : undefined;
}

const isOpen = (status: string | undefined) => status === "running" || status === "waiting";
