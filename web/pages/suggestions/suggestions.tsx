import {
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Tabs,
  Text,
} from "@mantine/core";
import { IconBulb } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { callAll } from "../../asking.ts";
import { useAsk } from "../../data.ts";
import { useOpenCounts } from "../../frame/open-counts.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useHere } from "../../here.tsx";
import { SmallButton } from "../../widgets/buttons.ts";
import { type Column, CsvButton } from "../../widgets/data-table.tsx";
import { Outline, PanelOutline } from "../../widgets/outline.tsx";
import { pageOf } from "../../widgets/page-of.ts";
import { NoSuchPage, Paging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { capitalised } from "../../words/formats.ts";
import { Fine } from "../../words/text.ts";
import { KINDS, type Kind, type Suggested, type Suggestion } from "./suggestion.ts";
import { SuggestionCard } from "./suggestion-card.tsx";
import { type Decisions, useDecisions } from "./use-decisions.ts";
import { ACCEPTING, stateWord } from "./words.ts";

const STATUSES = ["open", "accepted", "rejected"] as const;
type Status = (typeof STATUSES)[number];
const SIZE = 25;
const LABELS: Record<Kind, string> = { brand: "Brands", prompt: "Prompts", topic: "Topics" };
const WHY: Record<Kind, string> = {
  brand:
    "Brands that answers name and you do not track yet. Share of voice and position are among all tracked brands: tracking one changes both, and a little of tone, as what is said of it no longer counts for others. Past days change, too: stored answers are re-read.",
  prompt: "Questions that assistants search for or leave open, and that you do not ask yet.",
  topic: "Groups of your prompts that have no topic yet.",
};
const LOOKED_FOR: Record<Kind, string> = {
  brand: "After every import and run, answers are read for names that keep coming up.",
  prompt: "After every import and run, the searches and open questions of answers are gathered.",
  topic: "After every import and run, prompts without a topic are grouped by what they are about.",
};
const COLUMNS: Column<Suggestion>[] = [
  { key: "name", header: "", value: (one) => one.name },
  { key: "status", header: "", value: (one) => one.status },
  { key: "chat_count", header: "", value: (one) => one.chat_count },
  { key: "model_count", header: "", value: (one) => one.model_count },
  { key: "domains", header: "", value: (one) => one.domains.join(" ") },
  { key: "reason", header: "", value: (one) => one.reason },
];

const named = (one: Suggested): Suggestion =>
  ({ ...one, name: "text" in one ? one.text : one.name }) as Suggestion;

const LOOK_MS = 5_000;

/** Asks again while there are none: the search follows a run or an import, when its page may be open already. */
const whileNone = (enabled: boolean, isLooking: boolean) => ({
  enabled,
  beside: false as const,
  refetchInterval: ({ state }: { state: { data?: { total_count: number } | undefined } }) =>
    isLooking && state.data?.total_count === 0 ? LOOK_MS : (false as const),
});

function useSuggestions(kind: Kind, status: Status, page: number) {
  const { project_id } = useHere();
  const input = { project_id, status, limit: SIZE, offset: (page - 1) * SIZE };
  const isLooking = status === "open";
  const brands = useAsk("list_brand_suggestions", input, whileNone(kind === "brand", isLooking));
  const prompts = useAsk("list_prompt_suggestions", input, whileNone(kind === "prompt", isLooking));
  const topics = useAsk("list_topic_suggestions", input, whileNone(kind === "topic", isLooking));
  const asked = { brand: brands, prompt: prompts, topic: topics }[kind];
  const data = asked.data && {
    total_count: asked.data.total_count,
    data: asked.data.data.map(named),
  };
  const { error, isPlaceholderData, refetch } = asked;
  const loadAll = async () => {
    const all: Suggested[] = await callAll(`list_${kind}_suggestions`, { project_id, status });
    return all.map(named);
  };
  return { asked: { data, error, isPlaceholderData, refetch }, loadAll };
}

/** What the address asks for; what makes no sense there counts as not said. */
function useSuggestionSearch() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const go = (change: Record<string, string>) =>
    void navigate({
      to: ".",
      search: ({ page: _, ...before }: Record<string, unknown>) => ({ ...before, ...change }),
    } as never);
  return {
    kind: KINDS.find((one) => one === search["kind"]) ?? "brand",
    status: STATUSES.find((one) => one === search["status"]) ?? "open",
    page: pageOf(search["page"]),
    go,
  };
}

