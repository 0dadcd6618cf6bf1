import { Group, Stack, Text } from "@mantine/core";
import { type AnswersSearch, browseInput } from "../answers-search.ts";
import type { OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useBrands } from "../frame/tracked-brands.ts";
import { useHere } from "../here.tsx";
import { showDay, withFilters } from "../scope.ts";
import { PageLink } from "../widgets/page-link.tsx";
import { Answered } from "../widgets/panel.tsx";
import { useNames } from "../words/names.ts";
import { whole } from "../words/numbers.ts";
import { StatusBadge } from "../words/status-badge.tsx";
import { Dim } from "../words/text.ts";
import { BrandChips } from "./brand-chips.tsx";

type Filter = Pick<AnswersSearch, "brand_id" | "prompt_id">;

/** The newest answers of the range that a filter keeps, each a link to the answer itself. */
export function ChatList({ filter }: { filter: Filter }) {
  const { project_id, scope, timezone } = useHere();
  const chats = useAsk("browse_chats", {
    project_id,
    ...browseInput(scope, filter, timezone),
    limit: 10,
  });
  return (
    <Answered asked={chats}>
      {({ data, total_count }) =>
        data.length === 0 ? (
          <Dim>None in this range{withFilters(scope)}.</Dim>
        ) : (
          <Stack gap={10}>
            {data.map((chat, at) => (
              <Entry key={chat.id} chat={chat} search={{ ...filter, at }} />
            ))}
            {total_count > data.length && (
              <span className="no-print">
                <PageLink to="/answers" search={{ ...filter }}>
                  All {whole(total_count)} answers
                  {filter.brand_id === undefined && ", usable or not"}
                </PageLink>
              </span>
            )}
          </Stack>
        )
      }
    </Answered>
  );
}

/** Answers to one prompt are distinguished by who said them and whom they name, others by their prompt. */
function Entry({
  chat,
  search,
}: {
  chat: OutputOf<"browse_chats">["data"][number];
  search: Filter & { at: number };
}) {
  const brands = useBrands();
  const modelName = useNames("model_id");
  const who = `${modelName(chat.model_id)} · ${showDay(chat.date)}`;
  const isOnePrompt = search.prompt_id !== undefined;
  return (
    <Group justify="space-between" gap="4px 1rem" align="flex-start">
      <PageLink
        isQuiet
        to="/answers/$chat_id"
        params={{ chat_id: chat.id }}
        search={search}
        {...(isOnePrompt && { style: { flex: "0 0 17rem" } })}
      >
        <Text size="sm" className="in-its-script">
          {isOnePrompt ? who : chat.prompt_text}
        </Text>
      </PageLink>
      {isOnePrompt ? (
        <div style={{ flex: "1 1 12rem" }}>
          {chat.status === "answered" ? (
            <BrandChips ids={chat.brand_ids} brands={brands} />
          ) : (
            <StatusBadge status={chat.status} />
          )}
        </div>
      ) : (
        <Dim style={{ overflowWrap: "anywhere" }}>{who}</Dim>
      )}
    </Group>
  );
}
