import { useHere } from "../here.tsx";
import { periodOf, showDay } from "../scope.ts";
import { useFilterWords } from "../words/filter-words.ts";
import { useMarks } from "../words/simulated.tsx";

/** Whose numbers a chart of this page shows, of which days, and by which filters: a line each, so that it can be read alone. */
export function useChartFacts(isOnePrompt: boolean): string[] {
  const { project, scope, timezone } = useHere();
  const { date_from, date_to } = periodOf(scope, timezone);
  const marks = useMarks();
  const facts = useFilterWords(isOnePrompt ? "include" : undefined).join("; ");
  const marked = marks.includes("simulated") ? ["Simulated: no real assistant was asked"] : [];
  return [
    `\u2068${project.name}\u2069, ${showDay(date_from)} – ${showDay(date_to)}`,
    ...marked,
    ...(facts === "" ? [] : [facts]),
  ];
}
