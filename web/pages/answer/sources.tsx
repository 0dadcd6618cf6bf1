import { Stack, Text } from "@mantine/core";
import { ClassBadge, kindLabel, pageTypeInWords } from "../../brands/classification.tsx";
import type { OutputOf } from "../../call.ts";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { shownAddress, shownHost } from "../../words/shown-address.ts";
import { Dim, Fine } from "../../words/text.ts";
import { WebLink } from "../../words/web-link.tsx";

type Source = OutputOf<"get_chat">["sources"][number];

const COLUMNS: Column<Source>[] = [
  {
    key: "title",
    header: "Page",
    value: (row) => row.title ?? row.url,
    show: (row) => (
      <div className="page-cell">
        <WebLink url={row.url}>{row.title ?? shownAddress(row.url_normalized)}</WebLink>
        <Fine truncate title={row.title ? row.url_normalized : row.domain}>
          {row.title ? shownAddress(row.url_normalized) : shownHost(row.domain)}
        </Fine>
      </div>
    ),
  },
  {
    key: "citation_position",
    header: "Cited as",
    hint: "Its rank among the pages that the answer cites.",
    align: "right",
    value: (row) => row.citation_position,
  },
  { key: "url", header: "Address", value: (row) => row.url, csvOnly: true },
  { key: "domain", header: "Site", value: (row) => row.domain, csvOnly: true },
  {
    key: "classification",
    header: "Kind of site",
    value: (row) => kindLabel(row.classification),
    show: (row) => <ClassBadge value={row.classification} />,
  },
  {
    key: "page_type",
    header: "Kind of page",
    value: (row) => pageTypeInWords(row.page_type),
  },
  {
    key: "retrieved",
    header: "Read",
    hint: "The assistant reports that it read the page before it answered.",
    value: (row) => row.retrieved,
    show: (row) => (row.retrieved ? "yes" : "no"),
  },
  {
    key: "cited",
    header: "Cited",
    hint: "How often the answer cites it.",
    align: "right",
    value: (row) => row.citation_count,
    show: (row) => (row.cited ? `${row.citation_count} ×` : "no"),
  },
];

/** The pages that an answer read or cites. */
export function Sources({
  sources,
  areReported,
}: {
  sources: readonly Source[];
  /** Whether the assistant can tell its sources at all; undefined: that is not known. */
  areReported: boolean | undefined;
}) {
  return (
    <Panel
      title={`Sources (${sources.length})`}
      action={<CsvButton name="sources of an answer" rows={sources} columns={COLUMNS} />}
    >
      <DataTable
        name="Sources"
        rows={sources}
        columns={COLUMNS}
        keyOf={(row) => row.url_normalized}
        empty={
          <Dim>
            {areReported
              ? "It names no sources."
              : areReported === undefined
                ? "No sources are recorded."
                : "This assistant does not report its sources; it may still have used some."}
          </Dim>
        }
      />
    </Panel>
  );
}

/** What an assistant searched for while it answered. */
export function Searches({
  queries,
  areReported,
}: {
  queries: readonly string[];
  areReported: boolean;
}) {
  return (
    <Panel title="What it searched for">
      {queries.length === 0 ? (
        <Dim>
          {areReported
            ? "No search is recorded."
            : "This assistant does not report its searches; it may still have searched."}
        </Dim>
      ) : (
        <Stack gap={4} component="ul" className="bare-list plain-list">
          {queries.map((query) => (
            <Text size="sm" component="li" key={query}>
              {query}
            </Text>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
