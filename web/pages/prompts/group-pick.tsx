import { MultiSelect, Select } from "@mantine/core";
import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { allOf } from "../../words/formats.ts";
import { isSame, isTyped, nameOf, typedAs } from "./typed-groups.ts";
import { useGroups } from "./use-prompts.ts";

type Option = { value: string; label: string };
type Field = {
  label?: string;
  placeholder?: string;
  /** Where the list opens: below the field, or above it, where buttons stand right below. */
  opens?: "below" | "above" | undefined;
  /** Whether something is typed that leaving the field would choose. */
  onTyping?: ((isTyping: boolean) => void) | undefined;
};

/** What is said of a field stands below it: its neighbour stays in line. */
const BELOW: ("label" | "input" | "description")[] = ["label", "input", "description"];

/** Whether the key chooses an option that the arrows have led to. */
function isOnOption({ currentTarget }: KeyboardEvent): boolean {
  const list = document.getElementById(currentTarget.getAttribute("aria-controls") ?? "");
  return list?.querySelector("[data-combobox-selected]") != null;
}

/**
 * How an option is picked or, where there is a `noun`, a new one typed. What was typed is meant: on Enter, which sends no
 * form, and on leaving the field. The list is gone after a choice; one that opens above lies over other fields, and says whose it is.
 */
function usePick({
  noun,
  known,
  chosen,
  choose,
  isMany = false,
  label,
  opens = "below",
  onTyping,
}: {
  noun?: "topic" | "tag" | undefined;
  known: readonly Option[];
  chosen: readonly string[];
  choose(id: string): void;
  isMany?: boolean;
  label: string;
  opens?: Field["opens"];
  onTyping?: Field["onTyping"];
}) {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const typedIds = chosen.filter(isTyped);
  const options = [...known, ...typedIds.map((value) => ({ value, label: nameOf(value) }))];
  const meantBy = (text: string): Option | undefined => {
    const name = text.trim();
    const offer = { value: typedAs(name), label: `Create ${noun} “${name}”` };
    if (name === "") return undefined;
    return options.find(({ label }) => isSame(label, name)) ?? (noun && offer);
  };
  const comingOf = (text: string) => {
    const meant = meantBy(text);
    return meant && !chosen.includes(meant.value) ? meant.value : undefined;
  };
  const type = (text: string) => {
    setTyped(text);
    onTyping?.(comingOf(text) !== undefined);
  };
  const [meant, coming] = [meantBy(typed), comingOf(typed)];
  const offered = meant && !options.includes(meant) ? [...options, meant] : options;
  const take = () => coming && choose(coming);
  // Said while it is typed, too: what moved the buttons on leaving the field would move them from below a press.
  const created = [...typedIds, ...(coming && isTyped(coming) ? [coming] : [])];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!meant || isOnOption(event)) return;
    take();
    if (isMany) type("");
    setOpen(false);
  };
  return {
    close: () => setOpen(false),
    field: {
      ...{ searchable: true, clearable: true, searchValue: typed, onSearchChange: type },
      dropdownOpened: isOpen,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => setOpen(false),
      ...(opens === "above"
        ? // Above the label, too.
          {
            comboboxProps: { position: "top" as const, offset: 30 },
            data: [{ group: label, items: offered }],
          }
        : { data: offered }),
      ...(!noun && { nothingFoundMessage: "None of that name" }),
      ...(created.length > 0 && {
        description: `${allOf(created.map((id) => `“${nameOf(id)}”`))} will be created.`,
        inputWrapperOrder: BELOW,
      }),
      // Who goes to another window comes back to the field.
      onBlur: ({ currentTarget }: FocusEvent) => {
        if (currentTarget !== document.activeElement) take();
      },
      onKeyDown,
    },
  } as const;
}

const optionsOf = (groups: ReadonlyMap<string, { id: string; name: string }>): Option[] =>
  [...groups.values()].map(({ id, name }) => ({ value: id, label: name }));

/** Tags to pick from, or to create by typing. */
export function TagPick({
  label = "Tags",
  placeholder,
  opens,
  isNewOffered = true,
  value,
  onChange,
  onTyping,
}: Field & { isNewOffered?: boolean; value: string[]; onChange(ids: string[]): void }) {
  const { tags } = useGroups();
  const { field, close } = usePick({
    ...{ noun: isNewOffered ? "tag" : undefined, known: optionsOf(tags), isMany: true, onTyping },
    ...{ label, opens },
    chosen: value,
    choose: (id) => onChange([...value, id]),
  });
  return (
    <MultiSelect
      label={label}
      {...(placeholder && value.length === 0 && { placeholder })}
      value={value}
      onChange={(ids) => {
        onChange(ids);
        close();
      }}
      {...field}
    />
  );
}

/** A topic to pick, or to create by typing; `others` are offered before the topics. */
export function TopicPick({
  opens,
  placeholder = "None; pick one or type a new one",
  others = [],
  value,
  onChange,
  onTyping,
  ...rest
}: Omit<Field, "label"> & {
  others?: Option[];
  value: string | null;
  onChange(id: string | null): void;
  "data-autofocus"?: true;
}) {
  const { topics } = useGroups();
  const { field } = usePick({
    ...{ noun: "topic", known: [...others, ...optionsOf(topics)], onTyping },
    ...{ label: "Topic", opens },
    chosen: value === null ? [] : [value],
    choose: onChange,
  });
  return (
    <Select
      label="Topic"
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      {...rest}
      {...field}
    />
  );
}
