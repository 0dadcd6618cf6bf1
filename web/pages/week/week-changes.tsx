import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { OutputOf } from "../../call.ts";
import { WITH_THOSE_BEFORE } from "../../scope.ts";
import { Behind, type Narrowed } from "../../widgets/behind.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { percent, someAnswers, whole } from "../../words/numbers.ts";
import { keyOfPart } from "../../words/part-key.ts";
import { Dim } from "../../words/text.ts";
import { ToneBadge } from "../../words/tone.tsx";

export type Shown = OutputOf<"get_week">;
type Days = { date_from: string; date_to: string };
/** Some days as pages take them. */
export const spanOf = ({ date_from: from, date_to: to }: Days) => ({ from, to });

/** The days of a week for pages that show a change: a week is compared with the one before. */
const weekScope = (week: Shown) => ({ ...spanOf(week), ...WITH_THOSE_BEFORE });

/** Opens the page that says why, for the days of the week. */
export function Why({
  week,
  of,
  children,
}: {
  week: Shown;
  of: Record<string, string>;
  children: ReactNode;
}) {
  return (
    <PageLink isQuiet to="/changes" search={{ ...of, ...weekScope(week) }}>
      {children}
    </PageLink>
  );
}

/** Both numbers of a line, which open their answers. */
function Both({
  week,
  of,
  before,
  now,
  what,
}: {
  week: Shown;
  of: Narrowed;
  /** What the answers do that they count. */
  what: "named in" | "cited in";
  before: [count: number, shown: string];
  now: [count: number, shown: string];
}) {
  return (
    <Text size="sm" component="span" className="nowrap">
      {what}{" "}
      <Behind count={before[0]} of={{ ...of, ...spanOf(week.previous) }}>
        {before[1]}
      </Behind>
      {" → "}
      <Behind count={now[0]} of={{ ...of, ...spanOf(week) }}>
        {now[1]}
      </Behind>
    </Text>
  );
}

/** A line of a list, with its numbers at the end. */
export function Line({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="0 12px">
        <Text size="sm" component="div" flex="1 1 280px" style={{ overflowWrap: "anywhere" }}>
          {text}
        </Text>
        {children}
      </Group>
    </li>
  );
}

/** What changed of brands, and where the own one changed. */
export function Changes({ week }: { week: Shown }) {
  const { changes, change_count, parts, part_count } = week;
  if (changes.length + parts.length === 0) return null;
  return (
    <ul className="bare-list">
      {changes.map(({ brand, measure, text, now_count, before_count }) => (
        <Line
          key={brand.id + measure}
          text={
            <>
              <Why week={week} of={{ brand_id: brand.id, measure }}>
                <bdi>{text}</bdi>
              </Why>
              {measure === "sentiment" && (
                <>
                  {" "}
                  <ToneBadge />
                </>
              )}
            </>
          }
        >
          <Both
            week={week}
            of={{ brand_id: brand.id }}
            what="named in"
            before={[before_count, whole(before_count)]}
            now={[now_count, someAnswers(now_count)]}
          />
        </Line>
      ))}
      <More count={change_count - changes.length} of=" changes of brands">
        <PageLink to="/changes" search={{ view: "movers", ...weekScope(week) }}>
          All brands whose visibility moved
        </PageLink>
      </More>
      {parts.map((part) => (
        <Line key={keyOfPart(part)} text={<PartLink week={week} part={part} />} />
      ))}
      <More
        count={part_count - parts.length}
        of=" changes of assistants, topics, countries and prompts"
      >
        <PageLink to="/changes" search={weekScope(week)}>
          All parts of the change
        </PageLink>
      </More>
    </ul>
  );
}

/** How many of a list are not told, and where they stand. */
function More({ count, of, children }: { count: number; of?: string; children: ReactNode }) {
  if (count <= 0) return null;
  return (
    <li>
      <Dim>
        And {whole(count)} more{of}. {children}
      </Dim>
    </li>
  );
}

/** A part of the change leads to the prompt, or to the change of that assistant, topic or country. */
function PartLink({ week, part }: { week: Shown; part: Shown["parts"][number] }) {
  const { prompt_id, model_id, topic_id, country_code, text } = part;
  if (prompt_id) {
    return (
      <PageLink isQuiet to="/prompts/$prompt_id" params={{ prompt_id }} search={weekScope(week)}>
        <bdi>{text}</bdi>
      </PageLink>
    );
  }
  const only = {
    ...(model_id && { model: [model_id] }),
    ...(topic_id && { topic: [topic_id] }),
    ...(country_code && { country: [country_code] }),
  };
  return (
    <PageLink isQuiet to="/changes" search={{ ...only, ...weekScope(week) }}>
      <bdi>{text}</bdi>
    </PageLink>
  );
}

const WHAT = { new: "new", lost: "lost", up: "more", down: "less" } as const;

/** The sites that are cited more or less often. */
export function Sources({ week }: { week: Shown }) {
  return (
    <Panel
      title="Sources"
      action={
        <PageLink to="/sources" search={weekScope(week)}>
          All sources
        </PageLink>
      }
    >
      <ul className="bare-list">
        {week.sources.map(({ domain, what, text, now, before, now_count, before_count }) => (
          <Line
            key={domain}
            text={
              <>
                <Badge color="gray" mr={8}>
                  {WHAT[what]}
                </Badge>
                {text}
              </>
            }
          >
            <Both
              week={week}
              of={{ domain, use: "cited" }}
              what="cited in"
              before={[before_count, percent(before)]}
              now={[now_count, percent(now)]}
            />
          </Line>
        ))}
        <More count={week.source_count - week.sources.length}>
          <PageLink to="/changes" search={{ view: "movers", kind: "domains", ...weekScope(week) }}>
            All sites that moved
          </PageLink>
        </More>
      </ul>
    </Panel>
  );
}
