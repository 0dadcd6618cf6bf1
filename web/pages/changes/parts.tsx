import { Button, Group } from "@mantine/core";
import { useHere } from "../../here.tsx";
import { periodOf } from "../../scope.ts";
import { CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { useNames } from "../../words/names.ts";
import { whole } from "../../words/numbers.ts";
import { keyOfPart } from "../../words/part-key.ts";
import { shownHost } from "../../words/shown-address.ts";
import { Dim } from "../../words/text.ts";
import type { Explanation, Part } from "./explanation.ts";
import { columnsOf } from "./part-columns.tsx";

export const TITLES: Record<Part["split"], string> = {
  model: "By assistant",
  topic: "By topic",
  prompt: "By prompt",
  country: "By country",
  site: "Sites that go along with the change",
};
const SPLITS = Object.keys(TITLES) as Part["split"][];

/** The name of a part: of the assistant, topic, prompt, country or site that it is of. */
export function usePartNames(): (part: Part) => string {
  const model = useNames("model_id");
  const topic = useNames("topic_id");
  const prompt = useNames("prompt_id");
  const country = useNames("country_code");
  return (part) => {
    if (part.split === "model") return model(part.model_id);
    if (part.split === "prompt") return prompt(part.prompt_id);
    if (part.split === "country") return country(part.country_code);
    if (part.split === "site") return shownHost(part.domain ?? "");
    return part.topic_id ? topic(part.topic_id) : "no topic";
  };
}

/** Each split as a table; all bars of the page have one scale. */
export function Parts({
  found,
  shown,
  color,
  showAll,
  load,
}: {
  found: Explanation;
  /** The change that parts add up to, as it is shown. */
  shown: number | null;
  color: string;
  showAll(): void;
  /** Asks for the parts of every split that are not shown, too. */
  load(): Promise<Part[]>;
}) {
  const { scope, timezone } = useHere();
  const nameOf = usePartNames();
  const ends = found.data.flatMap(({ split, contribution, low, high }) =>
    split === "site" ? [contribution] : [contribution, low ?? 0, high ?? 0],
  );
  const most = Math.max(0.001, ...ends.map(Math.abs));
  return SPLITS.map((split) => {
    const rows = found.data.filter((part) => part.split === split);
    if (rows.length === 0) return null;
    const title = TITLES[split];
    const columns = columnsOf(split, { nameOf, most, color, whole: shown, brand: found.brand });
    return (
      <Panel
        key={split}
        title={title}
        action={
          <CsvButton
            name={`${found.brand.name} ${title}`}
            rows={rows}
            load={async () => (await load()).filter((part) => part.split === split)}
            total={found.part_counts[split]}
            columns={[
              { key: "brand", header: "", value: () => found.brand.name, csvOnly: true },
              ...columns,
            ]}
            of={{ ...periodOf(scope, timezone), isCompared: true }}
          />
        }
      >
        {split === "site" && (
          <Dim mb="xs">
            Sites that are surely read more or less often than before come first. If a site were the
            cause, it could explain the points that stand beside it; whether it is one is not known.
            Rows overlap and do not add up.
          </Dim>
        )}
        <DataTable
          name={title}
          rows={rows}
          columns={columns}
          keyOf={keyOfPart}
          sorting="server"
          size={20}
          few={{ total: found.part_counts[split], showAll }}
        />
        {rows.length < found.part_counts[split] && (
          <Group gap="sm" mt="xs">
            <Dim>
              {whole(rows.length)} of {whole(found.part_counts[split])}: those that are more than
              chance first, then the largest.
            </Dim>
            <Button variant="default" size="xs" className="no-print" onClick={showAll}>
              Show all {whole(found.part_counts[split])}
            </Button>
          </Group>
        )}
      </Panel>
    );
  });
}
