import { Group, Stack, Text } from "@mantine/core";
import { useAsk, useLastTurn } from "../data.ts";
import { useHere } from "../here.tsx";
import { type ReportFilter, reportInput, withFilters } from "../scope.ts";
import { Behind } from "../widgets/behind.tsx";
import { RestOnPaper } from "../widgets/on-paper.tsx";
import { PageLink } from "../widgets/page-link.tsx";
import { Answered, Panel } from "../widgets/panel.tsx";
import { percent } from "../words/numbers.ts";
import { shownHost } from "../words/shown-address.ts";
import { Dim } from "../words/text.ts";
import { ClassBadge } from "./classification.tsx";

const SHOWN = 7;

/** The sites that answers cite most; `only` narrows the scope further. */
export function TopSources({ only = [] }: { only?: readonly ReportFilter[] }) {
  const { project_id, scope, timezone } = useHere();
  const input = reportInput(scope, timezone, only);
  const prompt_id = only.find(({ field }) => field === "prompt_id")?.values[0];
  const within = prompt_id ? { prompt_id } : {};
  const order_by = [{ field: "cited_chat_count", direction: "desc" } as const];
  const asked = { project_id, ...input, order_by, limit: SHOWN };
  const domains = useAsk("get_domain_report", asked, { enabled: useLastTurn() });
  return (
    <Panel
      title="Top sources"
      action={only.length === 0 && <PageLink to="/sources">All sources</PageLink>}
    >
      <Answered asked={domains}>
        {({ data, total_count, population }) => {
          const cited = data.filter(({ cited_chat_count }) => cited_chat_count > 0);
          return cited.length === 0 ? (
            <Dim>
              {population.answers === 0
                ? `No answers in this range${withFilters(scope)}.`
                : `No answer in this range${withFilters(scope)} ${data.length === 0 ? "reports its sources" : "cites a source"}.`}
            </Dim>
          ) : (
            <Stack gap={8} className="in-rows">
              <Dim>
                The share of answers that cite each site. An answer can read a site without citing
                it.
              </Dim>
              {cited.map((row) => (
                <Group key={row.domain} justify="space-between" wrap="nowrap">
                  <Group gap={8} wrap="nowrap" miw={0}>
                    <Text size="sm" truncate title={row.domain}>
                      {shownHost(row.domain)}
                    </Text>
                    <ClassBadge value={row.classification} />
                  </Group>
                  <Text size="sm" className="nowrap">
                    <Text span inherit c="dimmed" visibleFrom="xs">
                      cited in{" "}
                    </Text>
                    <Behind
                      count={row.cited_chat_count}
                      of={{ domain: row.domain, use: "cited", ...within }}
                    >
                      {percent(row.cited_percentage)}
                    </Behind>
                  </Text>
                </Group>
              ))}
              {cited.length === SHOWN && only.length === 0 && (
                <RestOnPaper left={total_count - SHOWN} page="Sources" />
              )}
            </Stack>
          );
        }}
      </Answered>
    </Panel>
  );
}
