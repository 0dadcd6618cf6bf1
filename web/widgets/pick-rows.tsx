import { Checkbox, Table } from "@mantine/core";
import type { Cell } from "./download.ts";

/** Rows picked for a bulk change. */
export type Selection = { ids: ReadonlySet<string>; set(ids: ReadonlySet<string>): void };

/** Picks every row that is shown, or none of them. */
export function PickAll({ ids, selection }: { ids: string[]; selection: Selection }) {
  const picked = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <Table.Th w={40} role="columnheader" className="pick">
      <Checkbox
        aria-label="Select all on this page"
        label="Select all"
        checked={picked > 0 && picked === ids.length}
        indeterminate={picked > 0 && picked < ids.length}
        onChange={() => {
          const next = new Set([...selection.ids, ...ids]);
          if (picked === ids.length) for (const id of ids) next.delete(id);
          selection.set(next);
        }}
      />
    </Table.Th>
  );
}

/** Picks one row, which its first column names. */
export function PickRow({ id, name, selection }: { id: string; name: Cell; selection: Selection }) {
  const isPicked = selection.ids.has(id);
  return (
    <Table.Td role="cell" className="pick">
      <Checkbox
        aria-label={`Select this row: ${name ?? id}`}
        checked={isPicked}
        onChange={() => {
          const ids = new Set(selection.ids);
          if (isPicked) ids.delete(id);
          else ids.add(id);
          selection.set(ids);
        }}
      />
    </Table.Td>
  );
}
