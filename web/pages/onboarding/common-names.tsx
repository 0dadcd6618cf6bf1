import { Checkbox, Stack, Text } from "@mantine/core";
import { inCase, isName } from "../../brands/brand-preview.tsx";
import { useRespell } from "../../brands/respell.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Failed } from "../../widgets/states.tsx";
import { listed } from "../../words/numbers.ts";

const NAMED_MAX = 3;

/** The new project's brands whose names are common words or very short, and whether each counts in its case only. */
export function CommonNames() {
  const { project_id } = useHere();
  const brands = useAsk("list_brands", { project_id, limit: 100 });
  const update = useRespell();
  const cased = (brands.data?.data ?? []).flatMap(({ id, name, aliases }) => {
    const own = aliases.filter(({ text }) => isName(text, name));
    return own.length > 0 ? [{ id, name, aliases, isExact: own.some(isCased) }] : [];
  });
  if (cased.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {listed(
          cased.map(({ name }) => `“${name}”`),
          NAMED_MAX,
        )}{" "}
        {cased.length === 1 ? "is a common word" : "are common words"} or very short. In other
        letter case such a word usually means something else. With its box ticked, a name counts
        only as written here, or in capitals. Once answers are stored, the brand’s page says how
        many answers either choice finds, and which other spellings there are.
      </Text>
      {cased.map(({ id, name, aliases, isExact }) => (
        <Checkbox
          key={id}
          label={`Only “${name}” in this case`}
          checked={isExact}
          disabled={update.isPending}
          onChange={({ currentTarget: { checked } }) =>
            update.mutate({ brand: { id, aliases }, next: inCase(aliases, name, checked) })
          }
        />
      ))}
      {update.error && <Failed error={update.error} />}
    </Stack>
  );
}

const isCased = ({ case_sensitive }: { case_sensitive: boolean }) => case_sensitive;
