import { Badge, Checkbox, Group, MultiSelect, Select, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useAsk, useChange } from "../data.ts";
import { useHere } from "../here.tsx";
import { FILTERS, RANGES, reportInput, type Scope, showDays, yesterdayIn } from "../scope.ts";
import { Dialog, DialogForm } from "../widgets/dialog.tsx";
import { PageLink } from "../widgets/page-link.tsx";
import { SecretShown, ShownOnce } from "../widgets/secret-shown.tsx";
import { useFilterWords } from "../words/filter-words.ts";
import { Dim } from "../words/text.ts";
import { type Days, RangePick, WeekPick, weekTo } from "./share-days.tsx";
import { SHARED_PAGES, type SharedPage } from "./share-links.tsx";
import { NameField, proposedName } from "./share-name.tsx";

/** What of a scope a link is bound to: its filters, and a moving range or its first and last day. */
function boundTo(scope: Scope, timezone: string) {
  const { date_from, date_to, filters, branded } = reportInput(scope, timezone);
  const days = scope.from ? { date_from, date_to } : { last_days: RANGES[scope.range ?? "30d"] };
  return { ...days, filters, branded };
}

const SITES_FIRST = "It begins with all sites; their pages are on its second tab.";

const LIFETIMES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
];

/** Makes a link to a page with the range and filters that are set; `page`: the one that is chosen at first. A week stays the one that was sent. */
export function MakeShareLink({
  page: first = "overview",
  week,
  onClose,
  children,
}: {
  page?: SharedPage;
  /** The week on the page, where it is an earlier one. */
  week?: Days | undefined;
  onClose(): void;
  /** Stands below its form. */
  children?: ReactNode;
}) {
  const { project_id, scope, timezone } = useHere();
  const [typed, setTyped] = useState<string>();
  const [page, setPage] = useState(first);
  const [range, setRange] = useState<string>(scope.from ? "present" : (scope.range ?? "30d"));
  const [days, setDays] = useState("30");
  const [includes, setIncludes] = useState<Includes>({
    include_change: scope.compare !== false,
    include_competitors: true,
    include_actions: false,
  });
  const { include_change, include_competitors, include_actions } = includes;
  const make = useChange("create_share_link", ["list_share_links"]);
  const [picked, setPicked] = useState<Pick<Scope, "topic" | "model">>({});
  const narrowed: Scope = { ...scope, ...picked };
  const { from: _, to: __, ...moving } = narrowed;
  // A week is of its own seven days, and of what changed.
  const isWeek = page === "week";
  const [isMoving, setMoving] = useState(false);
  const shownWeek = week ?? weekTo(yesterdayIn(timezone));
  const fixed = isWeek && !isMoving && shownWeek;
  const moved = { ...moving, range: isWeek ? "7d" : range, ...fixed } as Scope;
  const chosen = range === "present" && !isWeek ? narrowed : moved;
  const name = typed ?? proposedName(page, chosen, isMoving);
  const words = useFilterWords(undefined, chosen);
  const shown = isWeek ? (isMoving ? "last week" : shownWeek) : "range";
  const submit = () =>
    make.mutate({
      ...{ project_id, name, page, expires_in_days: Number(days) },
      include_change: isWeek || include_change,
      include_competitors: isWeek && include_competitors,
      include_actions: isWeek && include_actions,
      ...boundTo(chosen, timezone),
    });
  return (
    <Dialog onClose={onClose} title="Create a share link" isBusy={make.isPending}>
      {make.data ? (
        <Made url={make.data.url} onClose={onClose} />
      ) : (
        <DialogForm of={make} onSubmit={submit} onClose={onClose} action="Create the link">
          <NameField value={name} onChange={setTyped} />
          <Select
            label="Page"
            description={page === "sources" ? SITES_FIRST : undefined}
            data={SHARED_PAGES}
            value={page}
            onChange={(value) => setPage(value as SharedPage)}
          />
          {isWeek ? (
            <WeekPick week={shownWeek} isMoving={isMoving} onChange={setMoving} />
          ) : (
            <RangePick value={range} onChange={setRange} />
          )}
          <OnlyOf scope={narrowed} onChange={(change) => setPicked({ ...picked, ...change })} />
          <Select
            label="Valid for"
            data={LIFETIMES}
            value={days}
            onChange={(value) => setDays(value ?? "30")}
          />
          <Ticks of={isWeek ? "week" : "range"} value={includes} onChange={setIncludes} />
          {!isWeek && include_change && <SinceWhen />}
          <Narrowed of={shown} isAlone={!include_competitors && !include_actions} words={words} />
        </DialogForm>
      )}
      {!make.data && children}
    </Dialog>
  );
}

