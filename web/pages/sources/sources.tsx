import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageTitle } from "../../frame/page-title.tsx";
import { SharePage } from "../../frame/share-page.tsx";
import { useHere } from "../../here.tsx";
import { pageOf } from "../../widgets/page-of.ts";
import { type SourceSearch, SourceTable } from "./source-table.tsx";
import { UnclassifiedSources } from "./unclassified-sources.tsx";

type Search = SourceSearch & { tab?: string; page?: string };

/** The sites and pages that answers read and cite, and the sites whose kind is not known yet. */
export function Sources() {
  const { isGuest } = useHere();
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const known = ["domains", "pages", ...(isGuest ? [] : ["unclassified"])];
  const tab = known.includes(search.tab ?? "") ? (search.tab ?? "domains") : "domains";
  const go = (change: { [Name in keyof Search]?: string | undefined }) =>
    void navigate({
      to: ".",
      search: ({ page: _, ...before }: Record<string, unknown>) => ({ ...before, ...change }),
    } as never);
  const page = pageOf(search.page);
  return (
    <>
      <PageTitle
        title="Sources"
        text="What assistants read and cite when they answer, counted over those that report it."
        scoped={tab !== "unclassified"}
      >
        {tab !== "unclassified" && <SharePage page="sources" />}
      </PageTitle>
      <Tabs
        value={tab}
        onChange={(next) => go({ tab: next ?? "domains", domain: undefined, never: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md" className="tabs">
          <Tabs.Tab value="domains">Sites</Tabs.Tab>
          <Tabs.Tab value="pages">Pages</Tabs.Tab>
          {!isGuest && <Tabs.Tab value="unclassified">Kind not known</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="domains">
          <SourceTable kind="domain" page={page} search={search} go={go} />
        </Tabs.Panel>
        <Tabs.Panel value="pages">
          <SourceTable kind="url" page={page} search={search} go={go} />
        </Tabs.Panel>
        {!isGuest && (
          <Tabs.Panel value="unclassified">
            <UnclassifiedSources page={page} onPage={(next) => go({ page: String(next) })} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}
