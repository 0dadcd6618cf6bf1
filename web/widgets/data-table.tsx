import { Button, Table, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDownload } from "@tabler/icons-react";
import { type ReactNode, useContext, useState } from "react";
import { useShowsOld } from "../data.ts";
import { useFilterWords } from "../words/filter-words.ts";
import { BUTTON_EVENTS } from "../words/hint.ts";
import { useNaming } from "../words/names.ts";
import { someRows, whole } from "../words/numbers.ts";
import { columnsOf, markCells, useMarks } from "../words/simulated.tsx";
import { say, sayFailure } from "./confirm.tsx";
import { type Cell, downloadCsv } from "./download.ts";
import { useEveryValue } from "./every-value.tsx";
import { type RowsOf, useDays, useFileName } from "./file-name.ts";
import { useFittedColumns } from "./fit-columns.ts";
import { rowOpening } from "./open-row.ts";
import { Paging } from "./paging.tsx";
import { PickAll, PickRow, type Selection } from "./pick-rows.tsx";
import { Scroll } from "./scroll.tsx";
import {
  type Kept,
  OrderContext,
  type ServerSorting,
  type Sorting,
  sortRows,
  useSorting,
} from "./sorting.ts";

/** One column: what it shows, and the plain value that sorting and CSV use. */
export type Column<Row> = {
  key: string;
  header: string;
  /** Says what the number means. */
  hint?: string;
  value(row: Row): Cell;
  show?(row: Row): ReactNode;
  align?: "left" | "right";
  width?: number | string;
  /** Not shown, only in the CSV. */
  csvOnly?: boolean;
  /** 0 or nothing in most rows: a card without it leaves it out, and so does a table where no row has it. */
  isRare?: boolean;
  /** In cards `wide` takes the width, `corner` the upper corner, `late` comes after the others, and `behind` is there if
   * all is asked for. A table that has no room leaves out `roomy`, then `spare`. */
  place?: `${"wide" | "corner" | "late" | "roomy" | "spare"}${"" | " behind"}` | "behind";
};

/** A column of what is done with each row: it has no name, and a file does not have it. */
export function buttons<Row>(show: (row: Row) => ReactNode): Column<Row> {
  return { key: "", header: "", align: "right", value: () => null, show };
}

/** Cards of a long table that a narrow screen shows at first, as its style has it. */
const FEW = 8;

/** A heading of more letters may be cut. */
const LONG = 20;

/**
 * A table that can be sorted and picked from; `name` is its label. Where the screen is narrow each row is a card,
 * for which every part says what it is: a changed display takes that away from table elements.
 */
