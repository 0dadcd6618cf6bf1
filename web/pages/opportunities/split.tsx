import { Select } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import type { Opportunity } from "../../words/advice.ts";
import { countryName } from "../../words/country-name.ts";

const SPLITS = {
  none: "All together",
  model_id: "By assistant",
  topic_id: "By topic",
  tag_id: "By tag",
  country_code: "By country",
} as const;
type Split = keyof typeof SPLITS;

/** What gaps are split by, in the address. */
export function useSplit(): [Split, (split: Split) => void] {
  const { split } = useSearch({ strict: false }) as { split?: string };
  const navigate = useNavigate();
  const set = (next: Split) => {
    const change = { split: next === "none" ? undefined : next, page: undefined };
    void navigate({ to: ".", search: (before: object) => ({ ...before, ...change }) } as never);
  };
  return [split && Object.hasOwn(SPLITS, split) ? (split as Split) : "none", set];
}

/** Chooses what gaps are split by. */
export function SplitControl({ value, onChange }: { value: Split; onChange: (to: Split) => void }) {
  return (
    <Select
      aria-label="Split gaps"
      size="sm"
      w={150}
      allowDeselect={false}
      data={Object.entries(SPLITS).map(([value, label]) => ({ value, label }))}
      value={value}
      onChange={(next) => onChange((next ?? "none") as Split)}
    />
  );
}

/** Tells the part of the answers that a gap is in, by name; empty where gaps are not split. */
export function usePartNames(): (gap: Opportunity) => string {
  const { project_id } = useHere();
  const lists = [
    useAsk("list_models", { project_id, limit: 1000 }).data?.data,
    useAsk("list_topics", { project_id, limit: 1000 }).data?.data,
    useAsk("list_tags", { project_id, limit: 1000 }).data?.data,
  ];
  const names = new Map(lists.flatMap((list) => (list ?? []).map(({ id, name }) => [id, name])));
  return ({ model_id, topic_id, tag_id, country_code }) => {
    if (topic_id === null) return "No topic";
    if (country_code) return countryName(country_code);
    const id = model_id ?? topic_id ?? tag_id ?? "";
    return names.get(id) ?? id;
  };
}
