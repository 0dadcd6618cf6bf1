import { callAll } from "../../asking.ts";
import type { InputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { reportInput } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import type { Column } from "../../widgets/data-table.tsx";
import { whole } from "../../words/numbers.ts";
import { answersOf, keyOf, type SourceRow } from "./source-columns.tsx";

/** What the column is called in the address and in files. */
export const WITH_OWN = "own_chat_count";

/** A source and the answers with the own brand that cite it; null: not known yet. */
type Joined = SourceRow & { [WITH_OWN]: number | null };

/** The report on sites or on pages. */
export function useSources(
  kind: "domain" | "url",
  input: InputOf<"get_domain_report">,
  enabled = true,
) {
  const domains = useAsk("get_domain_report", input, { enabled: enabled && kind === "domain" });
  const urls = useAsk("get_url_report", input, { enabled: enabled && kind === "url" });
  return kind === "domain" ? domains : urls;
}

/**
 * How many answers with the own brand cite each of these sources, where the page is narrowed to answers without it: there
 * no source would ever come with it. Null on a page that is not.
 */
export function useWithOwn(kind: "domain" | "url", rows: readonly SourceRow[]) {
  const { project_id, scope, timezone, isGuest = false } = useHere();
  const own = useOwnBrand();
  const { mentioned: _, not_mentioned: without, ...others } = scope;
  const isLost = !isGuest && own !== undefined && without?.includes(own.id) === true;
  const input = reportInput({ ...others, mentioned: own ? [own.id] : [] }, timezone);
  const query = { project_id, ...input };
  const values = rows.map(keyOf);
  const asked = useSources(
    kind,
    {
      ...{ ...query, limit: Math.max(1, values.length) },
      filters: [...input.filters, { field: kind, operator: "in", values }],
    },
    isLost && values.length > 0,
  );
  if (!isLost) return null;
  return {
    ...{ own, asked, column: columnOf(own.id) },
    rows: join(rows, asked.isPlaceholderData ? undefined : asked.data?.data),
    joinAll: async (all: readonly SourceRow[]) =>
      join(all, await callAll(`get_${kind}_report`, query)),
  };
}

function join(rows: readonly SourceRow[], found: readonly SourceRow[] | undefined): Joined[] {
  const counts = new Map(found?.map((row) => [keyOf(row), row.cited_chat_count]));
  return rows.map((row) => ({
    ...row,
    [WITH_OWN]: found ? (counts.get(keyOf(row)) ?? 0) : null,
  }));
}

const columnOf = (own_id: string): Column<SourceRow> => {
  const value = (row: SourceRow) => (row as Partial<Joined>)[WITH_OWN];
  return {
    key: WITH_OWN,
    header: "With you",
    hint: "Answers that cite it and name your brand.",
    align: "right",
    value,
    show: (row) => {
      const count = value(row);
      if (typeof count !== "number") return "…";
      const of = { ...answersOf(row, "cited"), mentioned: [own_id], not_mentioned: undefined };
      return (
        <Behind count={count} of={of}>
          {whole(count)}
        </Behind>
      );
    },
  };
};
