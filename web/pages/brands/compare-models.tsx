import { Button, Group, Select, SimpleGrid, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { ReadingAgain } from "../../frame/reading-again.tsx";
import { useHere } from "../../here.tsx";
import { reportInput, withFilters } from "../../scope.ts";
import { DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { asShown, readsAsNone, verdictOf } from "../../words/doubt.ts";
import { byName } from "../../words/formats.ts";
import { findPair } from "../../words/maker.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";
import { columnsOf, type Names, type ComparedRow as Row } from "./compare-columns.tsx";

type Model = OutputOf<"list_models">["data"][number];
type Report = OutputOf<"get_comparison_report">;
type Difference = Pick<Row["visibility"], "value" | "low" | "high">;

const UNPAIRED = "Two assistants compared";

/** How two assistants differ on the same prompts and days: one by API and the same maker's app, at first. */
export function CompareModels() {
  const { project_id } = useHere();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const [picked, pick] = useState<{ one?: string; other?: string }>({});
  const all = models.data?.data ?? [];
  if (all.length < 2) return null;
  const pair = findPair(all);
  const [api, page] = pair ?? all;
  const one = picked.one ?? api?.id ?? "";
  const other = picked.other ?? page?.id ?? "";
  const titleOf = (value: string) => all.filter(({ id }) => id === value).map(labelOf)[0];
  const nameOf = (value: string) =>
    (pair
      ? titleOf(value)
      : all.find(({ id }) => id === value)?.name.replace(" (simulated)", "")) ?? value;
  const choose = (label: string, value: string, set: (id: string) => void) => (
    <Select
      label={label}
      title={titleOf(value)}
      size="sm"
      flex="1 1 20rem"
      maw={480}
      data={all
        .map((model) => ({ value: model.id, label: labelOf(model) }))
        .sort((a, b) => byName(a.label, b.label))}
      value={value}
      onChange={(id) => id && set(id)}
    />
  );
  return (
    <Panel
      title={pair ? "By API and in the app" : UNPAIRED}
      action={one !== other && <Save one={one} other={other} />}
    >
      <ReadingAgain isOfSoFar />
      <Dim mb="xs">
        The same prompts on the same days, answered by both: only these answers count, so numbers
        are not quite those of other pages.
        {pair && " An API is not its maker's app: this is how far apart they are for you."}
      </Dim>
      <Group mb="md" align="flex-end">
        {choose("Assistant", one, (id) => pick({ ...picked, one: id }))}
        {choose("Compared with", other, (id) => pick({ ...picked, other: id }))}
      </Group>
      {one === other ? (
        <Text size="sm">Pick two assistants.</Text>
      ) : (
        <Comparison one={one} other={other} names={[nameOf(one), nameOf(other)]} />
      )}
    </Panel>
  );
}

/** An assistant and how it is reached; one that is simulated is named so and reached nowhere. */
function labelOf({ name, provider, surface }: Model): string {
  const reached = provider === "simulated" ? "simulated" : SURFACES[surface];
  return name.includes(`(${reached})`) ? name : `${name} (${reached})`;
}

const SURFACES: Record<Model["surface"], string> = {
  ...{ api: "API", ui: "app", serp: "search page", local: "your own model", import: "imported" },
};

/** What both are asked: the range and filters of the page, but for its assistants. */
function useInput(one: string, other: string) {
  const { project_id, scope, timezone } = useHere();
  const { filters, ...rest } = reportInput(scope, timezone);
  const others = filters.filter(({ field }) => field !== "model_id");
  return { project_id, ...rest, filters: others, model_id: one, other_model_id: other };
}

function Save({ one, other }: { one: string; other: string }) {
  const { filters, ...input } = useInput(one, other);
  const query = new URLSearchParams(input);
  for (const filter of filters) query.append("filters", JSON.stringify(filter));
  return (
    <Button
      component="a"
      href={`/app/export/comparison-report.csv?${query}`}
      download
      size="compact-xs"
      fw={400}
      variant="subtle"
      color="gray"
      className="save"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label="Save the comparison as CSV"
    >
      CSV
    </Button>
  );
}

function Comparison({ one, other, names }: { one: string; other: string; names: Names }) {
  const { scope } = useHere();
  const report = useAsk("get_comparison_report", useInput(one, other));
  return (
    <Answered asked={report} height={180}>
      {(found) =>
        found.prompts === 0 ? (
          <Text size="sm">
            Not enough answers: in this range{withFilters(scope)} no prompt was answered by both on
            the same day.
          </Text>
        ) : (
          <Found report={found} names={names} />
        )
      }
    </Answered>
  );
}

function Found({ report, names }: { report: Report; names: Names }) {
  const { prompts, cells, one, other, citing, overlap, data } = report;
  return (
    <>
      <Text size="sm" mb="xs">
        {whole(prompts)} {prompts === 1 ? "prompt" : "prompts"}, answered by both {whole(cells)}{" "}
        times on the same day: {whole(one.answers)} and {whole(other.answers)} answers.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
        <Fact
          label="Answers that cite"
          value={`${percent(one.citing_share)} and ${percent(other.citing_share)}`}
          note={sayDifference(
            asShown(citing, [one.citing_share, other.citing_share], percent),
            points,
            one.citing_share === null || other.citing_share === null,
          )}
        />
        <Fact
          label="Cited sites in common"
          value={percent(overlap.value)}
          note={
            overlap.value === null
              ? "Neither cites anything here, or one of them cannot report it."
              : `${sayInterval(overlap) ?? "Fewer than five prompts: no interval."} On following days the first has ${percent(overlap.one_with_itself)} in common with itself, the second ${percent(overlap.other_with_itself)}.`
          }
        />
      </SimpleGrid>
      <DataTable
        name="Both assistants"
        rows={data}
        columns={columnsOf(names)}
        keyOf={(row) => row.brand.id}
        size={20}
      />
    </>
  );
}

function Fact({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <Dim>{label}</Dim>
      <span className="number">{value}</span>
      <Fine>{note}</Fine>
    </div>
  );
}

function sayInterval({ low, high }: Difference): string | null {
  return low === null || high === null
    ? null
    : `95\u00A0% interval ${percent(low)} to ${percent(high)}.`;
}

function sayDifference(
  change: Row["visibility"],
  show: (value: number) => string,
  isUnsupported: boolean,
): string {
  if (isUnsupported) return "One of them cannot report what it cites.";
  const { value, low, high } = change;
  if (value === null || low === null || high === null) return "not enough answers";
  const isSaid = readsAsNone(change, show);
  const doubt = isSaid ? "" : `, ${verdictOf(change)}`;
  return `${signed(value, show)} (${signed(low, show)} to ${signed(high, show)}${doubt})`;
}
