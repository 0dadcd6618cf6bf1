import { Badge, Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useRef } from "react";
import { AnswerLinks, useAnswerLabels } from "../../brands/answer-labels.tsx";
import { BrandChips } from "../../brands/brand-chips.tsx";
import { useLeads } from "../../brands/use-leads.ts";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { FilterBand } from "../../frame/filter-band.tsx";
import { PageTitle } from "../../frame/page-title.tsx";
import { type Brand, useBrands, useOwnName } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { showDays } from "../../scope.ts";
import { CardOutline } from "../../widgets/outline.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import {
  ACTION_WORDS,
  evidenceOf,
  howOf,
  leadOf,
  namedBy,
  prizeMeaning,
  prizeOf,
  STATUS_WORDS,
  sayUnmeasurable,
  todoOf,
} from "../../words/action.ts";
import { stepsOf } from "../../words/action-steps.ts";
import { anyOf } from "../../words/formats.ts";
import { someAnswers, whole } from "../../words/numbers.ts";
import { shownAddress, shownHost } from "../../words/shown-address.ts";
import { Dim } from "../../words/text.ts";
import { bareDomain } from "../../words/web-address.ts";
import { WebLink } from "../../words/web-link.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { EffectPanel } from "./effect-panel.tsx";
import { type Days, EvidenceAnswers } from "./evidence-answers.tsx";
import { Expected } from "./expected.tsx";
import { useListSearch } from "./list-search.ts";
import { Part } from "./part.tsx";

type Detail = OutputOf<"get_action">;

/** One action: the numbers that speak for it, a brief, what was decided, and what it changed. */
export function ActionDetail({ action_key }: { action_key: string }) {
  const { project_id, canWrite } = useHere();
  const own = useOwnName();
  const { input, isKnown } = useLeads();
  const action = useAsk("get_action", { project_id, action_key, ...input }, { enabled: isKnown });
  // Back to the list that it was opened from.
  const back = useListSearch();
  const { status, kind } = back;
  const narrowed = [status && STATUS_WORDS[status], kind && ACTION_WORDS[kind]].filter(Boolean);
  const days = { from: input.date_from, to: input.date_to };
  const decision = useRef<HTMLDivElement>(null);
  return (
    <>
      <PageTitle
        title={action.data ? todoOf(action.data, own) : "Action"}
        text={
          <>
            From the answers of {showDays(input.date_from, input.date_to)}.{" "}
            <span className="no-print">
              <PageLink isInText to="/actions" search={back}>
                {["All actions", narrowed.join(", ")].filter(Boolean).join(": ")}
              </PageLink>
            </span>
          </>
        }
      >
        <Button
          size="sm"
          variant="default"
          hiddenFrom="md"
          className="no-print"
          onClick={() => decision.current?.focus()}
        >
          {canWrite ? "Decide" : "Decision"}
        </Button>
      </PageTitle>
      <FilterBand />
      <Answered asked={action} outline={<CardOutline height={420} />}>
        {(found) => (
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Stack gap="md">
                {found.effect && found.shipped_on && (
                  <EffectPanel effect={found.effect} own={own} shipped_on={found.shipped_on} />
                )}
                {found.expected && <Expected kind={found.kind} expected={found.expected} />}
                <Why action={found} own={own} days={days} />
                {found.prompt === null && <PromptsPanel action={found} own={own} />}
                <BriefPanel action={found} own={own} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <div className="beside part" ref={decision} tabIndex={-1}>
                <DecisionForm action={found} seen={input} />
              </div>
            </Grid.Col>
          </Grid>
        )}
      </Answered>
    </>
  );
}

function Why({ action, own, days }: { action: Detail; own: string; days: Days }) {
  const { kind, prompt, domain, chat_ids } = action;
  const { url } = namedBy(action);
  const brands = useBrands();
  const labels = useAnswerLabels(chat_ids);
  const hasPrize = prizeOf(action) !== "";
  return (
    <Panel title="Why" mark={hasPrize && <b>{prizeOf(action)}</b>}>
      <Text size="sm">
        <Badge variant="default" fw={500} mr={8}>
          {ACTION_WORDS[kind]}
        </Badge>
        {evidenceOf(action, own)}
      </Text>
      {[leadOf(action), hasPrize && prizeMeaning(action, own)].map(
        (said) =>
          said && (
            <Dim key={said} mt={4}>
              {said}
            </Dim>
          ),
      )}
      {[howOf(action, own), action.unmeasurable && sayUnmeasurable(action.unmeasurable)].map(
        (said) =>
          said && (
            <Text key={said} size="sm" mt={4}>
              {said}
            </Text>
          ),
      )}
      <Group gap="md" mt="xs">
        {prompt && (
          <PageLink to="/prompts/$prompt_id" params={{ prompt_id: prompt.id }} search={days}>
            The prompt
          </PageLink>
        )}
        {kind === "source_gap" && domain && (
          <PageLink to="/sources" search={{ tab: "pages", domain, ...days }}>
            Pages of {shownHost(domain)}
          </PageLink>
        )}
        <EvidenceAnswers action={action} days={days} />
        {url && (
          <Text size="sm" className="name">
            <WebLink url={url} className="link">
              {shownAddress(url)}
            </WebLink>
          </Text>
        )}
        {url && (
          <PageLink to="/answers" search={{ url, status: "answered", ...days }}>
            Answers that used it
          </PageLink>
        )}
      </Group>
      {action.brief.competitors.length > 0 && (
        <Group gap="2px 16px" mt="xs">
          <Dim>
            {kind === "page_lost" || kind === "page_uncited"
              ? "Competitors named"
              : "Named instead"}
          </Dim>
          <BrandChips
            ids={action.brief.competitors.map(({ brand_id }) => brand_id)}
            brands={brands}
          />
        </Group>
      )}
      {chat_ids.length > 0 && (
        <Group gap="2px 16px" mt="xs">
          <Dim>Newest answers</Dim>
          <AnswerLinks chat_ids={chat_ids} labels={labels} />
        </Group>
      )}
    </Panel>
  );
}

