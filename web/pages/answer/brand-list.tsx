import { Badge, Group, Stack, Text, Tooltip } from "@mantine/core";
import { PromptAction } from "../../brands/prompt-action.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import type { Brand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { decimal, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";

type Chat = OutputOf<"get_chat">;
type Mentioned = Chat["brands_mentioned"][number];

/** The tracked brands that an answer names, first named first, with how often and in what tone. */
export function BrandList({ chat, brands }: { chat: Chat; brands: ReadonlyMap<string, Brand> }) {
  const { project_id } = useHere();
  const mentioned = chat.brands_mentioned;
  const prompt = useAsk("get_prompt", { project_id, prompt_id: chat.prompt_id });
  const asked = prompt.data?.brand_ids ?? [];
  const own = [...brands.values()].find(({ is_own }) => is_own);
  const isMissing = own && !mentioned.some(({ brand_id }) => brand_id === own.id);
  return (
    <Panel title="Tracked brands, first named first">
      {mentioned.length === 0 ? (
        <Dim>It names none of the tracked brands.</Dim>
      ) : (
        <Stack gap={12} component="ol" className="bare-list plain-list">
          {mentioned.map((one) => (
            <BrandEntry
              key={one.brand_id}
              one={one}
              brand={brands.get(one.brand_id)}
              isAsked={asked.includes(one.brand_id)}
            />
          ))}
        </Stack>
      )}
      {isMissing && mentioned.length > 0 && <NotNamed chat={chat} own={own.name} asked={asked} />}
    </Panel>
  );
}

/** Who is named in place of the own brand, whether the answer used a page of its own, and what can be done. */
function NotNamed({ chat, own, asked }: { chat: Chat; own: string; asked: readonly string[] }) {
  const { prompt_id, sources, brands_mentioned } = chat;
  const [first] = brands_mentioned;
  const times = first?.mention_count === 1 ? "once" : `${whole(first?.mention_count ?? 0)} times`;
  const isAsked = first && asked.includes(first.brand_id);
  const ours = sources.filter(({ classification }) => classification === "own").length;
  return (
    <Dim mt="sm">
      {own} is not named. {first?.name} comes first, named {times}
      {isAsked && ", as the question names it"}.{" "}
      {sources.length > 0 &&
        (ours === 0
          ? "None of the answer's sources is yours. "
          : `${whole(ours)} of the answer's ${whole(sources.length)} sources ${ours === 1 ? "is" : "are"} yours. `)}
      <PromptAction prompt_id={prompt_id} />
    </Dim>
  );
}

const METHODS = {
  estimate: { about: "An estimate by words and grammar.", short: "estimate" },
  judge: { about: "A language model judged the tone.", short: "judged, an estimate" },
  person: { about: "A person decided the tone.", short: "decided" },
} as const;

function BrandEntry({
  one,
  brand,
  isAsked,
}: {
  one: Mentioned;
  brand: Brand | undefined;
  /** The prompt names it, too. */
  isAsked: boolean;
}) {
  const { sentiment, sentiment_method, sentiment_quote, sentiment_words, mention_count } = one;
  const { about, short } = METHODS[sentiment_method ?? "estimate"];
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={brand?.is_own ? 650 : 500} component="div">
          <span className="rank">{one.position}</span>
          <span className="dot" style={{ background: brand?.color ?? "gray" }} aria-hidden />
          <PageLink isQuiet to="/brands/$brand_id" params={{ brand_id: one.brand_id }}>
            {one.name}
          </PageLink>
          {brand?.is_own && (
            <Badge ml={8} size="sm">
              yours
            </Badge>
          )}
          {isAsked && (
            <Tooltip label="An answer often repeats the name that it was asked about, whatever it thinks of it.">
              <Badge ml={8} variant="default" fw={500} size="sm" tabIndex={0}>
                the question names it
              </Badge>
            </Tooltip>
          )}
        </Text>
        <Dim className="nowrap">{mention_count === 1 ? "once" : `${mention_count} times`}</Dim>
      </Group>
      <Fine component="div" className="under-rank">
        {sentiment === null ? (
          <Tooltip label="Nothing good or bad is said of it, or the answer is in a language in which tone is not measured.">
            <Text span inherit tabIndex={0} className="hinted">
              Tone not measured
            </Text>
          </Tooltip>
        ) : (
          <Tooltip label={`${about} 0 is bad, 50 is neutral, 100 is good.`}>
            <Text span inherit tabIndex={0} className="hinted">
              Tone {decimal(sentiment, 0)} of 100 ({short})
            </Text>
          </Tooltip>
        )}
        {sentiment_words.length > 0 && <EstimatedFrom words={sentiment_words} />}
        {sentiment_quote && <q className="said">{sentiment_quote.text}</q>}
      </Fine>
    </li>
  );
}

const QUOTED_MAX = 5;

/** The words of the answer that made an estimate of tone. */
function EstimatedFrom({ words }: { words: Mentioned["sentiment_words"] }) {
  const plain = ({ text }: { text: string }) =>
    text
      .replaceAll(/\(?\[[^\]]*\]\([^)]*\)+/g, "")
      .replaceAll(/[*_`|\s]+/g, " ")
      .trim();
  const said = [...new Set(words.map(plain))];
  return (
    <span>
      , from{" "}
      {said.slice(0, QUOTED_MAX).map((text, index) => (
        <span key={text}>
          {index > 0 && ", "}
          <q>{text}</q>
        </span>
      ))}
      {words.length > QUOTED_MAX && " and more"}
    </span>
  );
}
