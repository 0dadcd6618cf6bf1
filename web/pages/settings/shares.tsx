import { Badge, Button, Checkbox, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { useState } from "react";
import type { InputOf, OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { RANGE_LABELS, RANGES, rangeLabel, reportInput, type Scope } from "../../scope.ts";
import { Confirm, say } from "../../widgets/confirm.tsx";
import type { Column } from "../../widgets/data-table.tsx";
import { Dialog, DialogEnd } from "../../widgets/dialog.tsx";
import { ListPanel } from "../../widgets/list-panel.tsx";
import { SecretShown, ShownOnce } from "../../widgets/secret-shown.tsx";
import { Empty } from "../../widgets/states.tsx";
import { ago, showTime } from "../../words/numbers.ts";

type Link = OutputOf<"list_share_links">["data"][number];
type Page = InputOf<"create_share_link">["page"];
const PAGES: { value: Page; label: string }[] = [
  { value: "overview", label: "Overview" },
  { value: "brands", label: "Brands" },
  { value: "sources", label: "Sources" },
  { value: "week", label: "This week" },
];

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
      {isMaking && <MakeLink onClose={() => setMaking(false)} />}
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
      value: ({ page }) => PAGES.find(({ value }) => value === page)?.label ?? page,
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

/** What of a scope a link is bound to: its filters, and a moving range or its first and last day. */
function boundTo(scope: Scope, timezone: string) {
  const { date_from, date_to, filters, branded } = reportInput(scope, timezone);
  const days = scope.from ? { date_from, date_to } : { last_days: RANGES[scope.range ?? "30d"] };
  return { ...days, filters, branded };
}

function MakeLink({ onClose }: { onClose(): void }) {
  const { project_id, scope, timezone } = useHere();
  const [name, setName] = useState("");
  const [page, setPage] = useState<Page>("overview");
  const [range, setRange] = useState<string>(scope.from ? "present" : (scope.range ?? "30d"));
  const [days, setDays] = useState("30");
  const [withChange, setWithChange] = useState(true);
  const make = useChange("create_share_link", ["list_share_links"]);
  const { from: _, to: __, ...moving } = scope;
  // A week is of its own seven days, and of what changed.
  const isWeek = page === "week";
  const moved = { ...moving, range: isWeek ? "7d" : range } as Scope;
  const chosen = range === "present" && !isWeek ? scope : moved;
  const submit = () =>
    make.mutate({
      ...{ project_id, name, page, expires_in_days: Number(days) },
      include_change: isWeek || withChange,
      ...boundTo(chosen, timezone),
    });
  return (
    <Dialog onClose={onClose} title="Create a share link">
      {make.data ? (
        <ShownOnce onClose={onClose}>
          <SecretShown
            label="The link"
            text="Anyone who has this link can see the page. Copy it now: it is not shown again."
            value={make.data.url}
          />
        </ShownOnce>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap="sm">
            <TextInput
              label="What it is for"
              required
              maxLength={100}
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Select
              label="Page"
              allowDeselect={false}
              data={PAGES}
              value={page}
              onChange={(value) => setPage(value as Page)}
            />
            {!isWeek && <RangePick value={range} onChange={setRange} />}
            <Select
              label="Valid for"
              allowDeselect={false}
              data={[
                { value: "7", label: "7 days" },
                { value: "30", label: "30 days" },
                { value: "90", label: "90 days" },
                { value: "365", label: "A year" },
              ]}
              value={days}
              onChange={(value) => setDays(value ?? "30")}
            />
            {!isWeek && (
              <Checkbox
                label="Show the change since the previous period"
                checked={withChange}
                onChange={({ currentTarget }) => setWithChange(currentTarget.checked)}
              />
            )}
            <Text size="sm" c="dimmed">
              The link includes the current filters
              {scope.branded ? "" : " and leaves out prompts that name your brand"}.
            </Text>
            <DialogEnd error={make.error} onClose={onClose}>
              <Button type="submit" loading={make.isPending}>
                Create the link
              </Button>
            </DialogEnd>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function RangePick({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { scope } = useHere();
  const moving = Object.entries(RANGE_LABELS).map(([range, label]) => ({
    value: range,
    label: `${label}, moving on`,
  }));
  return (
    <Select
      label="Days"
      allowDeselect={false}
      data={[...moving, ...(scope.from ? [{ value: "present", label: rangeLabel(scope) }] : [])]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? "30d")}
    />
  );
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