/** The prompts that an action on a site or page would help, by the answers that speak for it. */
function PromptsPanel({ action, own }: { action: Detail; own: string }) {
  const { answer_count, prompts } = action.brief;
  if (prompts.length === 0) return null;
  const which = { page_lost: "that cited it", page_uncited: "that read it" }[action.kind as string];
  return (
    <Panel title="Prompts it would help">
      <Dim mb="xs">
        By the newest {whole(answer_count)} answers{" "}
        {which ?? `that cite it and name competitors, not ${own}`}.
      </Dim>
      <Stack gap={6} component="ul" className="bare-list">
        {prompts.map(({ id, text, chat_count }) => (
          <li key={id}>
            <Text size="sm">
              <PageLink isInText to="/prompts/$prompt_id" params={{ prompt_id: id }}>
                <bdi>{text}</bdi>
              </PageLink>{" "}
              <span className="dim">in {whole(chat_count)}</span>
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  );
}

/** What the winning answers share: what they say, in which words, and from where. */
function BriefPanel({ action, own }: { action: Detail; own: string }) {
  const { answer_count, claims, words, sources } = action.brief;
  const brands = [...useBrands().values()];
  const isOf = (site: string, some: readonly Brand[]) =>
    some
      .flatMap(({ domains }) => domains)
      .some((one) => bareDomain(site) === one || bareDomain(site).endsWith(`.${one}`));
  const owns = brands.filter(({ is_own }) => is_own);
  const isOwn = (site: string) => isOf(site, owns);
  const steps = stepsOf(action, own, (site) => isOf(site, brands));
  if (answer_count === 0) {
    return (
      <Panel title="Brief">
        <Dim>No answer in this range to learn from. Widen the range.</Dim>
      </Panel>
    );
  }
  return (
    <Panel title="Brief">
      <Part title="What to do" of={steps.length}>
        {steps.map((step) => (
          <li key={step}>
            <Text size="sm">{step}</Text>
          </li>
        ))}
      </Part>
      <Dim my="sm">
        {claims.length + words.length + sources.length === 0
          ? `The newest ${whole(answer_count)} answers share no words, claims or sources.`
          : `What the newest ${whole(answer_count)} answers share.`}
      </Dim>
      <Part title="They say of competitors" of={claims.length}>
        {claims.map(({ text, brands, chat_id, chat_count }) => (
          <li key={chat_id + text}>
            <Text size="sm">
              <PageLink isQuiet to="/answers/$chat_id" params={{ chat_id }}>
                “<bdi>{text}</bdi>”
              </PageLink>{" "}
              <span className="dim">
                {someAnswers(chat_count)} {chat_count === 1 ? "says" : "say"} this or nearly this,
                of {anyOf(brands.toSorted((a, b) => +text.includes(b) - +text.includes(a)))}
              </span>
            </Text>
          </li>
        ))}
      </Part>
      <Part title="Words they use more than other answers" of={words.length}>
        <li>
          <Group gap={6}>
            {words.map(({ word, chat_count }) => (
              <Badge key={word} variant="default" fw={500}>
                {word} <span className="dim">in {whole(chat_count)}</span>
              </Badge>
            ))}
          </Group>
        </li>
      </Part>
      <Part title="They cite" of={sources.length}>
        {sources.map(({ url, title, domain, chat_count }) => (
          <li key={url}>
            <Text size="sm">
              <WebLink url={url} className="plain">
                {title ?? shownAddress(url)}
              </WebLink>{" "}
              <span className="dim">
                {shownHost(domain)}
                {isOwn(domain) && ", your site"} · in {whole(chat_count)}
              </span>
            </Text>
          </li>
        ))}
      </Part>
    </Panel>
  );
}
