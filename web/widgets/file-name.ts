import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { beforeOf, countFilters, FILTER_NAMES } from "../scope.ts";
import { useFilterWords } from "../words/filter-words.ts";

/**
 * The days that rows are of, in words what narrows them beside the scope, and whether they count prompts that name the
 * own brand, where that is not as the scope says.
 */
export type RowsOf = {
  date_from: string;
  date_to: string;
  narrowed?: readonly string[];
  branded?: "exclude" | "include" | "only" | undefined;
  /** They tell changes since the days before, too. */
  isCompared?: boolean;
};

/** The columns that say in a file which days its rows are of, and which they are compared with. */
export function useDays(of: RowsOf | undefined): Record<string, string> {
  const { scope, timezone } = useHere();
  if (!of) return {};
  const { date_from, date_to } = of;
  const before = beforeOf(scope, timezone);
  return {
    ...{ date_from, date_to },
    ...(of.isCompared && { compared_from: before.date_from, compared_to: before.date_to }),
  };
}

/** What a file is called, without its ending: what it holds and, of rows of some days, whose, which days, and whether filters were on: with the one value of one alone. */
export function useFileName(what: string, of?: RowsOf): string {
  const { project, scope, isGuest = false } = useHere();
  const share = useAsk("get_share", { project_id: "" }, { enabled: isGuest });
  const [words = ""] = useFilterWords("include");
  const isFiltered =
    (of?.narrowed ?? []).length > 0 ||
    countFilters(scope) > 0 ||
    (share.data?.filters.length ?? 0) > 0;
  const set = FILTER_NAMES.filter((name) => scope[name]);
  const isOne =
    !isGuest && countFilters(scope) === 1 && set.length === 1 && (of?.narrowed ?? []).length === 0;
  const [one] = isOne ? set : [];
  const chosen = one && scope[one]?.length === 1 ? words.replace(/^.*?: /, "").slice(0, 60) : "";
  const filtered = ["filtered", chosen && one?.startsWith("not_") ? "not" : "", chosen];
  const parts = of
    ? [project.name, what, of.date_from, "to", of.date_to, ...(isFiltered ? filtered : [])]
    : [what];
  return parts
    .join(" ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
