import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ask } from "../asking.ts";
import type { OperationName } from "../call.ts";
import { makeStale } from "../data.ts";
import { useHere } from "../here.tsx";

const POLL_MS = 2_000;
const AGAIN_AFTER_MS = [2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000];
/** What is counted by brand, or names them. */
const COUNTED: OperationName[] = [
  ...(["get_brand", "get_brand_report", "get_domain_report", "get_url_report"] as const),
  ...([
    "browse_chats",
    "get_chat",
    "explain_change",
    "list_actions",
    "get_action",
    "get_action_effects",
    "get_comparison_report",
    "get_week",
    "list_doubtful_mentions",
    "list_brand_suggestions",
    "list_prompts",
  ] as const),
];

/**
 * Looks at the brands while stored answers are read again for one of them. Whenever the list has changed, so also when
 * the last is done, everything that is counted by brand is asked again.
 */
export function useBrandWatch(): void {
  const { project_id } = useHere();
  const client = useQueryClient();
  const { data } = useQuery({
    ...ask("list_brands", { project_id, limit: 1000 }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === "recalculating") ? POLL_MS : false,
  });
  const seen = useRef<{ project_id: string; data: NonNullable<typeof data> }>(undefined);
  // Where a brand is gone, all answers are read again without it; nothing in the list says when that is counted.
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timers = AGAIN_AFTER_MS.map((after) =>
      setTimeout(() => {
        void makeStale(client, COUNTED);
      }, after),
    );
    return () => timers.forEach(clearTimeout);
  }, [client, left]);
  useEffect(() => {
    if (!data) return;
    const before = seen.current;
    seen.current = { project_id, data };
    // An answer that says the same is the same object.
    if (before?.project_id !== project_id || before.data === data) return;
    if (data.total_count < before.data.total_count) setLeft((times) => times + 1);
    void makeStale(client, COUNTED);
  }, [client, project_id, data]);
}