/** What Earshot found that is worth tracking, with its evidence: to track or add, or to dismiss. */
export function Suggestions() {
  const { kind, status, page, go } = useSuggestionSearch();
  const { asked, loadAll } = useSuggestions(kind, status, page);
  const counts = useOpenCounts();
  const all = asked.data?.data ?? [];
  const decisions = useDecisions(kind, (id) => all.find((one) => one.id === id)?.name);
  const shown = all.filter(({ id }) => !decisions.hidden.has(id));
  return (
    <>
      <PageTitle title="Suggestions" text={WHY[kind]}>
        <CsvButton
          name={`${kind}-suggestions`}
          rows={shown}
          load={loadAll}
          total={asked.data?.total_count}
          columns={COLUMNS}
        />
      </PageTitle>
      <Tabs value={kind} onChange={(value) => go({ kind: value ?? "brand" })} keepMounted={false}>
        <Tabs.List mb="md" className="tabs">
          {KINDS.map((value) => (
            <Tabs.Tab
              key={value}
              value={value}
              rightSection={counts[value] > 0 && <Fine>{counts[value]}</Fine>}
            >
              {LABELS[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <SegmentedControl
          aria-label="Which suggestions"
          mb="md"
          data={STATUSES.map((value) => ({ value, label: capitalised(stateWord(kind, value)) }))}
          value={status}
          onChange={(next) => go({ status: next })}
        />
        <Tabs.Panel value={kind}>
          <Deciding key={kind + status} {...{ kind, status, page, asked, shown, decisions, go }} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

type Shown = {
  kind: Kind;
  status: Status;
  page: number;
  asked: ReturnType<typeof useSuggestions>["asked"];
  shown: readonly Suggestion[];
  decisions: Decisions;
  go(change: Record<string, string>): void;
};

/** The suggestions of a kind: picked, decided one by one or together. */
function Deciding({ kind, status, page, asked, shown, decisions, go }: Shown) {
  const { canWrite } = useHere();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const canPick = canWrite && status !== "accepted";
  const turn = (next: number) => go({ page: String(next) });
  return (
    <>
      {canPick && shown.length > 0 && (
        <Bulk
          ids={shown.map(({ id }) => id)}
          {...{ kind, status, picked, decisions }}
          onPick={setPicked}
        />
      )}
      <Answered asked={asked} outline={<CardsOutline canPick={canPick} />}>
        {({ data, total_count }) => (
          <Stack gap="sm">
            {total_count === 0 && <Nothing kind={kind} status={status} />}
            {shown.length === 0 && total_count > 0 && (
              <Panel>
                {data.length === 0 ? (
                  <NoSuchPage page={page} onPage={turn} />
                ) : (
                  <Text size="sm">
                    You have decided all on this page. The rest follows in a moment.
                  </Text>
                )}
              </Panel>
            )}
            {shown.map((one) => (
              <SuggestionCard
                key={one.id}
                suggestion={one}
                isPicked={picked.has(one.id)}
                onPick={() => setPicked(toggled(picked, one.id))}
                decisions={decisions}
              />
            ))}
            <Paging page={page} size={SIZE} total={total_count} onPage={turn} />
          </Stack>
        )}
      </Answered>
    </>
  );
}

function CardsOutline({ canPick }: { canPick: boolean }) {
  return (
    <Stack gap="sm">
      {canPick && <Skeleton h={20} w={180} my={8} mx="1.15rem" />}
      {["a", "b", "c"].map((key) => (
        <PanelOutline key={key}>
          <Outline height={96} />
        </PanelOutline>
      ))}
    </Stack>
  );
}

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Picks all that are shown, and decides those that are picked, or takes their rejection back. */
function Bulk({
  ids,
  kind,
  status,
  picked,
  onPick,
  decisions,
}: Pick<Shown, "kind" | "status" | "decisions"> & {
  ids: string[];
  picked: ReadonlySet<string>;
  onPick(ids: ReadonlySet<string>): void;
}) {
  const [isBusy, setBusy] = useState(false);
  const chosen = ids.filter((id) => picked.has(id));
  const acceptAll = async () => {
    setBusy(true);
    await decisions.accept(chosen);
    setBusy(false);
  };
  const isRejected = status === "rejected";
  return (
    <Group gap="sm" mb="sm" mih={36} px="1.15rem">
      <Checkbox
        className="no-print"
        label="Select all on this page"
        checked={chosen.length === ids.length}
        indeterminate={chosen.length > 0 && chosen.length < ids.length}
        onChange={() => onPick(new Set(chosen.length === ids.length ? [] : ids))}
      />
      {chosen.length > 0 && (
        <Group gap={6}>
          {!isRejected && (
            <Button size="compact-sm" loading={isBusy} onClick={() => void acceptAll()}>
              {ACCEPTING[kind].act} {chosen.length}
            </Button>
          )}
          <SmallButton
            disabled={isBusy}
            onClick={() => void decisions[isRejected ? "reopen" : "reject"](chosen)}
          >
            {isRejected ? "Suggest again:" : "Dismiss"} {chosen.length}
          </SmallButton>
        </Group>
      )}
    </Group>
  );
}

function Nothing({ kind, status }: { kind: Kind; status: Status }) {
  return (
    <Panel>
      <Empty
        icon={<IconBulb size={32} aria-hidden />}
        title={`Nothing is ${stateWord(kind, status)}`}
      >
        {status === "open"
          ? `${LOOKED_FOR[kind]} What you dismissed comes back only if you suggest it again.`
          : "Suggestions that you decide on appear here."}
      </Empty>
    </Panel>
  );
}
