import { Button, Group, Select, Text } from "@mantine/core";
import { IconWorldSearch, IconX } from "@tabler/icons-react";
import { callAll } from "../../asking.ts";
import { KINDS } from "../../brands/classification.tsx";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { compareInput, reportInput, withFilters } from "../../scope.ts";
import { CsvButton, DataTable, Paging } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { shownHost } from "../../words/shown-address.ts";
import { type SourceRow, useSourceColumns } from "./source-columns.tsx";

/** What the list is narrowed to and sorted by. It lives in the address. */
export type SourceSearch = { domain?: string; class?: string; sort?: string; dir?: string };
type Go = (change: Record<string, string | undefined>) => void;
const SIZE = 50;
const ORDERS = [
  ...(["cited_chat_count", "cited_percentage", "retrieved_percentage"] as const),
  ...(["citation_count", "citation_rate"] as const),
];

/** Sites or pages, those cited by most answers first unless sorted otherwise. */
export function SourceTable({
  kind,
  page,
  search,
  go,
}: {
  kind: "domain" | "url";
  page: number;
  search: SourceSearch;
  go: Go;
}) {
  const { isGuest, scope } = useHere();
  const key = ORDERS.find((one) => one === search.sort) ?? "cited_chat_count";
  const sorting = { key, isDown: search.dir !== "asc" };
  const query = useQueryOf(kind, search, sorting);
  const asked = { ...query, limit: SIZE, offset: (page - 1) * SIZE };
  const domains = useAsk("get_domain_report", asked, { enabled: kind === "domain" });
  const urls = useAsk("get_url_report", asked, { enabled: kind === "url" });
  const { data, error, isPlaceholderData, refetch } = kind === "domain" ? domains : urls;
  const rows: SourceRow[] = data?.data ?? [];
  const columns = useSourceColumns(kind, rows, go);
  const title = kind === "domain" ? "Sites" : "Pages";
  return (
    <Panel
      title={title + withFilters(scope)}
      action={
        <>
          {!isGuest && <Narrow kind={kind} search={search} go={go} />}
          <CsvButton
            name={title.toLowerCase()}
            rows={rows}
            load={() => callAll(`get_${kind}_report`, query)}
            total={data?.total_count}
            columns={columns}
            of={{ ...query, narrowed: wordsOf(kind, search), isCompared: scope.compare !== false }}
          />
        </>
      }
    >
      {kind === "url" && (
        <Text size="sm" c="dimmed" mb="sm">
          A page that no answer read or cited cannot be listed: Earshot knows pages from answers
          alone.
        </Text>
      )}
      <Answered asked={{ data, error, isPlaceholderData, refetch }} height={320}>
        {({ total_count, population }) => (
          <>
            <DataTable
              name={title}
              rows={rows}
              columns={columns}
              keyOf={(row) => ("url" in row ? row.url : row.domain)}
              sorting={{
                ...sorting,
                keys: ORDERS,
                set: (next) => go({ sort: next.key, dir: next.isDown ? undefined : "asc" }),
              }}
              empty={
                population.answers === 0 ? (
                  <NoAnswers />
                ) : (
                  <Empty icon={<IconWorldSearch size={32} aria-hidden />} title="No sources here">
                    No answer with this range and these filters reports its sources. Some assistants
                    report none; the Assistants page says which do.
                  </Empty>
                )
              }
            />
            <Paging
              page={page}
              size={SIZE}
              total={total_count}
              onPage={(next) => go({ page: String(next) })}
            />
          </>
        )}
      </Answered>
    </Panel>
  );
}

/** What the list is narrowed to beside the scope. */
const wordsOf = (kind: "domain" | "url", { domain, class: its }: SourceSearch) => [
  ...(kind === "url" && domain ? [`Site: ${shownHost(domain)}`] : []),
  ...(its ? [`Kind: ${KINDS.find(({ value }) => value === its)?.label ?? its}`] : []),
];

function useQueryOf(
  kind: "domain" | "url",
  search: SourceSearch,
  { key, isDown }: { key: (typeof ORDERS)[number]; isDown: boolean },
) {
  const { project_id, scope, timezone } = useHere();
  const input = reportInput(scope, timezone);
  const only = (field: "domain" | "classification", value: string | undefined) =>
    value ? [{ field, operator: "in" as const, values: [value] }] : [];
  return {
    project_id,
    ...input,
    ...compareInput(scope),
    filters: [
      ...input.filters,
      ...only("domain", kind === "url" ? search.domain : undefined),
      ...only("classification", search.class),
    ],
    order_by: [{ field: key, direction: isDown ? ("desc" as const) : ("asc" as const) }],
  };
}

/** The own pages that answers read, those that none cites first. */
const UNCITED = { class: "own", sort: "cited_chat_count", dir: "asc" };

function Narrow({ kind, search, go }: { kind: "domain" | "url"; search: SourceSearch; go: Go }) {
  return (
    <Group gap="xs">
      {kind === "url" && (
        <Button size="compact-sm" variant="default" onClick={() => go(UNCITED)}>
          Your pages, never cited first
        </Button>
      )}
      {search.domain && (
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconX size={12} aria-hidden />}
          aria-label={`Remove filter ${search.domain}`}
          onClick={() => go({ domain: undefined })}
        >
          {shownHost(search.domain)}
        </Button>
      )}
      <Select
        aria-label="Kind of site"
        placeholder="Every kind"
        size="xs"
        w={140}
        clearable
        data={KINDS}
        value={search.class ?? null}
        onChange={(value) => go({ class: value ?? undefined })}
      />
    </Group>
  );
}
