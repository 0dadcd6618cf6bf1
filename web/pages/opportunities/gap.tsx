import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type AnswerLabels, AnswerLinks } from "../../brands/answer-labels.tsx";
import { BrandChips } from "../../brands/brand-chips.tsx";
import { ClassBadge } from "../../brands/classification.tsx";
import { useBrands } from "../../frame/tracked-brands.ts";
import { showDay } from "../../scope.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { ACTION_WORDS, type Action, STATUS_WORDS } from "../../words/action.ts";
import { type Actions, actionOf, howOf, type Opportunity, sharesOf } from "../../words/advice.ts";
import { whole } from "../../words/numbers.ts";
import { shownAddress, shownHost } from "../../words/shown-address.ts";
import { WebLink } from "../../words/web-link.tsx";

type Source = NonNullable<Opportunity["source"]>;
type Prompt = NonNullable<Opportunity["prompt"]>;

/** One gap: what to do, the numbers that speak for it, and where to look; `part`: which of several it is in. */
export function Gap({
  gap,
  own,
  actions,
  labels,
  part,
}: {
  gap: Opportunity;
  own: string;
  actions: Actions;
  labels: AnswerLabels;
  part: string;
}) {
  const { source, prompt, competitor_ids, chat_ids, evidence_count, missing_count } = gap;
  const brands = useBrands();
  const { action_key, kind, todo, action } = actionOf(gap, { own, actions });
  const how = howOf(gap, own);
  return (
    <article>
      <Text fw={600} size="sm" component="h2">
        <PageLink to="/actions" search={{ action: action_key }} isQuiet>
          {todo}
        </PageLink>
      </Text>
      <Text size="sm" c="dimmed" mt={4} mb={6}>
        <Badge variant="default" tt="none" fw={500} mr={8}>
          {ACTION_WORDS[kind]}
        </Badge>
        {part && `${part}: `}
        {numbersOf(gap, own)}
      </Text>
      {evidence_count > 0 && evidence_count < missing_count && (
        <Text size="xs" c="dimmed" mb={6}>
          Below, the newest {whole(evidence_count)} of the answers without {own} are counted.
        </Text>
      )}
      <dl className="facts">
        <Fact name="Action">
          <PageLink to="/actions" search={{ action: action_key }}>
            {STATUS_WORDS[action?.status ?? "open"]}
          </PageLink>
          {action && <span className="dim">{decisionOf(action)}</span>}
        </Fact>
        {how && <Fact name="How">{how}</Fact>}
        {source && <SourceFacts source={source} />}
        {prompt && <PromptFacts prompt={prompt} />}
        {competitor_ids.length > 0 && (
          <Fact name="Named instead">
            <BrandChips ids={competitor_ids} brands={brands} />
          </Fact>
        )}
        <Fact name="Newest answers">
          <Group gap="sm">
            <AnswerLinks chat_ids={chat_ids} labels={labels} />
          </Group>
        </Fact>
      </dl>
    </article>
  );
}

/** Who does it and until when, where that is decided. */
function decisionOf({ owner, due_on, shipped_on }: Action): string {
  const said = [
    owner,
    due_on && `due ${showDay(due_on)}`,
    shipped_on && `live since ${showDay(shipped_on)}`,
  ];
  return said
    .filter(Boolean)
    .map((one) => ` · ${one}`)
    .join("");
}

function SourceFacts({ source: { domain, classification, pages, prompts } }: { source: Source }) {
  return (
    <>
      <Fact name="Site">
        <Group gap={8}>
          <PageLink to="/sources" search={{ tab: "pages", domain }}>
            {shownHost(domain)}
          </PageLink>
          <ClassBadge value={classification} />
        </Group>
      </Fact>
      <Fact name="Cited for">
        {prompts.map(({ id, text, chat_count }) => (
          <Counted key={id} count={chat_count}>
            <PageLink isQuiet to="/prompts/$prompt_id" params={{ prompt_id: id }}>
              {text}
            </PageLink>
          </Counted>
        ))}
      </Fact>
      <Fact name="Pages cited">
        {pages.map(({ url, title, chat_count }) => (
          <Counted key={url} count={chat_count}>
            <WebLink url={url} className="plain">
              {title ?? shownAddress(url)}
            </WebLink>
          </Counted>
        ))}
      </Fact>
    </>
  );
}

function PromptFacts({ prompt: { id, text, sources } }: { prompt: Prompt }) {
  return (
    <>
      <Fact name="Prompt">
        <PageLink to="/prompts/$prompt_id" params={{ prompt_id: id }}>
          {text}
        </PageLink>
      </Fact>
      {sources.length > 0 && (
        <Fact name="Sites cited">
          {sources.map(({ domain, classification, chat_count }) => (
            <Counted key={domain} count={chat_count}>
              <PageLink isQuiet to="/sources" search={{ tab: "pages", domain }}>
                {shownHost(domain)}
              </PageLink>{" "}
              <ClassBadge value={classification} />
            </Counted>
          ))}
        </Fact>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Something that answers have in common, and how many of them do. */
function Counted({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div>
      {children} <span className="dim">{count === 1 ? "in 1" : `in ${whole(count)}`}</span>
    </div>
  );
}

const points = (share: number) => `${(share * 100).toFixed(1)} points`;

function numbersOf(gap: Opportunity, own: string): string {
  const { difference, difference_low, difference_high, missing_count } = gap;
  return `${sharesOf(gap, own)}: ${points(difference)} more, 95\u00A0% interval ${points(difference_low)} to ${points(difference_high)}. ${whole(missing_count)} answers name competitors and not ${own}.`;
}
