import { Text } from "@mantine/core";
import type { OutputOf } from "../../call.ts";
import { useAskAll } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { periodOf, showDay } from "../../scope.ts";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { askedValue, changedPart } from "../../words/asked.ts";
import { useNames } from "../../words/names.ts";
import { Dim } from "../../words/text.ts";

type Change = OutputOf<"list_model_changes">["data"][number];
const ROWS = 10;

/** The days of the last year from which a model answered with another version, or was asked in another way. */
export function ModelChanges() {
  const { project_id, timezone } = useHere();
  const modelName = useNames("model_id");
  const period = periodOf({ range: "365d" }, timezone);
  const changes = useAskAll("list_model_changes", { project_id, ...period }, { beside: false });
  const newest = (changes.data ?? []).toReversed();
  const columns: Column<Change>[] = [
    {
      key: "date",
      header: "From",
      value: (row) => row.date,
      show: (row) => <span className="nowrap">{showDay(row.date)}</span>,
    },
    { key: "assistant", header: "Assistant", value: (row) => modelName(row.model_id) },
    { key: "what", header: "What", value: (row) => changedPart(row.what) },
    { key: "value", header: "Now", value: (row) => askedValue(row.what, row.value) },
    {
      key: "previous_value",
      header: "Before",
      value: (row) => askedValue(row.what, row.previous_value),
    },
  ];
  return (
    <Panel
      title="Changes"
      action={<CsvButton name="changes of assistants" rows={newest} columns={columns} />}
    >
      <Dim mb="xs">
        Days in the last twelve months when an assistant started to answer with another version, was
        asked in another way, or began to search more or less often. A change of your numbers on
        such a day may come from that alone. Charts mark days of more or less searching, and all of
        them where one assistant is chosen.
      </Dim>
      <Answered asked={changes} height={80}>
        {() => (
          <DataTable
            name="Changes"
            rows={newest}
            columns={columns}
            keyOf={(row) => `${row.model_id} ${row.date} ${row.what}`}
            size={ROWS}
            empty={
              <Text size="sm">
                No assistant has changed its version or how often it searches, and all are asked as
                before.
              </Text>
            }
          />
        )}
      </Answered>
    </Panel>
  );
}
