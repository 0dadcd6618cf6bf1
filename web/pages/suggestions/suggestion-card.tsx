import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useHere } from "../../here.tsx";
import { SmallButton } from "../../widgets/buttons.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { Marked } from "../../words/marked.tsx";
import { ago } from "../../words/numbers.ts";
import { shownHost } from "../../words/shown-address.ts";
import { Dim } from "../../words/text.ts";
import { AnswersOfName } from "./answers-of-name.tsx";
import type { Suggestion } from "./suggestion.ts";
import { SuggestionEdit } from "./suggestion-edit.tsx";
import { UndoAcceptance } from "./undo-acceptance.tsx";
import type { Decisions } from "./use-decisions.ts";
import { ACCEPTING, stateWord } from "./words.ts";

/** One suggestion with the passages it was found in, and what can be done about it. */
export function SuggestionCard({
  suggestion,
  isPicked,
  onPick,
  decisions,
}: {
  suggestion: Suggestion;
  isPicked: boolean;
  onPick(): void;
  decisions: Decisions;
}) {
  const { canWrite } = useHere();
  const { kind, name, status, domains, examples, reason } = suggestion;
  const hasExamples = kind !== "brand" || examples.some(({ text }) => isTelling(text));
  const isOpen = status === "open";
  const canPick = canWrite && status !== "accepted";
  return (
    <section className="panel" aria-label={name}>
      <Group justify="space-between" align="flex-start">
        <Group align="flex-start" wrap="nowrap" gap="sm" style={{ flex: "1 1 250px" }} miw={0}>
          {canPick && (
            <Checkbox
              aria-label={`Select ${name}`}
              checked={isPicked}
              onChange={onPick}
              mt={3}
              className="no-print"
            />
          )}
          <div>
            <Group gap={8}>
              <Text fw={600}>{name}</Text>
              {domains.map((domain) => (
                <Dim key={domain}>{shownHost(domain)}</Dim>
              ))}
            </Group>
            <Dim>
              {reason} {kind === "brand" && <AnswersOfName suggestion={suggestion} />}
            </Dim>
          </div>
        </Group>
        {canWrite && isOpen && <Actions suggestion={suggestion} decisions={decisions} />}
        {!isOpen && <Decided suggestion={suggestion} decisions={decisions} />}
      </Group>
      {examples.length > 0 && hasExamples && (
        <Stack gap={4} mt="sm" pl={canPick ? 32 : 0}>
          <Examples suggestion={suggestion} />
        </Stack>
      )}
    </section>
  );
}

/** A passage of fewer words, as a heading "Acme vs. Globex", says nothing of a brand: the search for brands looks for longer ones. */
const TELLING_WORDS = 5;
const isTelling = (text: string) => text.split(" ").length >= TELLING_WORDS;

/** The passages; and of a question, the answers in which it stands alone. A brand has a link to its answers anyway. */
function Examples({ suggestion: { kind, name, examples } }: { suggestion: Suggestion }) {
  const isBrand = kind === "brand";
  const telling = examples.filter(({ text }) => (isBrand ? isTelling(text) : text !== name));
  const bare = isBrand ? [] : examples.filter(({ text }) => text === name);
  return (
    <>
      {telling.map(({ chat_id, text }) => (
        <Text key={`${chat_id}${text}`} size="sm" className="quote">
          <Marked text={text} matches={[name]} />{" "}
          <PageLink isInText to="/answers/$chat_id" params={{ chat_id }} search={{ q: name }}>
            answer
          </PageLink>
        </Text>
      ))}
      {bare.length > 0 && (
        <Dim className="quote">
          {telling.length > 0 ? "Also in " : "See "}
          {bare.map(({ chat_id }, at) => (
            <span key={chat_id}>
              {at > 0 && ", "}
              <PageLink isInText to="/answers/$chat_id" params={{ chat_id }} search={{ q: name }}>
                {bare.length > 1 ? `answer ${at + 1}` : "an answer"}
              </PageLink>
            </span>
          ))}
        </Dim>
      )}
    </>
  );
}

/** What became of it; every decision can be taken back. */
function Decided({ suggestion, decisions }: { suggestion: Suggestion; decisions: Decisions }) {
  const { id, name, kind, status, decided_at, result_id } = suggestion;
  const { canWrite } = useHere();
  const isGone = status === "accepted" && result_id === null;
  return (
    <Group gap="xs">
      <Dim style={{ whiteSpace: "nowrap" }}>
        {stateWord(kind, status)} {ago(decided_at)}
        {isGone && ", deleted since"}
      </Dim>
      {canWrite && (status === "rejected" || isGone) && (
        <SmallButton
          aria-label={`Suggest again: ${name}`}
          onClick={() => void decisions.reopen([id])}
        >
          Suggest again
        </SmallButton>
      )}
      {canWrite && result_id && <UndoAcceptance suggestion={suggestion} decisions={decisions} />}
      {result_id && kind === "brand" && (
        <PageLink to="/brands/$brand_id" params={{ brand_id: result_id }}>
          see brand
        </PageLink>
      )}
      {result_id && kind === "prompt" && (
        <PageLink to="/prompts/$prompt_id" params={{ prompt_id: result_id }}>
          see prompt
        </PageLink>
      )}
    </Group>
  );
}

function Actions({ suggestion, decisions }: { suggestion: Suggestion; decisions: Decisions }) {
  const [isEditing, setEditing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { id, name, kind } = suggestion;
  const { act } = ACCEPTING[kind];
  const accept = async () => {
    setBusy(true);
    await decisions.accept([id]);
    setBusy(false);
  };
  return (
    <Group gap={6} justify="flex-end">
      <Button
        size="compact-sm"
        variant="light"
        loading={isBusy}
        aria-label={`${act} ${name}`}
        onClick={() => void accept()}
      >
        {act}
      </Button>
      <SmallButton aria-label={`Edit… ${name}`} onClick={() => setEditing(true)}>
        Edit…
      </SmallButton>
      <SmallButton
        aria-label={`Dismiss ${name}`}
        disabled={isBusy}
        onClick={() => void decisions.reject([id])}
      >
        Dismiss
      </SmallButton>
      {isEditing && (
        <SuggestionEdit
          suggestion={suggestion}
          decisions={decisions}
          onClose={() => setEditing(false)}
        />
      )}
    </Group>
  );
}
