import { Code, Text } from "@mantine/core";
import { useState } from "react";
import { callAll } from "../../asking.ts";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Paging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { showTime } from "../../words/numbers.ts";

type Entry = OutputOf<"list_audit">["data"][number];
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
  {
    key: "target",
    header: "To what",
    hint: "The ids that the API and its exports call these things by.",
    place: "wide",
    value: (entry) => JSON.stringify(entry.target),
    show: (entry) =>
      Object.keys(entry.target).length === 0 ? "–" : <Code>{shorten(entry.target)}</Code>,
  },
];

function shorten(target: Entry["target"]): string {
  const text = Object.entries(target)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join("; ");
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Every change in the organisation: who, when, through which door, to what. */
export function AuditTab() {
  const { organisation_id } = useHere();
  const [page, setPage] = useState(1);
  const audit = useAsk("list_audit", {
    organisation_id,
    limit: SIZE,
    offset: (page - 1) * SIZE,
  });
  return (
    <Panel
      title="Audit log"
      action={
        <CsvButton
          name="audit"
          rows={audit.data?.data ?? []}
          load={() => callAll("list_audit", { organisation_id })}
          total={audit.data?.total_count}
          columns={COLUMNS}
        />
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        Every change in your organisation, newest first. Its admins and owners can see this list.
      </Text>
      <Answered asked={audit} height={300}>
        {({ data, total_count }) => (
          <>
            <DataTable
              name="Audit log"
              rows={data}
              columns={COLUMNS}
              keyOf={(entry) => String(entry.id)}
              sorting="server"
              empty={<Text size="sm">Nothing was changed yet.</Text>}
            />
            <Paging page={page} size={SIZE} total={total_count} onPage={setPage} />
          </>
        )}
      </Answered>
    </Panel>
  );
}
