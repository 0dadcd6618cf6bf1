import { type Difference, verdictOf } from "../words/doubt.ts";
import type { Column } from "./data-table.tsx";

/** What a page says of a change beside its number, in the file alone: its 95 % interval and its verdict. */
export function changeColumns<Row>(
  changeOf: (row: Row) => Difference | null | undefined,
): Column<Row>[] {
  const values: Record<string, Column<Row>["value"]> = {
    change_low: (row) => changeOf(row)?.low,
    change_high: (row) => changeOf(row)?.high,
    change_verdict: (row) => {
      const change = changeOf(row);
      return change && change.value !== null ? verdictOf(change) : null;
    },
  };
  return Object.entries(values).map(([key, value]) => ({ key, header: "", value, csvOnly: true }));
}
