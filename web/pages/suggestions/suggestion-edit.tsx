import { TagsInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { BrandPreview, isName } from "../../brands/brand-preview.tsx";
import type { InputOf } from "../../call.ts";
import { Dialog, DialogForm } from "../../widgets/dialog.tsx";
import type { Kind, Suggestion } from "./suggestion.ts";
import type { Decisions } from "./use-decisions.ts";
import { ACCEPTING } from "./words.ts";

const TITLES: Record<Kind, string> = {
  brand: "Track this brand",
  prompt: "Add this prompt",
  topic: "Add this topic",
};

type Aliases = NonNullable<InputOf<"accept_brand_suggestions">["aliases"]>;

/** Accepts a suggestion under other words; a brand also with further spellings and domains, and what they would count. */
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
  const [aliases, setAliases] = useState<Aliases>([]);
  const [domains, setDomains] = useState(found);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const accept = async () => {
    setBusy(true);
    setError(null);
    const rules = { domains, aliases };
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
    <Dialog
      onClose={onClose}
      title={TITLES[kind]}
      size={kind === "brand" ? "lg" : "md"}
      isChanged={name !== suggested || aliases.length > 0 || domains !== found}
      isBusy={isBusy}
    >
      <DialogForm
        of={{ error, isPending: isBusy }}
        onSubmit={() => void accept()}
        onClose={onClose}
        action={ACCEPTING[kind].act}
        disabled={!name.trim()}
      >
        {kind === "prompt" ? (
          <Textarea label="Question" maxLength={2000} autosize minRows={2} {...field} />
        ) : (
          <TextInput label="Name" maxLength={100} {...field} />
        )}
        {kind === "brand" && (
          <>
            <Spellings name={name.trim()} aliases={aliases} onChange={setAliases} />
            <TagsInput label="Its own sites" value={domains} onChange={setDomains} />
            <BrandPreview
              draft={{ name, aliases, domains, exclude_phrases: [], regex: "" }}
              onAliases={setAliases}
            />
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** The further spellings; those that only decide the case of the name are the preview's. */
function Spellings({
  name,
  aliases,
  onChange,
}: {
  name: string;
  aliases: Aliases;
  onChange(aliases: Aliases): void;
}) {
  const ofName = aliases.filter(({ text }) => isName(text, name));
  const others = aliases.filter(({ text }) => !isName(text, name));
  return (
    <TagsInput
      label="Other spellings"
      value={others.map(({ text }) => text)}
      onChange={(texts) =>
        onChange([
          ...ofName,
          ...texts.map((text) => others.find((one) => one.text === text) ?? { text }),
        ])
      }
    />
  );
}
