import { type Query, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { showSoon, someAnswers } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";

/** What tells how many answers there are: a report of its days and filters, or else the run under way. */
type Told = {
  population?: { answers: number };
  data?: { done?: number; unanswered?: number; id?: string }[];
};
type Asked = Partial<
  Record<"project_id" | "date_from" | "date_to" | "branded" | "filters", unknown>
>;

/** Reports that count the same answers. */
const ALIKE: Record<string, string> = { get_url_report: "get_domain_report" };

/** How many answers a question's answer counts, and by what that is compared with the next; null: it counts none. */
function countedBy([name, asked]: readonly unknown[], data: unknown) {
  const { population, data: rows } = (data ?? {}) as Told;
  if (population) {
    const { project_id, date_from, date_to, branded, filters } = (asked ?? {}) as Asked;
    const scope = [ALIKE[String(name)] ?? name, project_id, date_from, date_to, branded, filters];
    return { kind: "report" as const, by: JSON.stringify(scope), now: population.answers };
  }
  const run = name === "list_runs" ? rows?.[0] : undefined;
  const now = (run?.done ?? 0) - (run?.unanswered ?? 0);
  return run ? { kind: "run" as const, by: `run ${run.id}`, now } : null;
}

/** What was counted last, on whichever page, and when: a page says what came since another one said less. */
const seen = new Map<string, { now: number; at: string }>();
const SEEN_MAX = 200;

function keepSeen(by: string, now: number) {
  const last = seen.get(by);
  seen.delete(by);
  seen.set(by, { now: Math.max(now, last?.now ?? 0), at: new Date().toISOString() });
  for (const [oldest] of seen) if (seen.size > SEEN_MAX) seen.delete(oldest);
}

/** `since`: when fewer were counted on another page; null: when this one was opened. */
type More = { count: number; since: string | null };
const NONE: More = { count: 0, since: null };

/** How many answers more than before the page's own questions counted. */
function useNewAnswers(): More {
  const cache = useQueryClient().getQueryCache();
  const [more, setMore] = useState<{ report: More | null; run: More }>({ report: null, run: NONE });
  useEffect(() => {
    const first = new Map<string, { now: number; since: string | null }>();
    const look = ({ queryKey, state }: Pick<Query, "queryKey" | "state">) => {
      const counted = countedBy(queryKey, state.data);
      if (!counted) return;
      const { kind, by, now } = counted;
      const last = seen.get(by);
      const known = last && last.now < now ? { now: last.now, since: last.at } : null;
      // Where there was nothing, nothing moves under the reader.
      const before = [first.get(by), known].find((one) => one && one.now > 0) ?? {
        now,
        since: null,
      };
      first.set(by, before);
      keepSeen(by, now);
      const found = { count: now - before.now, since: before.since };
      setMore((all) => (found.count > (all[kind]?.count ?? -1) ? { ...all, [kind]: found } : all));
    };
    // What is asked again at once, because it is old, is first what the answer to that says.
    for (const query of cache.getAll()) if (!query.isStale()) look(query);
    return cache.subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success") look(event.query);
    });
  }, [cache]);
  // A run tells of answers before reports count them.
  return more.report ?? more.run;
}

/** Says above a page's title, where nothing has to give way to it, that its numbers moved under the reader. */
export function NewAnswers() {
  const { pathname } = useLocation();
  return <OfPage key={pathname} />;
}

function OfPage() {
  const { count, since } = useNewAnswers();
  if (count <= 0) return null;
  return (
    <Fine className="new-answers no-print">
      {someAnswers(count).replace("\u00A0", " more\u00A0")} counted since{" "}
      {since ? showSoon(since) : "you opened this page"}
    </Fine>
  );
}
