import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageTitle } from "../../frame/page-title.tsx";
import { SharePage } from "../../frame/share-page.tsx";
import { useBrands } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { type SourceSearch, SourceTable } from "./source-table.tsx";
import { UnclassifiedSources } from "./unclassified-sources.tsx";

type Search = SourceSearch & { tab?: string; page?: string };

/** Takes away what narrows answers to those that name a competitor and not the own brand. */
const ALL = { mentioned: undefined, not_mentioned: undefined };

/** The sites and pages that answers read and cite, and the sites whose kind is not known yet. */
export function Sources() {
  const { scope, isGuest } = useHere();
  const brands = [...useBrands().values()];
  const own = brands.find(({ is_own }) => is_own)?.id;
  const rivals = brands.filter(({ is_own }) => !is_own).map(({ id }) => id);
  const isLost = own !== undefined && scope.mentioned && scope.not_mentioned?.includes(own);
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const known = ["domains", "pages", ...(isGuest ? [] : ["unclassified"])];
  const tab = known.includes(search.tab ?? "") ? (search.tab ?? "domains") : "domains";
  const go = (change: { [Name in keyof Search]?: string | undefined }) =>
    void navigate({
      to: ".",
      search: ({ page: _, ...before }: Record<string, unknown>) => ({ ...before, ...change }),
    } as never);
  const page = Math.max(1, Number(search.page) || 1);
  return (
    <>
      <PageTitle
        title="Sources"
        text={
          <>
            What assistants read and cite when they answer, counted over those that report it.
            {own && rivals.length > 0 && (
              <div>
                <PageLink
                  isInText
                  to="/sources"
                  search={{
                    ...(isLost ? ALL : { mentioned: rivals, not_mentioned: [own] }),
                    ...{ tab, page: undefined },
                  }}
                >
                  {isLost ? "All answers again" : "Only answers that name a competitor, not you"}
                </PageLink>
              </div>
            )}
          </>
        }
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
