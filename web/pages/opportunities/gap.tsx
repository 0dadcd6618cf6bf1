import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { BrandChips, useBrands } from "../../brands/brand-chips.tsx";
import { ClassBadge } from "../../brands/classification.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { adviceOf, type Opportunity } from "../../words/advice.ts";
import { percent, whole } from "../../words/numbers.ts";
import { WebLink } from "../../words/web-link.tsx";

type Source = NonNullable<Opportunity["source"]>;
type Prompt = NonNullable<Opportunity["prompt"]>;

/** One gap: what to do, the numbers that speak for it, and where to look. */
export function Gap({ gap, own }: { gap: Opportunity; own: string }) {
  const { source, prompt, competitor_ids, chat_ids, evidence_count } = gap;
  const brands = useBrands();
  const made = source?.missing_count ?? prompt?.competitor_count ?? 0;
  return (
    <article>
      <Text fw={600} size="sm" component="h2">
        {adviceOf(gap, own)}
      </Text>
      <Text size="sm" c="dimmed" mb={6}>
        {source && sourceNumbers(source, own)}
        {prompt && promptNumbers(prompt, own)}
      </Text>
      {evidence_count > 0 && evidence_count < made && (
        <Text size="xs" c="dimmed" mb={6}>
          Below, the newest {whole(evidence_count)} of these answers are counted.
        </Text>
      )}
      <dl className="facts">
        {source && <SourceFacts source={source} />}
        {prompt && <PromptFacts prompt={prompt} />}
        {competitor_ids.length > 0 && (
          <Fact name="Named instead">
            <BrandChips ids={competitor_ids} brands={brands} />
          </Fact>
        )}
        <Fact name="Newest answers">
          <Group gap="sm">
            {chat_ids.map((chat_id, index) => (
              <PageLink key={chat_id} to="/answers/$chat_id" params={{ chat_id }}>
                Answer {index + 1}
              </PageLink>
            ))}
          </Group>
        </Fact>
      </dl>
    </article>
  );
}

function SourceFacts({ source: { domain, classification, pages, prompts } }: { source: Source }) {
  return (
    <>
      <Fact name="Site">
        <Group gap={8}>
          <PageLink to="/sources" search={{ tab: "pages", domain }}>
            {domain}
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
              {title ?? url}
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
                {domain}
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

function sourceNumbers(source: Source, own: string): string {
  const { missing_count, missing_total, named_count, named_total } = source;
  const { difference, difference_low, difference_high } = source;
  const cited = `${whole(missing_count)} of the ${whole(missing_total)} answers that name competitors and not ${own} cite it (${percent(missing_count / missing_total)})`;
  if (difference === null || difference_low === null || difference_high === null) {
    return `${cited}. No answer names ${own} to compare with.`;
  }
  return `${cited}; of those that name ${own}, ${whole(named_count)} of ${whole(named_total)}. That is ${points(difference)} more, 95 % interval ${points(difference_low)} to ${points(difference_high)}.`;
}

const points = (share: number) => `${(share * 100).toFixed(1)} points`;

function promptNumbers({ competitor_count, answer_count }: Prompt, own: string): string {
  return `${whole(competitor_count)} of its ${whole(answer_count)} answers name competitors, none names ${own}.`;
}
