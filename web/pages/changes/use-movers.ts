import { useQuery } from "@tanstack/react-query";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { changeShown } from "../../brands/measures.ts";
import { usePromptChanges } from "../../brands/prompt-changes.ts";
import { call, type OutputOf } from "../../call.ts";
import { keepAlike, useAsk, useAskAll } from "../../data.ts";
import { useBrandList } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { beforeOf, compareDays, ofBrands, type ReportFilter, reportInput } from "../../scope.ts";
import { asShown, type Difference } from "../../words/doubt.ts";
import { useNames } from "../../words/names.ts";
import { percent } from "../../words/numbers.ts";
import { shownAddress } from "../../words/shown-address.ts";
import type { Mover } from "./movers.ts";

export const KINDS = { brands: "Brands", prompts: "Prompts", domains: "Sites", pages: "Pages" };
export type Kind = keyof typeof KINDS;
type SourceRow = OutputOf<"get_domain_report">["data"][number] & {
  url?: string;
  title?: string | null;
};
const SOURCES_MAX = 1000;
/** A filter takes no more values. */
const VALUES_MAX = 500;
type Movers = {
  asked: { data: unknown; error: Error | null; isPlaceholderData: boolean; refetch(): unknown };
  movers: Mover[];
  isWhole: boolean;
};

/** What moved between the two periods of the scope, and whether that is all of it. */
export function useMovers(kind: Kind): Movers {
  const brands = useNamed(kind);
  const sources = useCited(kind);
  return kind === "brands" || kind === "prompts" ? brands : sources;
}

/** Brands by their visibility, or prompts by that of the own brand. */
function useNamed(kind: Kind) {
  const { project_id, scope, timezone } = useHere();
  const brands = useBrandList();
  const own = brands.data?.data.find(({ is_own }) => is_own);
  const nameOf = useNames("prompt_id", kind === "prompts");
  const isPrompts = kind === "prompts";
  const input = reportInput(scope, timezone, isPrompts ? [ofBrands([own?.id ?? ""])] : []);
  const { asked: judged, changes } = usePromptChanges(own?.id, isPrompts);
  const asked = useAskAll(
    "get_brand_report",
    {
      ...{ project_id, ...input, compare: "previous_period", ...compareDays(scope) },
      ...(isPrompts && { dimensions: ["prompt_id"] }),
    },
    { enabled: kind === "brands" || (isPrompts && own !== undefined) },
  );
  const movers = (asked.data ?? []).flatMap((row: BrandRow): Mover[] =>
    // What was not asked in both periods has not moved.
    row.visibility === null || typeof row.previous?.visibility !== "number"
      ? []
      : [
          {
            id: String(isPrompts ? row.prompt_id : row.brand.id),
            name: isPrompts ? nameOf(row.prompt_id) : row.brand.name,
            ...{ before: row.previous.visibility, now: row.visibility },
            counts: { before: row.previous.visibility_count, now: row.visibility_count },
            change:
              shownOf(isPrompts && changes.get(String(row.prompt_id)), [
                row.previous.visibility,
                row.visibility,
              ]) ||
              changeShown(row, "visibility") ||
              null,
          },
        ],
  );
  const told = {
    data: judged.data && asked.data,
    error: asked.error ?? judged.error,
    isPlaceholderData: asked.isPlaceholderData || judged.isPlaceholderData,
    refetch: () => [asked.refetch(), judged.refetch()],
  };
  const ofPrompts = brands.error && !brands.data ? brands : told;
  return { asked: isPrompts ? ofPrompts : asked, movers, isWhole: true };
}

