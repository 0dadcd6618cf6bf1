import { MultiSelect, Select } from "@mantine/core";
import { type FocusEvent, useState } from "react";
import { useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { sayFailure } from "../../widgets/confirm.tsx";
import { PROMPTS_STALE, useGroups } from "./use-prompts.ts";

const NEW = "new";
type Group = { id: string; name: string };
type Make = {
  isPending: boolean;
  run(name: string, done: (group: Group) => void): void;
};

/** Options of topics or tags; one that is typed and not there is offered to be created. */
function useOffered(noun: "topic" | "tag", known: readonly Group[], make: Make) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const isKnown = known.some((one) => one.name.toLowerCase() === name.toLowerCase());
  const options = known.map((one) => ({ value: one.id, label: one.name }));
  const offer = { value: NEW, label: `Create ${noun} “${name}”` };
  const isNew = name !== "" && !isKnown;
  const create = (done: (id: string) => void) => make.run(name, ({ id }) => done(id));
  return {
    field: {
      searchable: true,
      searchValue: typed,
      onSearchChange: setTyped,
      data: isNew ? [...options, offer] : options,
    },
    create,
    /** What was typed is meant, also by who goes on without a press on the offer; not by who gives up. */
    leave: (done: (id: string) => void) => (event: FocusEvent) => {
      const to = event.relatedTarget;
      const isGivenUp = to instanceof HTMLButtonElement && to.type !== "submit";
      if (isNew && !isGivenUp && !make.isPending) create(done);
    },
  };
}

/** Tags to pick from, or to create by typing; `without` are left out. */
export function TagPick({
  label,
  placeholder,
  without = [],
  value,
  onChange,
}: {
  label: string;
  placeholder?: string;
  without?: readonly string[];
  value: string[];
  onChange(ids: string[]): void;
}) {
  const { project_id } = useHere();
  const { tags } = useGroups();
  const making = useChange("create_tag", PROMPTS_STALE);
  const known = [...tags.values()].filter(({ id }) => !without.includes(id));
  const { field, create, leave } = useOffered("tag", known, {
    isPending: making.isPending,
    run: (name, done) =>
      making.mutate({ project_id, name }, { onSuccess: done, onError: sayFailure }),
  });
  return (
    <MultiSelect
      label={label}
      {...(placeholder && value.length === 0 && { placeholder })}
      clearable
      disabled={making.isPending}
      value={value}
      onChange={(ids) => {
        if (ids.includes(NEW)) create((id) => onChange([...value, id]));
        else onChange(ids);
      }}
      onBlur={leave((id) => onChange([...value, id]))}
      {...field}
    />
  );
}

/** A topic to pick, or to create by typing. */
export function TopicPick({
  value,
  onChange,
}: {
  value: string | null;
  onChange(id: string | null): void;
}) {
  const { project_id } = useHere();
  const { topics } = useGroups();
  const making = useChange("create_topic", PROMPTS_STALE);
  const { field, create, leave } = useOffered("topic", [...topics.values()], {
    isPending: making.isPending,
    run: (name, done) =>
      making.mutate({ project_id, name }, { onSuccess: done, onError: sayFailure }),
  });
  return (
    <Select
      label="Topic"
      placeholder="None; pick one or type a new one"
      clearable
      disabled={making.isPending}
      value={value}
      onChange={(id) => (id === NEW ? create(onChange) : onChange(id))}
      onBlur={leave(onChange)}
      {...field}
    />
  );
}
