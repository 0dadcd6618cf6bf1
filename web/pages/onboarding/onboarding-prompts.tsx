import { ActionIcon, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { NamesBadges } from "../../brands/names-badges.tsx";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { Dim, Fine } from "../../words/text.ts";
import { type Draft, PROMPTS_MAX, questionsOf } from "./draft.ts";

/** Where proposals come from, in a sentence. */
export function saidBy({ source, model }: Draft["session"]): string {
  if (source === "model") return `Proposed by ${model} from memory, not from research.`;
  if (model) return `${model} gave no usable answer, so these come from templates.`;
  return "Proposed from templates, not from research.";
}

/** The questions that are going to be asked every day: taken away, added, and then tracked. */
export function ProposedPrompts({
  draft,
  onChange,
  isBusy,
  onBack,
  onDone,
}: {
  draft: Draft;
  onChange(draft: Draft): void;
  isBusy: boolean;
  onBack(): void;
  onDone(): void;
}) {
  const { session, proposal, typed = "" } = draft;
  const { prompts } = proposal;
  const { length: count } = questionsOf(draft);
  const isTooMany = count > PROMPTS_MAX;
  const topics = [...new Set(prompts.map(({ topic }) => topic))];
  const named = useNamed(draft);
  const list = (next: typeof prompts) => ({ ...draft, proposal: { ...proposal, prompts: next } });
  const leaveOut = (text: string) =>
    onChange(list(prompts.filter((prompt) => prompt.text !== text)));
  return (
    <Stack gap="sm">
      <Dim>
        {saidBy(session)} Keep what your buyers would ask. Every assistant is asked each question
        every day.{" "}
        {prompts.some(({ text }) => named.get(text)?.is_branded) &&
          "Answers to questions that name your brand name it, too: they are left out of your numbers unless you include them."}
      </Dim>
      {topics.map((topic) => (
        <div key={topic}>
          <Fine fw={600} component="h2">
            {topic ?? "Without a topic"}
          </Fine>
          <Stack gap={4} component="ul" className="bare-list">
            {prompts
              .filter((prompt) => prompt.topic === topic)
              .map(({ text }) => (
                <Group key={text} component="li" justify="space-between" wrap="nowrap" gap="xs">
                  <Text size="sm">
                    {text}{" "}
                    <NamesBadges
                      isBranded={named.get(text)?.is_branded ?? false}
                      rivals={named.get(text)?.competitors ?? []}
                    />
                  </Text>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Leave out: ${text}`}
                    onClick={() => leaveOut(text)}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                </Group>
              ))}
          </Stack>
        </div>
      ))}
      <Group align="flex-end">
        <Textarea
          label="Your own, one per line"
          autosize
          minRows={1}
          maxRows={14}
          style={{ flex: 1 }}
          value={typed}
          onChange={({ currentTarget }) => onChange({ ...draft, typed: currentTarget.value })}
          aria-invalid={isTooMany}
          inputWrapperOrder={["label", "input", "description"]}
          description={
            isTooMany && <span className="bad">{sayTooMany(prompts.length, count)}</span>
          }
        />
        <Button
          variant="default"
          onClick={() => onChange({ ...list(questionsOf(draft)), typed: "" })}
          disabled={!typed.trim() || isTooMany}
        >
          Add
        </Button>
      </Group>
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={onDone} loading={isBusy} disabled={count === 0 || isTooMany}>
          Track {count} {count === 1 ? "question" : "questions"}
        </Button>
      </Group>
    </Stack>
  );
}

const sayTooMany = (listed: number, count: number) =>
  `${listed > 0 ? `With the ${listed} above these` : "These"} are ${count}; a project begins with ${PROMPTS_MAX} at most. Import a file of the others once it is there.`;

type Question = OutputOf<"preview_questions">["data"][number];

/** What the questions of a draft name, by their text, as the server finds it. */
function useNamed({ proposal }: Draft): ReadonlyMap<string, Question> {
  const { name, language_code, domain, competitors, prompts } = proposal;
  const texts = prompts.map(({ text }) => text);
  const asked = useAsk("preview_questions", { name, language_code, domain, competitors, texts });
  return new Map(asked.data?.data.map((question) => [question.text, question]));
}
