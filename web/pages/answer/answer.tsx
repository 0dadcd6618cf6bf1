import { ActionIcon, Alert, Anchor, Grid, Group, Stack, Text, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link, useCanGoBack, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { browseInput, PAGE_SIZE, readAnswersSearch } from "../../answers-search.ts";
import { AnswerText, type Marked } from "../../brands/answer-text.tsx";
import type { Mark } from "../../brands/mentions.ts";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useBrands } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { withFilters } from "../../scope.ts";
import { Outline, PanelOutline } from "../../widgets/outline.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { isUnderneath } from "../../widgets/top-close.ts";
import { STATUS_LABELS } from "../../words/answer-states.ts";
import { BUTTON_EVENTS } from "../../words/hint.ts";
import { Dim } from "../../words/text.ts";
import { BrandList } from "./brand-list.tsx";
import { Extras } from "./extras.tsx";
import { Facts } from "./facts.tsx";
import { RawBody } from "./raw-body.tsx";
import { Searches, Sources } from "./sources.tsx";

type Chat = OutputOf<"get_chat">;
const TITLE_MAX = 160;

/** One captured answer, word for word, with all that was found in it. */
export function Answer() {
  const { chat_id = "" } = useParams({ strict: false }) as { chat_id?: string };
  const { project_id } = useHere();
  const chat = useAsk("get_chat", { project_id, chat_id }, { fresh: true });
  const text = chat.data?.prompt_text ?? "Answer";
  const title = text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX)}…` : text;
  return (
    <>
      <Back />
      <PageTitle title={title} text={chat.data && <Belonging chat={chat.data} />}>
        <Neighbours chat_id={chat_id} />
      </PageTitle>
      {chat.error && (
        <Failed
          error={chat.error}
          retry={() => void chat.refetch()}
          list={<PageLink to="/answers">All answers</PageLink>}
        />
      )}
      {chat.isPending && <AnswerOutline />}
      {chat.data && <Found chat={chat.data} isCut={text.length > TITLE_MAX} />}
    </>
  );
}

function AnswerOutline() {
  return (
    <Grid gap="md" role="status" aria-busy="true" aria-label="Loading">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <PanelOutline>
          <Outline height={420} />
        </PanelOutline>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <PanelOutline>
          <Outline height={220} />
        </PanelOutline>
      </Grid.Col>
    </Grid>
  );
}

/** Leads to the page that the answer was opened from; to the list of answers where it was opened by its address. */
function Back() {
  const [{ at, ...narrowed }] = useOwnSearch(readAnswersSearch);
  const router = useRouter();
  const canGoBack = useCanGoBack();
  if (canGoBack) {
    return (
      <Anchor
        component="button"
        type="button"
        size="sm"
        mb={4}
        className="no-print"
        onClick={() => router.history.back()}
      >
        ‹ Back
      </Anchor>
    );
  }
  const page = at === undefined ? 1 : Math.floor(at / PAGE_SIZE) + 1;
  return (
    <Text size="sm" mb={4} className="no-print">
      <PageLink to="/answers" search={{ ...narrowed, ...(page > 1 && { page }) }}>
        ‹ Answers
      </PageLink>
    </Text>
  );
}

function Belonging({ chat }: { chat: Chat }) {
  return (
    <span className="no-print">
      <PageLink to="/prompts/$prompt_id" params={{ prompt_id: chat.prompt_id }}>
        All about this prompt
      </PageLink>
    </span>
  );
}

function Found({ chat, isCut }: { chat: Chat; isCut: boolean }) {
  const { project_id } = useHere();
  const brands = useBrands();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const model = models.data?.data.find(({ id }) => id === chat.model_id);
  const supports = model?.supports;
  const marks: Mark<Marked>[] = chat.brands_mentioned.flatMap(
    ({ brand_id, name, position, evidence }) => {
      const { color = "#7a819c", is_own: isOwn = false } = brands.get(brand_id) ?? {};
      return evidence.map(({ start, end }) => ({
        start,
        end,
        of: { name, color, isOwn, position },
      }));
    },
  );
  const [{ q = "" }] = useOwnSearch(readAnswersSearch);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Panel title="The answer">
          {isCut && <Dim mb="md">To: {chat.prompt_text}</Dim>}
          {chat.status !== "answered" && (
            <Alert color="yellow" variant="light" mb="md" title={STATUS_LABELS[chat.status]}>
              Reports do not count it among the usable answers.
            </Alert>
          )}
          {chat.answer.trim() === "" ? (
            <Dim>It has no text.</Dim>
          ) : (
            <AnswerText source={chat.answer} marks={[...marks, ...placesOf(q, chat.answer)]} />
          )}
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="md" className="beside">
          <BrandList chat={chat} brands={brands} />
          <Facts chat={chat} model={model} />
        </Stack>
      </Grid.Col>
      {chat.extras.length > 0 && (
        <Grid.Col span={12}>
          <Extras extras={chat.extras} brands={brands} />
        </Grid.Col>
      )}
      <Grid.Col span={12}>
        <Sources
          sources={chat.sources}
          areReported={supports && (supports.cited || supports.retrieved)}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Searches
          queries={chat.search_queries}
          areReported={!supports || supports.search_queries}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <RawBody key={chat.id} chat={chat} />
      </Grid.Col>
    </Grid>
  );
}

/** Where an answer says what it was searched for. */
function placesOf(sought: string, answer: string): Mark<Marked>[] {
  if (sought.trim().length < 2) return [];
  const of = { name: sought, color: "#7a819c", isOwn: false, position: null };
  const plain = sought.trim().replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return [...answer.matchAll(new RegExp(plain, "giu"))].map(({ index, 0: { length } }) => ({
    ...{ start: index, end: index + length, of },
  }));
}

/** So many steps, and as many to either side, are asked for at once: nobody who goes fast waits at each. */
const STEPS = 5;

/** The way to the answers before and after in the list that this one was opened from. */
function Neighbours({ chat_id }: { chat_id: string }) {
  const { project_id, scope, timezone } = useHere();
  const [{ at, ...narrowed }] = useOwnSearch(readAnswersSearch);
  const navigate = useNavigate();
  const begin = Math.max(0, (Math.floor((at ?? 0) / STEPS) - 1) * STEPS);
  const around = useAsk(
    "browse_chats",
    { project_id, ...browseInput(scope, narrowed, timezone), limit: 3 * STEPS, offset: begin },
    { enabled: at !== undefined },
  );
  // Of the rows that are there: while others are on their way, these are still those before.
  const { data: rows = [], offset = 0 } = around.data ?? {};
  const place = rows.findIndex(({ id }) => id === chat_id);
  const steps = [
    { label: "Previous answer", key: "k", row: rows[place - 1], at: offset + place - 1 },
    { label: "Next answer", key: "j", row: rows[place + 1], at: offset + place + 1 },
  ];
  const targetOf = (row: { id: string }, to: number) =>
    ({
      to: "/projects/$project_id/answers/$chat_id",
      params: { project_id, chat_id: row.id },
      search: (before: object) => ({ ...before, at: to }),
      // However many are looked at, back leads to where the first was opened.
      replace: true,
    }) as unknown as { to: "/" };
  useHotkeys(
    steps.map(({ key, row, at: to }) => [
      key,
      () => row && place >= 0 && !isUnderneath() && void navigate(targetOf(row, to)),
    ]),
  );
  if (at === undefined || place < 0 || !around.data) return null;
  return (
    <Group gap={6}>
      <Dim>
        {(offset + place + 1).toLocaleString("en")} of{" "}
        {around.data.total_count.toLocaleString("en")}
        {withFilters(scope)}
      </Dim>
      {steps.map(({ label, key, row, at: to }, index) => {
        const Arrow = index === 0 ? IconChevronLeft : IconChevronRight;
        return row ? (
          <Tooltip key={key} label={`${label} (key ${key})`} events={BUTTON_EVENTS}>
            <ActionIcon
              component={Link}
              {...targetOf(row, to)}
              variant="default"
              size="lg"
              aria-label={label}
            >
              <Arrow size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : (
          <ActionIcon key={key} variant="default" size="lg" aria-label={label} disabled>
            <Arrow size={18} aria-hidden />
          </ActionIcon>
        );
      })}
    </Group>
  );
}
