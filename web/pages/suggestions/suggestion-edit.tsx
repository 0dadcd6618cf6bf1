import { Button, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog, DialogEnd } from "../../widgets/dialog.tsx";
import type { Kind, Suggestion } from "./suggestion.ts";
import type { Decisions } from "./use-decisions.ts";

const TITLES: Record<Kind, string> = {
  brand: "Track this brand",
  prompt: "Ask this question",
  topic: "Make this topic",
};

/** Accepts a suggestion under other words; a brand also with further spellings and domains. */
export function SuggestionEdit({
  suggestion: { id, kind, name: suggested, domains: found },
  decisions,
  onClose,
}: {
  suggestion: Suggestion;
  decisions: Decisions;
  onClose(): void;
}) {
  const [name, setName] = useState(suggested);
  const [aliases, setAliases] = useState<string[]>([]);
  const [domains, setDomains] = useState(found);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const accept = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    const rules = {
      domains,
      aliases: aliases.map((text) => ({ text })),
    };
    try {
      await decisions.acceptEdited(id, { name: name.trim(), ...(kind === "brand" && rules) });
      onClose();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  const field = {
    required: true,
    "data-autofocus": true,
    value: name,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setName(currentTarget.value),
  };
  return (
    <Dialog onClose={onClose} title={TITLES[kind]}>
      <form onSubmit={(event) => void accept(event)}>
        <Stack gap="sm">
          {kind === "prompt" ? (
            <Textarea label="Question" maxLength={2000} autosize minRows={2} {...field} />
          ) : (
            <TextInput label="Name" maxLength={100} {...field} />
          )}
          {kind === "brand" && (
            <>
              <TagsInput label="Other spellings" value={aliases} onChange={setAliases} />
              <TagsInput label="Its own domains" value={domains} onChange={setDomains} />
            </>
          )}
          <DialogEnd error={error} onClose={onClose}>
            <Button type="submit" loading={isBusy} disabled={!name.trim()}>
              Accept
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Dialog>
  );
}
