import { Badge, Group, SegmentedControl, Select, Text } from "@mantine/core";
import { IconTargetArrow } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { callAll } from "../../asking.ts";
import { FollowRun } from "../../brands/follow-run.tsx";
import { BeforeAnswers } from "../../brands/no-answers.tsx";
import { useLeads } from "../../brands/use-leads.ts";
import { useAsk } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useOwnName } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { showDay, showDays, withFilters } from "../../scope.ts";
import { type Column, CsvButton } from "../../widgets/data-table.tsx";
import { CardOutline } from "../../widgets/outline.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { pageOf } from "../../widgets/page-of.ts";
import { NoSuchPage, PagePaging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import {
  ACTION_WORDS,
  type Action,
  besideOf,
  type Effect,
  evidenceOf,
  howOf,
  isKnown,
  STATUS_WORDS,
  sayEffect,
  sayUnmeasurable,
  TWO_NUMBERS,
  todoOf,
} from "../../words/action.ts";
import { todayIn } from "../../words/formats.ts";
import { whole } from "../../words/numbers.ts";
import { Prize } from "../../words/prize.tsx";
import { Dim, Fine } from "../../words/text.ts";
import { ActionDetail } from "./action-detail.tsx";
import { type ListSearch, useListSearch } from "./list-search.ts";

const SIZE = 20;

/** What to do next, what is being done, and what came of it; or one action, where the address names it. */
export function Actions() {
  const { action } = useSearch({ strict: false }) as { action?: string };
  return action ? <ActionDetail key={action} action_key={action} /> : <ActionList />;
}

function ActionList() {
  const { project_id, scope, timezone } = useHere();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { page?: string };
  const narrowed = useListSearch();
  const { status = "open", kind } = narrowed;
  const page = pageOf(search.page);
  const own = useOwnName();
  const { input, cut, isKnown } = useLeads();
  const query = { project_id, ...input, status, ...(kind && { kind }) };
  const asked = { ...query, limit: SIZE, offset: (page - 1) * SIZE };
  const actions = useAsk("list_actions", asked, { enabled: isKnown });
  const effectOf = useEffects(actions.data?.data ?? []);
  const go = (change: Record<string, string | undefined>) =>
    void navigate({ to: ".", search: (before: object) => ({ ...before, ...change }) } as never);
  const turn = (next: number) => go({ page: String(next) });
  return (
    <>
      <PageTitle
        title="Actions"
        text={
          <>
            What can be done so that assistants name {own} more, and what came of it. An answer to
            win is one of {showDays(input.date_from, input.date_to)}
            {input.date_to < todayIn(timezone) && ", whole days,"} that could have named {own}.{" "}
            {TWO_NUMBERS}
            {cut}
          </>
        }
        scoped
        days={{ from: input.date_from, to: input.date_to }}
      >
        <CsvButton
          name="actions"
          rows={actions.data?.data ?? []}
          load={() => callAll("list_actions", query)}
          total={actions.data?.total_count}
          columns={columnsOf(own)}
          of={input}
        />
      </PageTitle>
      <FollowRun />
      <Group mb="md" justify="space-between">
        <SegmentedControl
          aria-label="Which actions"
          className="segments counted"
          value={status}
          onChange={(next) => go({ status: next === "open" ? undefined : next, page: undefined })}
          data={Object.entries(STATUS_WORDS).map(([value, label]) => ({
            value,
            label: withCount(label, actions.data?.status_counts[value as Action["status"]]),
          }))}
        />
        <Select
          allowDeselect
          aria-label="Kind of action"
          placeholder="Any kind"
          clearable
          w={260}
          data={Object.entries(ACTION_WORDS).map(([value, label]) => ({ value, label }))}
          value={kind ?? null}
          onChange={(next) => go({ kind: next ?? undefined, page: undefined })}
        />
      </Group>
      <Answered asked={actions} outline={<CardOutline height={320} />}>
        {({ data, total_count }) => (
          <Panel
            title={`${total_count === 1 ? "1 action" : `${whole(total_count)} actions`}${withFilters(scope)}`}
          >
            {total_count === 0 ? (
              <BeforeAnswers>
                <NoActions status={status} />
              </BeforeAnswers>
            ) : data.length === 0 ? (
              <NoSuchPage page={page} onPage={turn} />
            ) : (
              <ol className="bare-list leads">
                {data.map((action) => (
                  <li key={action.action_key}>
                    <ActionRow
                      {...{ action, own, narrowed }}
                      effect={effectOf(action.action_key)}
                      beside={besideOf(action, data)}
                    />
                  </li>
                ))}
              </ol>
            )}
            <PagePaging page={page} size={SIZE} total={total_count} onPage={turn} />
          </Panel>
        )}
      </Answered>
    </>
  );
}

/** What came of the actions that went live, by their keys. */
function useEffects(actions: readonly Action[]): (key: string) => Effect {
  const { project_id } = useHere();
  const shipped = actions.filter(
    ({ shipped_on, status }) => shipped_on !== null && status !== "dismissed",
  );
  const effects = useAsk(
    "get_action_effects",
    { project_id, action_keys: shipped.map(({ action_key }) => action_key) },
    { enabled: shipped.length > 0 },
  );
  return (key) => effects.data?.data.find(({ action_key }) => action_key === key)?.effect ?? null;
}

function ActionRow({
  action,
  own,
  narrowed,
  effect,
  beside,
}: {
  action: Action;
  own: string;
  narrowed: ListSearch;
  effect: Effect;
  /** Another action that looks like it, and how they differ. */
  beside: string | null;
}) {
  const { kind, owner, due_on, shipped_on, reason, note } = action;
  const facts = [
    owner,
    due_on && `due ${showDay(due_on)}`,
    shipped_on && `live since ${showDay(shipped_on)}`,
    reason,
  ].filter(Boolean);
  return (
    <article>
      <Group justify="space-between" align="flex-start" gap="0 12px">
        <Text fw={600} size="sm" component="h3" flex="1 1 260px">
          <PageLink to="/actions" search={{ ...narrowed, action: action.action_key }} isQuiet>
            {todoOf(action, own)}
          </PageLink>
        </Text>
        <Prize action={action} own={own} fw={600} />
      </Group>
      <Dim component="div" mt={4}>
        <Badge variant="default" fw={500} mr={8}>
          {ACTION_WORDS[kind]}
        </Badge>
        {/* Shares of these days, beside what came of it, would read as a relapse. */}
        {!isKnown(effect) && evidenceOf(action, own)}
      </Dim>
      {beside && <Fine>{beside}</Fine>}
      {facts.length > 0 && <Text size="sm">{facts.join(" · ")}</Text>}
      {note && (
        <Text size="sm" truncate="end" title={note}>
          {note}
        </Text>
      )}
      {effect && <Text size="sm">{sayEffect(effect)}</Text>}
      {action.unmeasurable && <Fine>{sayUnmeasurable(action.unmeasurable)}</Fine>}
    </article>
  );
}

function NoActions({ status }: { status: string }) {
  const { scope } = useHere();
  const isOpen = status === "open";
  return (
    <Empty
      icon={<IconTargetArrow size={32} aria-hidden />}
      title={isOpen ? "Nothing is certain enough" : "None"}
    >
      {isOpen
        ? `Either nothing is left to decide, or there are too few answers in this range${withFilters(scope)} to say. Widen the range, or ask more prompts.`
        : "Open an action to say who does it, that it went live, or why it is dismissed."}
    </Empty>
  );
}

/** The name of a tab with how many there are, where there are some. */
const withCount = (label: string, count = 0) => (count === 0 ? label : `${label} ${whole(count)}`);

/** What the CSV file has of each action. */
function columnsOf(own: string): Column<Action>[] {
  const values: Record<string, Column<Action>["value"]> = {
    key: (one) => one.action_key,
    kind: (one) => one.kind,
    what: (one) => todoOf(one, own),
    evidence: (one) => evidenceOf(one, own),
    how: (one) => howOf(one, own),
    answers: (one) => one.answer_count,
    own_count: (one) => one.own_count,
    best_brand: (one) => one.best_brand?.name,
    best_share: (one) => one.best_brand?.share,
    own_share: (one) => one.best_brand?.own_share,
    best_total: (one) => one.best_brand?.total,
    difference_low: (one) => one.difference_low,
    difference_high: (one) => one.difference_high,
    prize: (one) => one.prize,
    prize_low: (one) => one.prize_low,
    status: (one) => one.status,
    reason: (one) => one.reason,
    owner: (one) => one.owner,
    due_on: (one) => one.due_on,
    shipped_on: (one) => one.shipped_on,
    note: (one) => one.note,
    unmeasurable: (one) => one.unmeasurable,
  };
  return Object.entries(values).map(([key, value]) => ({ key, header: "", value }));
}
