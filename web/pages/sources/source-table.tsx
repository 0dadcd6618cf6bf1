import { Group, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { callAll } from "../../asking.ts";
import { KINDS } from "../../brands/classification.tsx";
import { useHere } from "../../here.tsx";
import { compareInput, reportInput, withFilters } from "../../scope.ts";
import { SmallButton } from "../../widgets/buttons.ts";
import { CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { NoSuchPage, Paging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { sortRows } from "../../widgets/sorting.ts";
import { Missing } from "../../widgets/states.tsx";
import { shownHost } from "../../words/shown-address.ts";
import { Dim } from "../../words/text.ts";
import { useNeverWithOwn } from "./never-with-own.ts";
import { NoSources } from "./no-sources.tsx";
import { keyOf, type SourceRow, useSourceColumns } from "./source-columns.tsx";
import { WhichShown, WhichSites } from "./which-sites.tsx";
import { useSources, useWithOwn, WITH_OWN } from "./with-own.tsx";

/** What the list is narrowed to and sorted by. It lives in the address. */
export type SourceSearch = {
  domain?: string;
  class?: string;
  /** "own": only sites that never go with the own brand. */
  never?: string;
  sort?: string;
  dir?: string;
};
type NeverWithOwn = ReturnType<typeof useNeverWithOwn>;
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
  const isDown = search.dir !== "asc";
  const key = ORDERS.find((one) => one === search.sort);
  const order = { key: key ?? ("cited_chat_count" as const), isDown: !key || isDown };
  const query = useQueryOf(kind, search, order);
  const inAll = useSources(kind, { ...query, limit: SIZE, offset: (page - 1) * SIZE });
  const isWanted = kind === "domain" && search.never === "own";
  const never = useNeverWithOwn(inAll, { query, page, size: SIZE, isWanted });
  const { data } = never.asked;
  const found: SourceRow[] = data?.data ?? [];
  const withOwn = useWithOwn(kind, found);
  const isByOwn = withOwn !== null && search.sort === WITH_OWN;
  const sorting = isByOwn ? { key: WITH_OWN, isDown } : order;
  const inOrder = (rows: readonly SourceRow[]) =>
    withOwn && isByOwn ? sortRows(rows, [withOwn.column], sorting) : rows;
  const rows = inOrder(withOwn?.rows ?? found);
  const columns = useSourceColumns(kind, { rows, go, more: withOwn ? [withOwn.column] : [] });
  const load = async () => {
    const all = never.only<SourceRow>(await callAll(`get_${kind}_report`, query));
    return inOrder(withOwn ? await withOwn.joinAll(all) : all);
  };
  const turn = (next: number) => go({ page: String(next) });
  const [title, noun] = kind === "domain" ? ["Sites", "site"] : ["Pages", "page"];
  return (
    <Panel
      title={title + withFilters(scope)}
      action={
        <>
          {!isGuest && <Narrow {...{ kind, search, go, never }} />}
          <CsvButton
            name={title.toLowerCase()}
            rows={rows}
            load={load}
            total={data?.total_count}
            columns={columns}
            of={{
              ...query,
              narrowed: wordsOf(kind, search, never),
              isCompared: scope.compare !== false,
            }}
          />
        </>
      }
    >
      <WhichShown kind={kind} never={never} />
      {kind === "url" && (
        <Dim mb="sm">
          A page that no answer read or cited cannot be listed: Earshot knows pages from answers
          alone.
        </Dim>
      )}
      {withOwn && (
        <>
          <Dim mb="sm">
            “With you” counts the answers of these days that cite the {noun} and name{" "}
            <bdi>{withOwn.own.name}</bdi>, which the other columns leave out.
            {data && data.total_count > SIZE && ` It sorts the ${title.toLowerCase()} shown here.`}
          </Dim>
          <Missing what={`The answers that name ${withOwn.own.name}`} asked={withOwn.asked} />
        </>
      )}
      <Answered asked={never.asked} height={320}>
        {({ total_count, population }) => (
          <>
            <DataTable
              name={title}
              rows={rows}
              columns={columns}
              keyOf={keyOf}
              sorting={{
                ...sorting,
                keys: withOwn ? [...ORDERS, WITH_OWN] : ORDERS,
                set: (next) => go({ sort: next.key, dir: next.isDown ? undefined : "asc" }),
              }}
              empty={
                total_count > 0 ? (
                  <NoSuchPage page={page} onPage={turn} />
                ) : (
                  <NoSources {...{ kind, search, go, population }} isNever={never.isNone} />
                )
              }
            />
            <Paging page={page} size={SIZE} total={total_count} onPage={turn} />
          </>
        )}
      </Answered>
    </Panel>
  );
}

/** What the list is narrowed to beside the scope. */
const wordsOf = (
  kind: "domain" | "url",
  { domain, class: its }: SourceSearch,
  { isOn, own }: NeverWithOwn,
) => [
  ...(isOn ? [`Never with ${own?.name}`] : []),
  ...(kind === "url" && domain ? [`Site: ${shownHost(domain)}`] : []),
  ...KINDS.flatMap(({ value, label }) => (value === its ? [`Kind: ${label}`] : [])),
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
      ...only("classification", KINDS.find(({ value }) => value === search.class)?.value),
    ],
    order_by: [{ field: key, direction: isDown ? ("desc" as const) : ("asc" as const) }],
  };
}

/** The own pages, those that fewest answers cite first: answers read them and cite them seldom, or never. */
const UNCITED = { class: "own", sort: "cited_chat_count", dir: "asc" };

function Narrow({
  kind,
  search,
  go,
  never,
}: {
  kind: "domain" | "url";
  search: SourceSearch;
  go: Go;
  never: NeverWithOwn;
}) {
  return (
    <Group gap="xs" align="flex-end">
      <WhichSites kind={kind} never={never} />
      {kind === "url" && (
        <SmallButton onClick={() => go(UNCITED)}>Your pages, least cited first</SmallButton>
      )}
      {search.domain && (
        <SmallButton
          rightSection={<IconX size={12} aria-hidden />}
          aria-label={`Remove filter ${search.domain}`}
          onClick={() => go({ domain: undefined })}
        >
          {shownHost(search.domain)}
        </SmallButton>
      )}
      <Select
        allowDeselect
        label="Kind of site"
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
