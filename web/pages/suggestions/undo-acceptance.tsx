import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SmallButton } from "../../widgets/buttons.ts";
import { Confirm } from "../../widgets/confirm.tsx";
import type { Kind, Suggestion } from "./suggestion.ts";
import type { Decisions } from "./use-decisions.ts";
import { ACCEPTING } from "./words.ts";

const WHAT_GOES: Record<Kind, string> = {
  brand: "The brand is no longer tracked and its numbers are deleted. Answers stay.",
  prompt: "The prompt and its answers are deleted.",
  topic: "The topic is deleted. Its prompts stay, without a topic.",
};

/** The button that takes an acceptance back however old it is; it says first what is deleted. */
export function UndoAcceptance({
  suggestion,
  decisions,
}: {
  suggestion: Suggestion;
  decisions: Decisions;
}) {
  const [isAsking, setAsking] = useState(false);
  const undoing = useMutation({ mutationFn: () => decisions.undo([suggestion]) });
  const { name, kind } = suggestion;
  const what = `Undo ${ACCEPTING[kind].doing}`;
  return (
    <>
      <SmallButton aria-label={`${what} ${name}`} onClick={() => setAsking(true)}>
        Undo
      </SmallButton>
      <Confirm
        title={`${what} “${name}”?`}
        action="Undo"
        isOpen={isAsking}
        isBusy={undoing.isPending}
        error={undoing.error}
        onConfirm={() => undoing.mutate()}
        onClose={() => {
          setAsking(false);
          undoing.reset();
        }}
      >
        {WHAT_GOES[kind]} The suggestion is open again.
      </Confirm>
    </>
  );
}
