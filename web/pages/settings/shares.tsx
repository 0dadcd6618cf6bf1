import { Badge, Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { MakeShareLink, SHARED_PAGES } from "../../frame/share-page.tsx";
import { useHere } from "../../here.tsx";
import { Confirm, say } from "../../widgets/confirm.tsx";
import type { Column } from "../../widgets/data-table.tsx";
import { ListPanel } from "../../widgets/list-panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { ago, showTime } from "../../words/numbers.ts";

type Link = OutputOf<"list_share_links">["data"][number];
const STATES: Record<Link["status"], string> = {
  ...{ active: "active", expired: "expired", revoked: "ended" },
};

/** Links that show one page of reports to people without an account. */
export function SharesTab() {
  const { project_id, canWrite } = useHere();
  const links = useAsk("list_share_links", { project_id, limit: 100 });
  const [isMaking, setMaking] = useState(false);
  const [ended, setEnded] = useState<Link | null>(null);
  const columns = useColumns(setEnded);
  return (
    <ListPanel
      title="Share links"
      file="share-links"
      about="Read only, for one page with its days and filters, until the day you choose or until you end it."
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
      {ended && <EndLink link={ended} onClose={() => setEnded(null)} />}
    </ListPanel>
  );
}

function useColumns(end: (link: Link) => void): Column<Link>[] {
  const { canWrite } = useHere();
  return [
    { key: "name", header: "Name", value: (link) => link.name },
    {
      key: "page",
      header: "Shows",
      value: ({ page }) => SHARED_PAGES.find(({ value }) => value === page)?.label ?? page,
    },
    {
      key: "days",
      header: "Days",
      value: (link) =>
        link.last_days === null ? `${link.date_from} to ${link.date_to}` : `last ${link.last_days}`,
    },
    {
      key: "status",
      header: "State",
      value: (link) => STATES[link.status],
      show: (link) => (
        <Badge
          variant="light"
          tt="none"
          color={link.status === "active" ? "green" : "gray"}
          autoContrast
        >
          {STATES[link.status]}
        </Badge>
      ),
    },
    {
      key: "expires_at",
      header: "Ends",
      value: (link) => link.expires_at,
      show: (link) => showTime(link.expires_at),
    },
    {
      key: "last_used_at",
      header: "Last seen",
      value: (link) => link.last_used_at,
      show: (link) => ago(link.last_used_at),
    },
    {
      key: "",
      header: "",
      align: "right",
      value: () => null,
      show: (link) =>
        canWrite && link.status === "active" ? (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => end(link)}>
            End
          </Button>
        ) : null,
    },
  ];
}

function EndLink({ link, onClose }: { link: Link; onClose(): void }) {
  const { project_id } = useHere();
  const end = useChange("revoke_share_link", ["list_share_links"]);
  return (
    <Confirm
      title={`End ${link.name}?`}
      action="End"
      isOpen
      isBusy={end.isPending}
      error={end.error}
      onClose={onClose}
      onConfirm={() =>
        end.mutate(
          { project_id, share_id: link.id },
          {
            onSuccess: () => {
              say(`${link.name} no longer works.`);
              onClose();
            },
          },
        )
      }
    >
      The link stops working at once for everyone who has it.
    </Confirm>
  );
}
