import { Group, Select, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { HeatMap } from "../../brands/heat-map.tsx";
import { lastPairs, type Pair } from "../../brands/last-pairs.ts";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { useUsualRival } from "../../brands/use-usual-rival.ts";
import { VisibilityTrend } from "../../brands/visibility-trend.tsx";
import { useAsk } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useHere } from "../../here.tsx";
import { compareInput, periodOf, reportInput, showDays, withFilters } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { CardOutline } from "../../widgets/outline.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { someAnswers } from "../../words/numbers.ts";
import { Figures } from "./figures.tsx";
import { PromptsOfBoth } from "./prompts-of-both.tsx";

const readSearch = ({ one, other }: Record<string, unknown>): Pair => ({
  ...(typeof one === "string" && { one }),
  ...(typeof other === "string" && { other }),
});

/** Two brands next to each other: the own one and the usual competitor until others are chosen; whatever days follow. */
export function Compare() {
  const { project_id, scope, timezone } = useHere();
  const [asked, setSearch] = useOwnSearch(readSearch);
  const isAsked = asked.one !== undefined || asked.other !== undefined;
  const search = isAsked ? asked : (lastPairs.get(project_id) ?? {});
  const report = useAsk("get_brand_report", {
    ...{ project_id, ...reportInput(scope, timezone), ...compareInput(scope) },
    limit: 1000,
  });
  const rows = report.data?.data ?? [];
  const rowOf = (id: string | undefined) => rows.find(({ brand }) => brand.id === id);
  const one = rowOf(search.one) ?? rows.find(({ brand }) => brand.is_own);
  const usual = useUsualRival(rows.filter(({ brand }) => brand.id !== one?.brand.id));
  const other = rowOf(search.other) ?? usual;
  const hasAnswers = !report.isPlaceholderData && (report.data?.population.answers ?? 0) > 0;
  const shown = hasAnswers && one && other ? [one.brand.id, other.brand.id] : null;
  const isKept = shown === null || (shown[0] === asked.one && shown[1] === asked.other);
  // Who is compared is in the address, so that other days do not choose another competitor.
  useEffect(() => {
    if (!isKept) setSearch({ one: shown?.[0], other: shown?.[1] });
    if (shown?.[0] && shown[1]) lastPairs.set(project_id, { one: shown[0], other: shown[1] });
  });
  return (
    <>
      <PageTitle
        title="Compare"
        text={
          <>
            Two brands in the same{" "}
            {report.data ? (
              <Behind count={report.data.population.answers} of={{}}>
                {someAnswers(report.data.population.answers)}
              </Behind>
            ) : (
              "answers"
            )}
            {withFilters(scope)}.
          </>
        }
        scoped="two periods"
        rivals={shown ?? true}
      />
      <Answered asked={report} outline={<CardOutline height={420} />}>
        {({ population }) =>
          population.answers === 0 ? (
            <Panel>
              <NoAnswers />
            </Panel>
          ) : other === null ? (
            <CardOutline height={420} />
          ) : !one || !other ? (
            <Panel>
              <Text size="sm">Track a second brand to compare with.</Text>
            </Panel>
          ) : (
            <Stack>
              <Group gap="sm" className="message">
                <Pick label="Brand" rows={rows} value={one} set={(id) => setSearch({ one: id })} />
                <Pick
                  label="Compared with"
                  rows={rows}
                  value={other}
                  set={(id) => setSearch({ other: id })}
                />
              </Group>
              {one === other ? (
                <Panel>
                  <Text size="sm">Pick two different brands.</Text>
                </Panel>
              ) : (
                <>
                  {[one, other].map((row) => (
                    <Unnamed key={row.brand.id} row={row} />
                  ))}
                  <Figures one={one} other={other} />
                  <HeatMap own={one} rival={other} title="By assistant and topic" opensAll />
                  <VisibilityTrend rows={[one, other]} />
                  <PromptsOfBoth one={one.brand} other={other.brand} />
                </>
              )}
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

function Pick({
  label,
  rows,
  value,
  set,
}: {
  label: string;
  rows: readonly BrandRow[];
  value: BrandRow;
  set(id: string): void;
}) {
  return (
    <Select
      label={label}
      title={value.brand.name}
      w={{ base: "100%", xs: 240 }}
      searchable={rows.length > 8}
      data={rows.map(({ brand }) => ({ value: brand.id, label: brand.name }))}
      value={value.brand.id}
      onChange={(id) => id && set(id)}
    />
  );
}

/** Says so where no answer names a brand: its numbers are none, not bad ones. */
function Unnamed({ row }: { row: BrandRow }) {
  const { scope, timezone } = useHere();
  if (row.visibility_count > 0) return null;
  const { date_from, date_to } = periodOf(scope, timezone);
  return (
    <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
      No answer of {showDays(date_from, date_to)}
      {withFilters(scope)} names <bdi>{row.brand.name}</bdi>.
    </Text>
  );
}
