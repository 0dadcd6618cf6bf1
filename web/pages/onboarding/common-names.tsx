import { Checkbox, Stack, Text } from "@mantine/core";
import { inCase, isName } from "../../brands/brand-preview.tsx";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Failed } from "../../widgets/states.tsx";

/** The new project's brands whose names are common words or very short, and whether each counts in its case only. */
export function CommonNames() {
  const { project_id } = useHere();
  const brands = useAsk("list_brands", { project_id, limit: 100 });
  const update = useChange("update_brand", ["list_brands"]);
  const cased = (brands.data?.data ?? []).flatMap(({ id, name, aliases }) => {
    const own = aliases.filter(({ text }) => isName(text, name));
    return own.length > 0 ? [{ id, name, aliases, isExact: own.some(isCased) }] : [];
  });
  if (cased.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {cased.length === 1
          ? "One name is a common word or very short."
          : `${cased.length} names are common words or very short.`}{" "}
        In small letters it usually is something else. A brand’s page says what hangs on it, and
        which other spellings there are, once answers are stored.
      </Text>
      {cased.map(({ id, name, aliases, isExact }) => (
        <Checkbox
          key={id}
          label={`Only “${name}” in this case`}
          checked={isExact}
          disabled={update.isPending}
          onChange={({ currentTarget: { checked } }) =>
            update.mutate({ project_id, brand_id: id, aliases: inCase(aliases, name, checked) })
          }
        />
      ))}
      {update.error && <Failed error={update.error} />}
    </Stack>
  );
}

const isCased = ({ case_sensitive }: { case_sensitive: boolean }) => case_sensitive;