export function DataTable<Row>({
  name,
  rows,
  columns,
  keyOf,
  selection,
  sorting: initial,
  size: given,
  kept,
  few,
  empty,
}: {
  name: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  selection?: Selection;
  /** What it is sorted by at first; `server`: as given, because there are more rows than these. */
  sorting?: Sorting | ServerSorting | "server";
  /** Rows at once, where all are at hand and there may be many; the others are on further pages. */
  size?: number;
  kept?: Kept;
  /** Of cards on a narrow screen the first alone until all are asked for: `total`, if not all rows are at hand. */
  few?: { total?: number; showAll?(): void };
  empty?: ReactNode;
}) {
  const [first, setPage] = useState(1);
  const { sorted, sorting, sorterOf } = useSorting(rows, columns, initial, kept);
  const [isWhole, setWhole] = useState(false);
  const fitted = useFittedColumns();
  const shown = columns.filter(
    (column) => !column.csvOnly && !(column.isRare && rows.every((row) => isNothing(row, column))),
  );
  const every = useEveryValue(shown.some(({ place }) => place?.endsWith("behind")));
  if (rows.length === 0 && empty) return empty;
  const size = isWhole ? undefined : given;
  const total = few?.total ?? rows.length;
  const isFew = few && !isWhole && total > FEW;
  const page = size ? Math.min(kept?.page ?? first, Math.max(1, Math.ceil(rows.length / size))) : 1;
  const visible = size ? sorted.slice((page - 1) * size, page * size) : sorted;
  const table = (
    <Scroll label={name}>
      {every.button}
      <Table
        ref={fitted}
        highlightOnHover
        role="table"
        aria-label={name}
        className={`cards${isFew ? " few" : ""}${every.isOn ? " every" : ""}`}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {selection && <PickAll ids={visible.map(keyOf)} selection={selection} />}
            {shown.map((column) => (
              <Head
                key={column.key}
                column={column}
                sorting={sorting}
                onSort={sorterOf(column.key)}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {visible.map((row) => (
            <Table.Tr key={keyOf(row)} role="row" {...rowOpening}>
              {selection && (
                <PickRow id={keyOf(row)} name={shown[0]?.value(row)} selection={selection} />
              )}
              {shown.map((column, at) => (
                <Part key={column.key} row={row} column={column} isFirst={at === 0} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  );
  if (!isFew && (!size || rows.length <= size)) return table;
  return (
    <>
      {table}
      {isFew && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          className="show-all no-print"
          onClick={() => [setWhole(true), few.showAll?.()]}
        >
          Show all {whole(total)}
        </Button>
      )}
      {size && rows.length > size && (
        <Paging page={page} size={size} total={rows.length} onPage={kept?.turn ?? setPage} />
      )}
    </>
  );
}

function Part<Row>({ row, column, isFirst }: { row: Row; column: Column<Row>; isFirst: boolean }) {
  return (
    <Table.Td
      // Whose the other numbers are.
      role={isFirst ? "rowheader" : "cell"}
      className={`${classesOf(column)} ${isNothing(row, column) ? "nothing" : ""}`}
      {...(column.header && { "data-label": column.header })}
    >
      {column.show ? column.show(row) : (column.value(row) ?? "–")}
    </Table.Td>
  );
}

/** Not what is not known yet: a column does not come late. */
function isNothing<Row>(row: Row, { isRare, value }: Column<Row>): boolean {
  if (!isRare) return false;
  const cell = value(row);
  return cell !== undefined && !cell;
}

const classesOf = <Row,>({ align, place }: Column<Row>) =>
  `${place ?? ""} ${align === "right" ? "end" : ""}`;

function Head<Row>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row>;
  sorting: Sorting | null;
  onSort: ((sorting: Sorting) => void) | undefined;
}) {
  const { key, header, hint, align, width } = column;
  // A column of buttons needs no name, and is nothing to sort by.
  if (header === "") return <Table.Td role="cell" />;
  const isSorted = sorting?.key === key;
  const Arrow = sorting?.isDown ? IconArrowDown : IconArrowUp;
  const label = hint ? (
    <span className="hinted">{header}</span>
  ) : (
    <span {...(header.length > LONG && { title: header })}>{header}</span>
  );
  const head = onSort ? (
    <button
      type="button"
      className="sort"
      onClick={() => onSort({ key, isDown: isSorted ? !sorting.isDown : align === "right" })}
    >
      {label}
      {isSorted && <Arrow size={13} aria-hidden />}
    </button>
  ) : (
    <span {...(hint && { tabIndex: 0 })}>{label}</span>
  );
  return (
    <Table.Th
      role="columnheader"
      {...(width !== undefined && { w: width })}
      className={`${classesOf(column)} ${onSort ? "" : "unsorted"}`}
      aria-sort={isSorted ? (sorting.isDown ? "descending" : "ascending") : "none"}
    >
      {hint ? <Tooltip label={hint}>{head}</Tooltip> : head}
    </Table.Th>
  );
}

/** Saves the rows of a table as CSV, in its order and with every column, and says how many they are. */
export function CsvButton<Row>({
  name,
  rows,
  load,
  total = rows.length,
  columns,
  of,
  without,
}: {
  name: string;
  rows: readonly Row[];
  /** Asks for the rows of every page, where `rows` are those of one; these are `total`. */
  load?: () => Promise<readonly Row[]>;
  total?: number | undefined;
  columns: readonly Column<Row>[];
  /** The days that it tells, of rows that count answers. */
  of?: RowsOf;
  /** What it does not hold. */
  without?: string;
}) {
  const file = useFileName(name, of);
  const [isBusy, setBusy] = useState(false);
  // A file has the names that the page will have.
  const hasPrompts = (of?.narrowed ?? []).length > 0 || columns.some(({ key }) => key === "prompt");
  const isNaming = useNaming({ hasPrompts });
  // Nor has it the rows of before under other days and filters.
  const isOld = useShowsOld();
  const named = columns.filter(({ key }) => key !== "");
  const marks = useMarks();
  const words = useFilterWords(of?.branded);
  const filters = of ? [...words, ...(of.narrowed ?? [])] : [];
  const days = useDays(of);
  const order = useContext(OrderContext);
  const save = async () => {
    setBusy(true);
    try {
      const all = sortRows(load ? await load() : rows, columns, order?.current);
      const cells = [...Object.values(days), ...markCells(marks, filters)];
      downloadCsv(
        file,
        [...named.map(({ key }) => key), ...Object.keys(days), ...columnsOf(marks, filters)],
        all.map((row) => [...named.map(({ value }) => value(row)), ...cells]),
      );
      say(`Saved with your downloads, ${someRows(all.length)}: ${file}.csv`);
    } catch (error) {
      sayFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const size = someRows(total) + (without ? ` without ${without}` : "");
  return (
    <Tooltip label={`Save as CSV: ${size}`} events={BUTTON_EVENTS}>
      <Button
        size="compact-xs"
        fw={400}
        variant="subtle"
        color="gray"
        className="save"
        aria-label={`Save ${name} as CSV: ${size}`}
        disabled={rows.length === 0 || isNaming || isOld}
        loading={isBusy}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {rows.length > 0 ? `CSV: ${size}` : "CSV"}
      </Button>
    </Tooltip>
  );
}
