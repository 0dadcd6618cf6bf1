import { Badge } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { useState } from "react";
import { MakeShareLink } from "../../frame/make-share-link.tsx";
import {
  pageNameOf,
  RevokeLink,
  type ShareLink,
  useLinkWords,
  useShareLinks,
} from "../../frame/share-links.tsx";
import { useHere } from "../../here.tsx";
import { showDays } from "../../scope.ts";
import { QuietButton } from "../../widgets/buttons.ts";
import { buttons, type Column } from "../../widgets/data-table.tsx";
import { ListPanel } from "../../widgets/list-panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { ago, showTime } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";

/** Links that show one page of reports to people without an account. */
export function SharesTab() {
  const { canWrite } = useHere();
  const links = useShareLinks();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ShareLink | null>(null);
  const wordsOf = useLinkWords(links.data?.data ?? []);
  const columns = useColumns(setRevoking, wordsOf);
  return (
    <ListPanel
      title="Share links"
      file="share-links"
      about="Read only, for one page with its days and filters, until the day you choose or until you take it back."
      make={{ label: "Create a link", can: canWrite, start: () => setMaking(true) }}
      asked={links}
      columns={columns}
      keyOf={(link) => link.id}
      empty={
        <Empty icon={<IconShare size={32} aria-hidden />} title="No link yet">
          Share a report with people who have no account here.
        </Empty>
      }
    >
      {isMaking && <MakeShareLink onClose={() => setMaking(false)} />}
      {revoking && <RevokeLink link={revoking} onClose={() => setRevoking(null)} />}
    </ListPanel>
  );
}

function useColumns(
  revoke: (link: ShareLink) => void,
  wordsOf: (link: ShareLink) => string[],
): Column<ShareLink>[] {
  const { canWrite } = useHere();
  return [
    { key: "name", header: "Name", value: (link) => link.name },
    {
      key: "page",
      header: "Shows",
      value: pageNameOf,
      show: (link) => (
        <>
          {pageNameOf(link)}
          {wordsOf(link).length > 0 && <Fine>{wordsOf(link).join("; ")}</Fine>}
        </>
      ),
    },
    {
      key: "days",
      header: "Days",
      value: (link) =>
        link.date_from && link.date_to
          ? showDays(link.date_from, link.date_to)
          : `last ${link.last_days}`,
    },
    {
      key: "status",
      header: "State",
      value: (link) => link.status,
      show: (link) => (
        <Badge color={link.status === "active" ? "green" : "gray"}>{link.status}</Badge>
      ),
    },
    {
      key: "expires_at",
      header: "Ends",
      value: (link) => link.expires_at,
      show: (link) => (link.status === "revoked" ? "–" : showTime(link.expires_at)),
    },
    {
      key: "last_used_at",
      header: "Last opened",
      value: (link) => link.last_used_at,
      show: (link) => ago(link.last_used_at),
    },
    buttons((link) =>
      canWrite && link.status === "active" ? (
        <QuietButton onClick={() => revoke(link)}>Revoke</QuietButton>
      ) : null,
    ),
  ];
}
