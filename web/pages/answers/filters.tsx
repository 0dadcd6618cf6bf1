import { Badge, CloseButton, Group, SegmentedControl, Select } from "@mantine/core";
import {
  type AnswersSearch,
  SORT_LABELS,
  type Sort,
  STATUS_LABELS,
  type Status,
  TONE_LABELS,
  type Tone,
} from "../../answers-search.ts";
import { useAsk } from "../../data.ts";
import type { Brand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { SearchField } from "../../widgets/search-field.tsx";
import { Missing } from "../../widgets/states.tsx";
import { shownAddress } from "../../words/shown-address.ts";

/** Two next to each other on a phone. */
const HALF = "calc(50% - 5px)";

type Props = {
  search: AnswersSearch;
  /** Changes the address; the list begins again. */
  narrow(change: { [Name in keyof AnswersSearch]?: AnswersSearch[Name] | undefined }): void;
};

/** What narrows the list of answers in addition to the range and filters of the page. */
export function AnswerFilters({
  search,
  narrow,
  brands,
}: Props & { brands: ReadonlyMap<string, Brand> }) {
  const { project_id } = useHere();
  const prompts = useAsk("list_prompts", { project_id, limit: 1000 });
  const ofTone = search.brand_id && brands.get(search.brand_id)?.name;
  const label = { cited: "cites", retrieved: "reads", any: "uses" }[search.use ?? "any"];
  return (
    <Group gap="xs" mb="sm" align="flex-end" className="no-print answer-filters">
      <Missing what="The prompts to choose from" asked={prompts} />
      <SearchField
        label="Search in answers and prompts"
        placeholder="Search answers and prompts"
        value={search.q}
        onChange={(q) => narrow({ q })}
      />
      <Select
        label="State"
        placeholder="Any state"
        w={{ base: HALF, xs: 140 }}
        clearable
        data={optionsOf(STATUS_LABELS)}
        value={search.status ?? null}
        onChange={(value) => narrow({ status: (value as Status | null) ?? undefined })}
      />
      <BrandPick
        label="Brand mentioned"
        {...{ brands, value: search.brand_id }}
        onChange={(brand_id) => narrow({ brand_id })}
      />
      <BrandPick
        label="Brand not mentioned"
        {...{ brands, value: search.not_brand_id }}
        onChange={(not_brand_id) => narrow({ not_brand_id })}
      />
      <Select
        label={`Tone on ${ofTone ?? "your brand"}`}
        placeholder="Any tone"
        w={{ base: HALF, xs: 145 }}
        clearable
        data={optionsOf(TONE_LABELS)}
        value={search.tone ?? null}
        onChange={(value) => narrow({ tone: (value as Tone | null) ?? undefined })}
      />
      <Select
        label="Prompt"
        placeholder="Any prompt"
        w={{ base: HALF, xs: 220 }}
        clearable
        searchable
        limit={50}
        nothingFoundMessage="No prompt with these words"
        data={(prompts.data?.data ?? []).map(({ id, text, country_code }) => ({
          value: id,
          label: `${text} (${country_code})`,
        }))}
        value={search.prompt_id ?? null}
        onChange={(value) => narrow({ prompt_id: value ?? undefined })}
      />
      <SegmentedControl
        aria-label="Order"
        className="segments"
        data={optionsOf(SORT_LABELS)}
        value={search.sort ?? "desc"}
        onChange={(value) =>
          narrow({ sort: value === "desc" ? undefined : (value as Exclude<Sort, "desc">) })
        }
      />
      <SourceChip
        label={label}
        value={search.domain}
        remove={() => narrow({ domain: undefined, use: undefined })}
      />
      <SourceChip
        label={label}
        value={search.url}
        remove={() => narrow({ url: undefined, use: undefined })}
      />
    </Group>
  );
}

function BrandPick({
  label,
  brands,
  value,
  onChange,
}: {
  label: string;
  brands: ReadonlyMap<string, Brand>;
  value: string | undefined;
  onChange(id: string | undefined): void;
}) {
  return (
    <Select
      label={label}
      placeholder="Any brand"
      w={{ base: HALF, xs: 160 }}
      clearable
      searchable
      data={[
        ...[...brands.values()].map(({ id, name }) => ({ value: id, label: name })),
        // Of a brand that is not tracked any more, or not read yet.
        ...(value && !brands.has(value) ? [{ value, label: "a brand" }] : []),
      ]}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function SourceChip({
  label,
  value,
  remove,
}: {
  label: string;
  value: string | undefined;
  remove(): void;
}) {
  if (!value) return null;
  return (
    <Badge
      variant="light"
      size="lg"
      tt="none"
      fw={500}
      maw="100%"
      rightSection={
        <CloseButton size="xs" onClick={remove} aria-label={`Remove filter ${value}`} />
      }
    >
      {label} {shownAddress(value)}
    </Badge>
  );
}
