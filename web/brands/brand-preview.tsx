import { Button, Checkbox, Group, Stack, Text, Tooltip } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { InputOf, OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { BUTTON_EVENTS } from "../words/hint.ts";
import { Marked } from "../words/marked.tsx";
import { whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";

export type Aliases = NonNullable<InputOf<"create_brand">["aliases"]>;
type Preview = OutputOf<"preview_brand">;

/** A brand's rules while they are typed; a case flag that is not said is the suggested one. */
export type Draft = {
  name: string;
  aliases: Aliases;
  domains: string[];
  exclude_phrases: string[];
  regex: string;
};

/** Which of the newest stored answers the rules match as they are typed, and which spellings would add to them. */
export function BrandPreview({
  draft,
  brand_id,
  onAliases,
}: {
  draft: Draft;
  /** The saved brand that it is a draft of. */
  brand_id?: string | undefined;
  onAliases(aliases: Aliases): void;
}) {
  const { project_id } = useHere();
  const [rules] = useDebouncedValue(draft, 400);
  const name = rules.name.trim();
  const asked = useAsk(
    "preview_brand",
    {
      project_id,
      brand_id,
      name,
      aliases: rules.aliases.filter(({ text }) => text.trim()),
      domains: rules.domains,
      exclude_phrases: rules.exclude_phrases,
      regex: rules.regex.trim() || null,
    },
    { enabled: name !== "" },
  );
  if (name === "") return null;
  const preview = asked.data;
  const add = (one: Aliases[number]) => onAliases([...draft.aliases, one]);
  return (
    <section className="panel" aria-live="polite">
      {(preview || !asked.error) && (
        <Text size="sm" fw={600} mb={4}>
          {preview
            ? `${whole(preview.matched_count)} of the newest ${whole(preview.checked_count)} answers would mention it`
            : "Checking stored answers…"}
        </Text>
      )}
      {asked.error && (
        <Text size="sm" className="bad">
          {asked.error.message}
        </Text>
      )}
      <Stack gap="sm">
        {preview && (
          <CaseOfName
            {...{ name, onAliases }}
            exact_case={preview.exact_case}
            settled={preview.aliases}
            aliases={draft.aliases}
          />
        )}
        {preview && (
          <Proposals proposals={preview.proposals} isBusy={asked.isPlaceholderData} onAdd={add} />
        )}
        <Stack gap={6}>
          {preview?.examples.slice(0, 4).map(({ chat_id, text, matches }) => (
            <Fine key={chat_id}>
              <Marked text={text} matches={matches} />
            </Fine>
          ))}
        </Stack>
      </Stack>
    </section>
  );
}

/** Whether a name that is a common word is matched in its exact case, and what hangs on it. */
export function CaseOfName({
  name,
  exact_case: { is_suggested, exact_count, any_count },
  settled,
  aliases,
  isBusy = false,
  onAliases,
}: {
  name: string;
  exact_case: Preview["exact_case"];
  /** The aliases with their case flags. */
  settled: Aliases;
  /** The aliases as they are typed. */
  aliases: Aliases;
  isBusy?: boolean;
  onAliases(aliases: Aliases): void;
}) {
  // What was just ticked counts before the server has said so.
  const typed = aliases.filter(({ text }) => isName(text, name));
  const decided = typed.some((one) => one.case_sensitive !== undefined) ? typed : settled;
  const isExact = decided.some((one) => one.case_sensitive && isName(one.text, name));
  if (!is_suggested && !isExact) return null;
  return (
    <Checkbox
      label={`Only “${name}” in this case`}
      description={`It is a common word or very short. ${whole(any_count)} of the newest answers have it in any case, ${whole(exact_count)} in this one.`}
      checked={isExact}
      disabled={isBusy}
      onChange={({ currentTarget }) => onAliases(inCase(aliases, name, currentTarget.checked))}
    />
  );
}

/** Aliases that say whether a name counts in its exact case only. */
export function inCase(aliases: Aliases, name: string, case_sensitive: boolean): Aliases {
  const others = aliases.filter(({ text }) => !isName(text, name));
  const texts = case_sensitive ? [...new Set([name, name.toUpperCase()])] : [name];
  return [...texts.map((text) => ({ text, case_sensitive })), ...others];
}

/** Further spellings, each with the answers it would add; pressed, one is added. */
export function Proposals({
  proposals,
  isBusy = false,
  onAdd,
}: {
  proposals: Preview["proposals"];
  isBusy?: boolean;
  onAdd(alias: Aliases[number]): void;
}) {
  if (proposals.length === 0) return null;
  return (
    <div>
      <Fine mb={4}>
        Not counted yet: found in the newest stored answers. Press one to count it, too.
      </Fine>
      <Group gap={6}>
        {proposals.map(({ text, case_sensitive, added_count, example }) => {
          const shown = `${text} +${whole(added_count)} ${added_count === 1 ? "answer" : "answers"}`;
          return (
            <Tooltip key={text} label={example} maw={360} events={BUTTON_EVENTS}>
              <Button
                size="compact-xs"
                variant="default"
                disabled={isBusy}
                aria-label={`Add ${shown}`}
                onClick={() => onAdd({ text, case_sensitive })}
              >
                {shown}
              </Button>
            </Tooltip>
          );
        })}
      </Group>
    </div>
  );
}

/** Whether a spelling is the name itself, in whatever case. */
export function isName(text: string, name: string): boolean {
  return text.trim().toLowerCase() === name.toLowerCase();
}
