import { Text } from "@mantine/core";
import { useAskAll } from "../../all-pages.ts";
import type { OutputOf } from "../../call.ts";
import { useHere } from "../../here.tsx";
import { periodOf, showDay } from "../../scope.ts";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { useNames } from "../../words/names.ts";

type Change = OutputOf<"list_model_changes">["data"][number];
const ROWS = 10;

/** The days of the last year on which a provider began to answer with another version of a model. */
export function ModelChanges() {
  const { project_id, timezone } = useHere();
  const modelName = useNames("model_id");
  const period = periodOf({ range: "365d" }, timezone);
  const changes = useAskAll("list_model_changes", { project_id, ...period });
  const newest = (changes.data ?? []).toReversed();
  const columns: Column<Change>[] = [
    {
      key: "date",
      header: "From",
      value: (row) => row.date,
      show: (row) => <span className="nowrap">{showDay(row.date)}</span>,
    },
    { key: "model_id", header: "Assistant", value: (row) => modelName(row.model_id) },
    { key: "served_model", header: "Version", value: (row) => row.served_model },
    {
      key: "previous_served_model",
      header: "Previous version",
      value: (row) => row.previous_served_model,
    },
  ];
  return (
    <Panel
      title="Changes of version"
      action={<CsvButton name="changes of version" rows={newest} columns={columns} />}
    >
      <Text size="sm" c="dimmed" mb="xs">
        Days in the last twelve months when an assistant started to answer with another version.
        Numbers before and after are not of one model; charts narrowed to one assistant mark it.
      </Text>
      <Answered asked={changes} height={80}>
        {() => (
          <DataTable
            name="Changes of version"
            rows={newest}
            columns={columns}
            keyOf={(row) => `${row.model_id} ${row.date}`}
            size={ROWS}
            empty={<Text size="sm">No assistant that reports its version has changed it.</Text>}
          />
        )}
      </Answered>
    </Panel>
  );
}
