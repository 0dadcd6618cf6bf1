import { Text } from "@mantine/core";
import { useState } from "react";
import { callAll } from "../../asking.ts";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { NoSuchPage, Paging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { showTime } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { loadTargetNames, type NameOf, useTargetNames } from "./audit-names.ts";

/** `nameOf`: what names what it is about, where that is not the page. */
type Entry = OutputOf<"list_audit">["data"][number] & { nameOf?: NameOf };
const SIZE = 50;

const COLUMNS: Column<Entry>[] = [
  {
    key: "at",
    header: "When",
    value: (entry) => entry.at,
    show: (entry) => <span className="nowrap">{showTime(entry.at)}</span>,
  },
  {
    key: "operation",
    header: "What",
    value: (entry) => entry.operation,
    show: (entry) => <Text size="sm">{entry.operation.replaceAll("_", " ")}</Text>,
  },
  {
    key: "door",
    header: "Through",
    hint: "Where it was done: in this dashboard, over the REST API, over MCP, or by a command on the server.",
    value: (entry) => entry.door,
  },
  {
    key: "actor",
    header: "Who",
    place: "wide",
    value: (entry) => entry.actor.name ?? entry.actor.kind,
  },
];

/** What was changed: by its name where that is known, else by its id. */
const targetColumns = (nameOf: NameOf): Column<Entry>[] => [
  {
    key: "target_names",
    header: "To what",
    hint: "What is deleted, or is in another project, has its id alone.",
    place: "wide",
    value: (entry) => sayTarget(entry, entry.nameOf ?? nameOf),
    show: (entry) =>
      Object.keys(entry.target).length === 0 ? (
        "–"
      ) : (
        <Text size="sm" className="name" title={sayTarget(entry, () => undefined)} lineClamp={2}>
          {sayTarget(entry, nameOf)}
        </Text>
      ),
  },
  {
    ...{ key: "target", header: "", csvOnly: true },
    value: (entry) => JSON.stringify(entry.target),
  },
];

/** "brand Acme", "prompts Which boots last?, prm_x": of what kind, and which. */
function sayTarget(entry: Entry, nameOf: NameOf): string {
  const one = (value: unknown) => nameOf(entry, String(value)) ?? String(value);
  const { organisation_id, ...rest } = entry.target;
  return Object.entries(Object.keys(rest).length > 0 ? rest : { organisation_id })
    .map(([key, value]) => {
      const kind = key.replace(/_id(s?)$/, "$1").replaceAll("_", " ");
      return `${kind}: ${Array.isArray(value) ? value.map(one).join(", ") : one(value)}`;
    })
    .join("; ");
}

/** Every change in the organisation: who, when, through which door, to what. */
export function AuditTab() {
  const { project_id, organisation_id } = useHere();
  const [page, setPage] = useState(1);
  const audit = useAsk("list_audit", {
    organisation_id,
    limit: SIZE,
    offset: (page - 1) * SIZE,
  });
  const { data = [] } = audit.data ?? {};
  const nameOf = useTargetNames(data);
  const load = async () => {
    const entries = await callAll("list_audit", { organisation_id });
    const named = await loadTargetNames(entries, { project_id, organisation_id });
    return entries.map((entry) => ({ ...entry, nameOf: named }));
  };
  const columns = [...COLUMNS, ...targetColumns(nameOf)];
  return (
    <Panel
      title="Audit log"
      action={
        <CsvButton
          name="audit"
          rows={data}
          load={load}
          total={audit.data?.total_count}
          columns={columns}
        />
      }
    >
      <Dim mb="sm">
        Every change in your organisation, newest first. Its admins and owners can see this list.
      </Dim>
      <Answered asked={audit} height={300}>
        {({ data, total_count }) => (
          <>
            <DataTable
              name="Audit log"
              rows={data}
              columns={columns}
              keyOf={(entry) => String(entry.id)}
              sorting="server"
              empty={
                total_count > 0 ? (
                  <NoSuchPage page={page} onPage={setPage} />
                ) : (
                  <Text size="sm">Nothing was changed yet.</Text>
                )
              }
            />
            <Paging page={page} size={SIZE} total={total_count} onPage={setPage} />
          </>
        )}
      </Answered>
    </Panel>
  );
}
