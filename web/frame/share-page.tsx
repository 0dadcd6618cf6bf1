import { Button, Checkbox, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useChange } from "../data.ts";
import { useHere } from "../here.tsx";
import { RANGE_LABELS, RANGES, rangeLabel, reportInput, type Scope, showDays } from "../scope.ts";
import { Dialog, DialogEnd } from "../widgets/dialog.tsx";
import { SecretShown, ShownOnce } from "../widgets/secret-shown.tsx";
import {
  SHARED_PAGES,
  type SharedPage,
  type ShareLink,
  TakeBackLink,
  WorkingLinks,
} from "./share-links.tsx";

/** Shares a page as it is, for those who may, and takes back what was shared. */
export function SharePage({ page }: { page: SharedPage }) {
  const { canWrite, isGuest = false } = useHere();
  const [isOpen, setOpen] = useState(false);
  const [takenBack, setTakenBack] = useState<ShareLink | null>(null);
  if (!canWrite || isGuest) return null;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconShare size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {isOpen && (
        <MakeShareLink page={page} isAsking={takenBack !== null} onClose={() => setOpen(false)}>
          <WorkingLinks onTakeBack={setTakenBack} />
        </MakeShareLink>
      )}
      {takenBack && <TakeBackLink link={takenBack} onClose={() => setTakenBack(null)} />}
    </>
  );
}

/** What of a scope a link is bound to: its filters, and a moving range or its first and last day. */
function boundTo(scope: Scope, timezone: string) {
  const { date_from, date_to, filters, branded } = reportInput(scope, timezone);
  const days = scope.from ? { date_from, date_to } : { last_days: RANGES[scope.range ?? "30d"] };
  return { ...days, filters, branded };
}

const LIFETIMES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
];

/** Makes a link to a page with the range and filters that are set; `page`: the one that is chosen at first. */
export function MakeShareLink({
  page: first = "overview",
  isAsking = false,
  onClose,
  children,
}: {
  page?: SharedPage;
  /** A question lies above it, which keys answer. */
  isAsking?: boolean;
  onClose(): void;
  /** Stands below its form. */
  children?: ReactNode;
}) {
  const { project_id, scope, timezone } = useHere();
  const [name, setName] = useState("");
  const [page, setPage] = useState(first);
  const [range, setRange] = useState<string>(scope.from ? "present" : (scope.range ?? "30d"));
  const [days, setDays] = useState("30");
  const [withChange, setWithChange] = useState(scope.compare !== false);
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
    <Dialog onClose={onClose} title="Create a share link" closeOnEscape={!isAsking}>
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
              description="Shown to who opens the link, beside the name of the project."
              required
              maxLength={100}
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Select
              label="Page"
              allowDeselect={false}
              data={SHARED_PAGES}
              value={page}
              onChange={(value) => setPage(value as SharedPage)}
            />
            {!isWeek && <RangePick value={range} onChange={setRange} />}
            <Select
              label="Valid for"
              allowDeselect={false}
              data={LIFETIMES}
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
            {!isWeek && withChange && <SinceWhen />}
            <Text size="sm" c="dimmed">
              {isWeek && "It shows the last seven full days, whenever it is opened. "}
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
      {!make.data && children}
    </Dialog>
  );
}

/** That the days which the page is compared with do not go along, where they were chosen. */
function SinceWhen() {
  const { vs_from, vs_to } = useHere().scope;
  if (!vs_from || !vs_to) return null;
  return (
    <Text size="sm">
      Its changes are since the days just before, not since {showDays(vs_from, vs_to)} as on your
      page.
    </Text>
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