/** Sites or pages by the share of answers that cite them: the most cited of each period. */
function useCited(kind: Kind) {
  const { project_id, scope, timezone } = useHere();
  const input = { project_id, ...reportInput(scope, timezone) };
  const page = {
    ...{ ...input, limit: SOURCES_MAX },
    order_by: [{ field: "cited_chat_count", direction: "desc" as const }],
  };
  const compared = { compare: "previous_period" as const, ...compareDays(scope) };
  const now = { ...page, ...compared };
  const before = { ...page, ...beforeOf(scope, timezone) };
  const [isSites, isPages] = [{ enabled: kind === "domains" }, { enabled: kind === "pages" }];
  const sites = useAsk("get_domain_report", now, isSites);
  const pages = useAsk("get_url_report", now, isPages);
  const oldSites = useAsk("get_domain_report", before, isSites);
  const oldPages = useAsk("get_url_report", before, isPages);
  const [asked, old] = kind === "domains" ? [sites, oldSites] : [pages, oldPages];
  const rows: readonly SourceRow[] = asked.data?.data ?? [];
  const known = new Set(rows.map(idOf));
  const gone = (old.data?.data ?? []).filter((row) => !known.has(idOf(row)));
  const hasAll = (asked.data?.total_count ?? 0) <= SOURCES_MAX;
  const isOld = asked.isPlaceholderData || old.isPlaceholderData;
  // What is not among the most cited may still be cited.
  const isCut = !hasAll && gone.length > 0;
  const less = useLessCited(kind, { ...input, ...compared }, isCut && !isOld ? gone : []);
  const still = new Map((isCut ? (less.data ?? []) : []).map((row) => [idOf(row), row]));
  const movers = [...rows, ...still.values()].map((row) => moverOf(row, row, row.previous ?? null));
  for (const row of gone) if (!still.has(idOf(row))) movers.push(moverOf(row, null, row));
  // Beside days without sources all would be new, or lost.
  const isOneWay = rows.length === 0 || old.data?.data.length === 0;
  return {
    asked: {
      data: old.data && (isCut && !less.data ? undefined : asked.data),
      error: asked.error ?? old.error ?? (isCut ? less.error : null),
      isPlaceholderData: isOld || (isCut && less.isPlaceholderData),
      refetch: () => [asked, old, ...(isCut ? [less] : [])].map((one) => one.refetch()),
    },
    ...{
      movers: isOneWay ? [] : movers,
      isWhole: hasAll && (old.data?.total_count ?? 0) <= SOURCES_MAX,
    },
  };
}

/** What the report of these days says of some sites or pages, by name. */
function useLessCited(
  kind: Kind,
  input: ReturnType<typeof reportInput<ReportFilter>> & {
    project_id: string;
    compare: "previous_period";
  },
  of: readonly SourceRow[],
) {
  const isSites = kind === "domains";
  const name = isSites ? "get_domain_report" : "get_url_report";
  const field = isSites ? ("domain" as const) : ("url" as const);
  const ids = of.map(idOf);
  return useQuery({
    queryKey: [name, { ...input, ids }],
    queryFn: async ({ signal }) => {
      const found: SourceRow[] = [];
      for (let at = 0; at < ids.length; at += VALUES_MAX) {
        const values = ids.slice(at, at + VALUES_MAX);
        const filters = [...input.filters, { field, operator: "in" as const, values }];
        const some = await call(name, { ...input, filters, limit: SOURCES_MAX }, { signal });
        found.push(...some.data);
      }
      return found;
    },
    enabled: ids.length > 0,
    placeholderData: keepAlike(input),
  });
}

/** A change as the shares beside it are shown; null: there is none. */
const shownOf = (
  change: Difference | false | null | undefined,
  both: readonly (number | null | undefined)[],
) => (change ? asShown(change, both, percent) : null);

const idOf = (row: SourceRow) => row.url ?? row.domain;
type Cited = { cited_percentage: number | null; cited_chat_count: number } | null;

function moverOf(row: SourceRow, now: Cited, before: Cited): Mover {
  return {
    id: idOf(row),
    name: row.title || shownAddress(idOf(row)),
    ...{ before: before?.cited_percentage ?? 0, now: now?.cited_percentage ?? 0 },
    counts: { before: before?.cited_chat_count ?? 0, now: now?.cited_chat_count ?? 0 },
    change: now
      ? shownOf(row.change?.cited_percentage, [before?.cited_percentage, now.cited_percentage])
      : null,
  };
}
