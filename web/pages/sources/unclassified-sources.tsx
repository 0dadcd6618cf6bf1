import { Stack, Text } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { callAll } from "../../asking.ts";
import { ClassSelect } from "../../brands/classification.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { NoSuchPage, Paging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { whole } from "../../words/numbers.ts";
import { shownAddress, shownHost } from "../../words/shown-address.ts";
import { Dim } from "../../words/text.ts";
import { WebLink } from "../../words/web-link.tsx";

type Domain = OutputOf<"list_unclassified_domains">["data"][number];
const SIZE = 25;

const COLUMNS: Column<Domain>[] = [
  {
    key: "domain",
    header: "Site",
    value: (row) => row.domain,
    show: (row) => (
      <Stack gap={2} style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" fw={500} miw={200}>
          {shownHost(row.domain)}
        </Text>
        {row.pages.map(({ url, title }) => (
          <Text key={url} size="xs">
            <WebLink url={url}>{title ?? shownAddress(url)}</WebLink>
          </Text>
        ))}
      </Stack>
    ),
  },
  {
    key: "citation_count",
    header: "Citations",
    hint: "In the last 90 days.",
    align: "right",
    value: (row) => row.citation_count,
    show: (row) => whole(row.citation_count),
  },
  {
    key: "cited_chat_count",
    header: "Answers",
    align: "right",
    value: (row) => row.cited_chat_count,
    show: (row) => whole(row.cited_chat_count),
  },
];
const SAY: Column<Domain> = {
  key: "",
  header: "Kind",
  value: () => null,
  show: (row) => <ClassSelect domain={row.domain} value="other" />,
};

/** Sites whose kind is not known, those cited most first: each that is said makes every report clearer. */
export function UnclassifiedSources({
  page,
  onPage,
}: {
  page: number;
  onPage(page: number): void;
}) {
  const { project_id, canWrite } = useHere();
  const columns = canWrite ? [...COLUMNS, SAY] : COLUMNS;
  const domains = useAsk("list_unclassified_domains", {
    project_id,
    limit: SIZE,
    offset: (page - 1) * SIZE,
  });
  return (
    <Panel
      title="Sites whose kind is not known"
      action={
        <CsvButton
          name="unclassified"
          rows={domains.data?.data ?? []}
          load={() => callAll("list_unclassified_domains", { project_id })}
          total={domains.data?.total_count}
          columns={columns}
        />
      }
    >
      <Dim mb="sm">
        {canWrite
          ? "Earshot does not know what these sites are, and counts them as other. Choose the kind of a site, and every report uses it at once, for past days too."
          : "Earshot does not know what these sites are. Reports count them as other until a member chooses their kind."}
      </Dim>
      <Answered asked={domains} height={240}>
        {({ data, total_count }) => (
          <>
            <DataTable
              name="Sites whose kind is not known"
              rows={data}
              columns={columns}
              keyOf={(row) => row.domain}
              sorting="server"
              empty={
                total_count > 0 ? (
                  <NoSuchPage page={page} onPage={onPage} />
                ) : (
                  <Empty
                    icon={<IconChecks size={32} aria-hidden />}
                    title="The kind of every site is known"
                  >
                    New sites appear here when answers use them.
                  </Empty>
                )
              }
            />
            <Paging page={page} size={SIZE} total={total_count} onPage={onPage} />
          </>
        )}
      </Answered>
    </Panel>
  );
}
