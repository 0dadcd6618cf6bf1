import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { someAnswers } from "../words/numbers.ts";

/** What tells how many answers there are: a report of its days and filters, or else the run under way. */
type Told = { population?: { answers: number }; data?: { done?: number; id?: string }[] };

/** How many answers a question's answer counts, and by what that is compared with the next; null: it counts none. */
function countedBy(key: readonly unknown[], data: unknown) {
  const { population, data: rows } = (data ?? {}) as Told;
  if (population)
    return { kind: "report" as const, by: JSON.stringify(key), now: population.answers };
  const run = key[0] === "list_runs" ? rows?.[0] : undefined;
  return run ? { kind: "run" as const, by: `run ${run.id}`, now: run.done ?? 0 } : null;
}

/** How many answers more than at first the page's own questions counted since it was opened; 0: none. */
function useNewAnswers(): number {
  const cache = useQueryClient().getQueryCache();
  const { pathname } = useLocation();
  const [found, setFound] = useState({ pathname, report: 0, run: 0 });
  useEffect(() => {
    const first = new Map<string, number>();
    const look = ({
      queryKey,
      state,
    }: {
      queryKey: readonly unknown[];
      state: { data: unknown };
    }) => {
      const counted = countedBy(queryKey, state.data);
      if (!counted) return;
      const { kind, by, now } = counted;
      const before = first.get(by);
      if (before === undefined) return void first.set(by, now);
      setFound((last) => {
        const more = Math.max(last.pathname === pathname ? last[kind] : 0, now - before);
        return more === last[kind] && last.pathname === pathname
          ? last
          : {
              ...{ report: 0, run: 0 },
              ...(last.pathname === pathname && last),
              pathname,
              [kind]: more,
            };
      });
    };
    // What is asked again at once, because it is old, is first what the answer to that says.
    for (const query of cache.getAll()) if (!query.isStale()) look(query);
    return cache.subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") look(event.query);
    });
  }, [cache, pathname]);
  if (found.pathname !== pathname) return 0;
  return found.report || found.run;
}

/** Says above a page's title, where nothing has to give way to it, that its numbers moved under the reader. */
export function NewAnswers() {
  const count = useNewAnswers();
  if (count <= 0) return null;
  return (
    <Text size="xs" c="dimmed" className="new-answers no-print">
      {someAnswers(count).replace("\u00A0", " more\u00A0")} counted since you opened this page
    </Text>
  );
}
