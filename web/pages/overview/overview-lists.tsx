import { Group, Stack, Text } from "@mantine/core";
import { browseInput } from "../../answers-search.ts";
import { RunBadge, RunCounts, someQuestions } from "../../brands/run-badge.tsx";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { periodOf, showDay } from "../../scope.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { sayStatus } from "../../words/answer-states.ts";
import { todayIn } from "../../words/formats.ts";
import { ago, dollars, sayWhen, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";

/** When the newest answer that is counted came, where the range is not over: numbers move as more come. Its place is kept. */
export function NewestAt() {
  const { project_id, scope, timezone, isGuest = false } = useHere();
  const isGoingOn = periodOf(scope, timezone).date_to >= todayIn(timezone) && !isGuest;
  const counted = browseInput(scope, { status: "answered" }, timezone);
  const newest = useAsk(
    "browse_chats",
    { project_id, ...counted, limit: 1 },
    { enabled: isGoingOn, beside: false },
  );
  if (!isGoingOn) return null;
  const [chat] = newest.data?.data ?? [];
  const isKnown = newest.data !== undefined;
  if (isKnown && !chat) return null;
  return (
    <span style={{ visibility: isKnown ? "visible" : "hidden" }}>
      ,{" "}
      <span className="nowrap">
        newest {sayWhen(chat?.captured_at ?? new Date().toISOString())}
      </span>
    </span>
  );
}

/** The newest answers of the range and filters. */
export function NewestAnswers() {
  const { project_id, scope, timezone } = useHere();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const chats = useAsk("browse_chats", {
    project_id,
    ...browseInput(scope, {}, timezone),
    limit: 5,
  });
  const nameOf = (id: string) => models.data?.data.find((model) => model.id === id)?.name ?? id;
  return (
    <Panel title="Newest answers" action={<PageLink to="/answers">All answers</PageLink>}>
      <Answered asked={chats}>
        {({ data }) => (
          <Stack gap={10}>
            {data.map((chat, at) => (
              <div key={chat.id}>
                <PageLink
                  isQuiet
                  to="/answers/$chat_id"
                  params={{ chat_id: chat.id }}
                  search={{ at }}
                >
                  <Text size="sm" lineClamp={1} className="in-its-script" title={chat.prompt_text}>
                    {chat.prompt_text}
                  </Text>
                </PageLink>
                <Fine>
                  {nameOf(chat.model_id)}
                  {chat.status !== "answered" && ` · ${sayStatus(chat.status)}`} ·{" "}
                  {ago(chat.captured_at)}
                </Fine>
              </div>
            ))}
          </Stack>
        )}
      </Answered>
    </Panel>
  );
}

const byCount = <Row extends { chat_count: number }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => b.chat_count - a.chat_count);

/** Brands that answers name and that are not tracked. */
export function OpenSuggestions() {
  const { project_id } = useHere();
  const open = useAsk("list_brand_suggestions", { project_id, limit: 6 }, { beside: false });
  return (
    <Panel
      title="Untracked brands"
      action={<PageLink to="/suggestions">Track or dismiss</PageLink>}
    >
      <Answered asked={open}>
        {({ data, total_count }) =>
          data.length === 0 ? (
            <Dim>No open suggestions. Earshot looks for new ones after every import and run.</Dim>
          ) : (
            <Stack gap={8}>
              <Group justify="space-between" gap="xs">
                <Fine>Brand</Fine>
                <Fine>Answers, over all days</Fine>
              </Group>
              {byCount(data).map(({ id, name, chat_count }) => (
                <Group key={id} justify="space-between">
                  <Text size="sm">{name}</Text>
                  <Text size="sm">{whole(chat_count)}</Text>
                </Group>
              ))}
              {total_count > data.length && <Fine>and {total_count - data.length} more</Fine>}
            </Stack>
          )
        }
      </Answered>
    </Panel>
  );
}

/** How the last asking of the assistants went. */
export function LastRun() {
  const { project_id } = useHere();
  const runs = useAsk("list_runs", { project_id, limit: 1 }, { beside: false });
  return (
    <Panel title="Last run" action={<PageLink to="/runs">All runs</PageLink>}>
      <Answered asked={runs} height={80}>
        {({ data: [run] }) =>
          run ? (
            <Group gap="xs">
              <RunBadge run={run} />
              <Text size="sm">
                {showDay(run.day)}, {someQuestions(run.questions)}: <RunCounts run={run} />;{" "}
                {dollars(run.cost_usd)}
              </Text>
            </Group>
          ) : (
            <Dim>
              Earshot has not asked anything itself yet.{" "}
              <PageLink isInText to="/models">
                Assistants
              </PageLink>{" "}
              that are switched on are asked at the scheduled hour.
            </Dim>
          )
        }
      </Answered>
    </Panel>
  );
}
