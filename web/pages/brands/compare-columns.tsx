import { Text, Tooltip } from "@mantine/core";
import type { OutputOf } from "../../call.ts";
import type { Column } from "../../widgets/data-table.tsx";
import { asShown, readsAsNone, saySigned, verdictOf } from "../../words/doubt.ts";
import { decimal, percent, points, signed } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";

/** A brand in the answers of two assistants. */
export type ComparedRow = OutputOf<"get_comparison_report">["data"][number];
/** What the two assistants are called. */
export type Names = readonly [string, string];
type Row = ComparedRow;

/** Numbers of both side by side, and how they differ: the second less the first. */
export function columnsOf([one, other]: Names): Column<Row>[] {
  return [
    {
      key: "brand",
      header: "Brand",
      value: (row) => row.brand.name,
      show: (row) => (
        <bdi className="name" style={{ fontWeight: row.brand.is_own ? 650 : 400 }}>
          {row.brand.name}
        </bdi>
      ),
    },
    bothOf([one, other], "visibility", (side) => side.visibility, percent),
    {
      key: "difference",
      header: "Difference",
      hint: `${other} less ${one}.`,
      value: (row) => row.visibility.value,
      show: (row) => (
        <Told
          change={asShown(row.visibility, [row.one.visibility, row.other.visibility], percent)}
          show={points}
        />
      ),
      align: "right",
    },
    bothOf([one, other], "position", (side) => side.position, decimal),
    {
      key: "position_difference",
      header: "Difference of position",
      hint: `${other} less ${one}: below zero is earlier.`,
      value: (row) => row.position.value,
      show: (row) => (
        <Told
          change={asShown(row.position, [row.one.position, row.other.position], decimal)}
          show={decimal}
        />
      ),
      align: "right",
    },
  ];
}

const HEADS = {
  visibility: { header: "Visibility", hint: "Share of answers that mention it" },
  position: {
    header: "Position",
    hint: "Mean rank where mentioned, 1 is first",
  },
};

/** A number of the one and of the other. */
function bothOf(
  [one, other]: Names,
  key: keyof typeof HEADS,
  read: (side: Row["one"]) => number | null,
  show: (value: number | null) => string,
): Column<Row> {
  const { header, hint } = HEADS[key];
  return {
    ...{ key, header, align: "right", hint: `${hint}: with ${one}, and with ${other}.` },
    value: (row) => read(row.other),
    show: (row) => (
      <span className="nowrap">
        {show(read(row.one))} and {show(read(row.other))}
      </span>
    ),
  };
}

function Told({
  change,
  show,
}: {
  change: Row["visibility"];
  show(value: number, digits?: number): string;
}) {
  const { value, low, high, significant } = change;
  if (value === null || low === null || high === null)
    return <Dim component="span">not enough answers</Dim>;
  return (
    <>
      <Tooltip label={`95\u00A0% interval ${signed(low, show)} to ${signed(high, show)}`}>
        <Text component="span" size="sm" className="hinted nowrap" tabIndex={0}>
          {saySigned({ value, significant }, show)}
        </Text>
      </Tooltip>
      {!readsAsNone(change, show) && <Fine>{verdictOf(change)}</Fine>}
    </>
  );
}
