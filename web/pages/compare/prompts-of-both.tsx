import { Text } from "@mantine/core";
import { useAskAll } from "../../all-pages.ts";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { useHere } from "../../here.tsx";
import { reportInput } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { useNames } from "../../words/names.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";

type Brand = BrandRow["brand"];
type Pair = { prompt_id: string; one: number; other: number; answers: number };
const ROWS = 25;

/** In which prompts one of two brands is named more often than the other, the largest lead first. */
export function PromptsOfBoth({ one, other }: { one: Brand; other: Brand }) {
  const { project_id, scope, timezone } = useHere();
  const nameOf = useNames("prompt_id");
  const input = reportInput(scope, timezone);
  const report = useAskAll("get_brand_report", {
    ...{ project_id, ...input, dimensions: ["prompt_id"] },
    filters: [...input.filters, { field: "brand_id", operator: "in", values: [one.id, other.id] }],
  });
  const pairs = pairsOf(report.data ?? [], one.id);
  const share = (key: "one" | "other", brand: Brand): Column<Pair> => ({
    key,
    header: brand.name,
    align: "right",
    value: (pair) => pair[key] / pair.answers,
    show: (pair) => (
      <Behind count={pair[key]} of={{ brand_id: brand.id, prompt_id: pair.prompt_id }}>
        {percent(pair[key] / pair.answers)}
      </Behind>
    ),
  });
  const columns: Column<Pair>[] = [
    {
      key: "prompt",
      header: "Prompt",
      value: (pair) => nameOf(pair.prompt_id),
      show: (pair) => (
        <PageLink isQuiet to="/prompts/$prompt_id" params={{ prompt_id: pair.prompt_id }}>
          <span className="name">{nameOf(pair.prompt_id)}</span>
        </PageLink>
      ),
    },
    share("one", one),
    share("other", other),
    {
      key: "lead",
      header: "Lead",
      hint: `Of ${one.name} over ${other.name}, in points.`,
      align: "right",
      value: leadOf,
      show: (pair) => signed(leadOf(pair), points),
    },
    {
      key: "answers",
      header: "Answers",
      align: "right",
      value: (pair) => pair.answers,
      show: (pair) => (
        <Behind count={pair.answers} of={{ prompt_id: pair.prompt_id }}>
          {whole(pair.answers)}
        </Behind>
      ),
    },
  ];
  return (
    <Panel
      title="By prompt"
      action={<CsvButton name="prompts of both" rows={pairs} columns={columns} of={input} />}
    >
      <Answered asked={report} height={240}>
        {() => (
          <DataTable
            name="By prompt"
            rows={pairs}
            columns={columns}
            keyOf={({ prompt_id }) => prompt_id}
            sorting={{ key: "lead", isDown: false }}
            size={ROWS}
            empty={<Text size="sm">No prompt has answers in these days.</Text>}
          />
        )}
      </Answered>
    </Panel>
  );
}

const leadOf = ({ one, other, answers }: Pair) => (one - other) / answers;

function pairsOf(rows: readonly BrandRow[], one_id: string): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { prompt_id, brand, visibility_count, visibility_total } of rows) {
    if (!prompt_id || visibility_total === 0) continue;
    const pair = pairs.get(prompt_id) ?? { prompt_id, one: 0, other: 0, answers: visibility_total };
    pair[brand.id === one_id ? "one" : "other"] = visibility_count;
    pairs.set(prompt_id, pair);
  }
  return [...pairs.values()];
}
