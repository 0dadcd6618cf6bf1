import { Text } from "@mantine/core";
import { type Query, useQueryClient } from "@tanstack/react-query";
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
  const [more, setMore] = useState({ report: 0, run: 0 });
  useEffect(() => {
    const first = new Map<string, number>();
    const look = ({ queryKey, state }: Pick<Query, "queryKey" | "state">) => {
      const counted = countedBy(queryKey, state.data);
      if (!counted) return;
      const { kind, by, now } = counted;
      const before = first.get(by);
      if (before === undefined) return void first.set(by, now);
      setMore((last) => (now - before > last[kind] ? { ...last, [kind]: now - before } : last));
    };
    // What is asked again at once, because it is old, is first what the answer to that says.
    for (const query of cache.getAll()) if (!query.isStale()) look(query);
    return cache.subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") look(event.query);
    });
  }, [cache]);
  return more.report || more.run;
}

/** Says above a page's title, where nothing has to give way to it, that its numbers moved under the reader. */
export function NewAnswers() {
  const { pathname } = useLocation();
  return <OfPage key={pathname} />;
}

function OfPage() {
  const count = useNewAnswers();
  if (count <= 0) return null;
  return (
    <Text size="xs" c="dimmed" className="new-answers no-print">
      {someAnswers(count).replace("\u00A0", " more\u00A0")} counted since you opened this page
    </Text>
  );
}