/** What a link shows by choice, and what its guests then see. */
const TICKS = {
  week: [
    {
      field: "include_competitors",
      label: "With competitors",
      description: "Guests see the share of each tracked brand.",
    },
    {
      field: "include_actions",
      label: "With what to do next",
      description:
        "Guests see what to do next, from the 30 days up to the end of the week, with words of prompts, titles of pages and names of competitors; never notes or who does what.",
    },
  ],
  range: [{ field: "include_change", label: "Show the change since the previous period" }],
} as const;

type Field = (typeof TICKS)[keyof typeof TICKS][number]["field"];
type Includes = Record<Field, boolean>;

function Ticks({
  of,
  value,
  onChange,
}: {
  of: keyof typeof TICKS;
  value: Includes;
  onChange(value: Includes): void;
}) {
  return TICKS[of].map(({ field, ...words }) => (
    <Checkbox
      key={field}
      {...words}
      checked={value[field]}
      onChange={({ currentTarget: { checked } }) => onChange({ ...value, [field]: checked })}
    />
  ));
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

/** The link, this once, and where it is revoked. */
function Made({ url, onClose }: { url: string; onClose(): void }) {
  return (
    <ShownOnce onClose={onClose}>
      <SecretShown
        label="The link"
        text="Anyone who has this link can see the page. Copy it now: it is not shown again."
        value={url}
      />
      <Text size="sm">
        You can revoke it at any time, in{" "}
        <PageLink isInText to="/settings" search={{ tab: "shares" }}>
          Settings, Share links
        </PageLink>
        .
      </Text>
    </ShownOnce>
  );
}

/** Which week the link shows, and by which filters it is narrowed. */
function Narrowed({
  of,
  isAlone,
  words,
}: {
  of: Days | "last week" | "range";
  /** Whether a week shows neither competitors nor what to do next. */
  isAlone: boolean;
  words: readonly string[];
}) {
  const days =
    of === "last week"
      ? "the last seven full days, whenever it is opened"
      : of !== "range" && showDays(of.from, of.to);
  return (
    <>
      <Dim>
        {days &&
          `It shows ${days}${isAlone ? ", your own brand alone, and a competitor only where it changed by more than chance" : ""}. `}
        {words.length === 0 ? "It shows all answers." : "What it shows is narrowed by:"}
      </Dim>
      {words.length > 0 && (
        <Group gap={6} role="group" aria-label="What the link shows">
          {words.map((word) => (
            <Badge key={word} variant="default" size="lg" fw={500} maw="100%">
              {word}
            </Badge>
          ))}
        </Group>
      )}
    </>
  );
}

/** The topics and assistants that a link shows; all unless some are chosen. */
function OnlyOf({
  scope,
  onChange,
}: {
  scope: Scope;
  onChange(change: Pick<Scope, "topic" | "model">): void;
}) {
  const { project_id } = useHere();
  const topics = useAsk("list_topics", { project_id, limit: 1000 });
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const fields = [
    ["topic", FILTERS.topic.label, topics],
    ["model", FILTERS.model.label, models],
  ] as const;
  return fields.map(([field, label, { data }]) => (
    <MultiSelect
      key={field}
      label={label}
      placeholder={scope[field]?.length ? "" : "All"}
      clearable
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={scope[field] ?? []}
      onChange={(values) => onChange({ [field]: values.length > 0 ? values : undefined })}
    />
  ));
}
