import { Group, Stack, Text } from "@mantine/core";
import type { OutputOf } from "../call.ts";
import { useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import { SmallButton } from "../widgets/buttons.ts";
import { ConfirmChange } from "../widgets/confirm.tsx";
import { PageLink } from "../widgets/page-link.tsx";
import { Missing } from "../widgets/states.tsx";
import { useWordsOf } from "../words/filter-words.ts";
import { ago, showTime, whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";

export type ShareLink = OutputOf<"list_share_links">["data"][number];
export type SharedPage = ShareLink["page"];
/** The pages that a link can show. */
export const SHARED_PAGES: { value: SharedPage; label: string }[] = [
  { value: "overview", label: "Overview" },
  { value: "brands", label: "Brands" },
  { value: "sources", label: "Sources" },
  { value: "week", label: "This week" },
];
const SHOWN = 4;

/** What a link shows, in words. */
export function pageNameOf({ page, include_competitors, include_actions }: ShareLink): string {
  const name = SHARED_PAGES.find(({ value }) => value === page)?.label ?? page;
  const more = [include_competitors && "competitors", include_actions && "what to do next"];
  const said = more.filter(Boolean).join(" and ");
  return said ? `${name}, with ${said}` : name;
}

const isWorking = ({ status }: ShareLink) => status === "active";

/** The project's links, those that work first, looked at again: others open them while one looks. */
export function useShareLinks() {
  const { project_id } = useHere();
  const { data, ...asked } = useAskAll("list_share_links", { project_id }, { watched: true });
  const links = data?.toSorted((one, other) => Number(isWorking(other)) - Number(isWorking(one)));
  return { ...asked, data: links && { data: links } };
}

/** What narrows links, in words. */
export function useLinkWords(links: readonly ShareLink[]): (link: ShareLink) => string[] {
  const say = useWordsOf(links.flatMap(({ filters }) => filters));
  return ({ filters, branded }) => say(filters, branded);
}

/** The links that work now, each to be revoked; nothing while there are none. */
export function WorkingLinks({ onRevoke }: { onRevoke(link: ShareLink): void }) {
  const links = useShareLinks();
  const working = links.data?.data.filter(isWorking) ?? [];
  const wordsOf = useLinkWords(working);
  if (working.length === 0) return <Missing what="The links that work now" asked={links} />;
  return (
    <Stack gap="xs" mt="lg" className="working-links">
      <Text size="sm" fw={600} component="h3">
        Links that work now
      </Text>
      <ul className="bare-list">
        {working.slice(0, SHOWN).map((link) => (
          <Group key={link.id} component="li" justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {link.name}
              </Text>
              <Fine>
                {[pageNameOf(link), ...wordsOf(link)].join(" · ")} · until{" "}
                {showTime(link.expires_at)} ·{" "}
                {link.last_used_at ? `last opened ${ago(link.last_used_at)}` : "not opened yet"}
              </Fine>
            </div>
            <SmallButton
              flex="none"
              aria-label={`Revoke ${link.name}`}
              onClick={() => onRevoke(link)}
            >
              Revoke
            </SmallButton>
          </Group>
        ))}
      </ul>
      <PageLink to="/settings" search={{ tab: "shares" }}>
        {working.length > SHOWN
          ? `All ${whole(working.length)} links`
          : "All links, ended ones too"}
      </PageLink>
    </Stack>
  );
}

/** Asks before a link is revoked. */
export function RevokeLink({ link, onClose }: { link: ShareLink; onClose(): void }) {
  const { project_id } = useHere();
  return (
    <ConfirmChange
      title={`Revoke ${link.name}?`}
      action="Revoke"
      of={["revoke_share_link", { project_id, share_id: link.id }]}
      stale={["list_share_links"]}
      said={`The link “${link.name}” no longer works.`}
      onClose={onClose}
    >
      The link stops working at once for everyone who has it.
    </ConfirmChange>
  );
}
