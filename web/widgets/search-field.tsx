import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

const REST_MS = 350;

/** A field to search in; `onChange` hears of it once the fingers rest. `value` is what the address says. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange(value: string | undefined): void;
}) {
  const [text, setText] = useState(value ?? "");
  const [last, setLast] = useState(value);
  // The address may change without the field: by a link, or by what clears all filters.
  if (value !== last) {
    setLast(value);
    if ((value ?? "") !== text.trim()) setText(value ?? "");
  }
  const later = useDebouncedCallback((said: string) => onChange(said.trim() || undefined), REST_MS);
  const change = (said: string) => {
    setText(said);
    later(said);
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: "100%", xs: 260 }}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      rightSection={text && <CloseButton aria-label="Clear search" onClick={() => change("")} />}
    />
  );
}
