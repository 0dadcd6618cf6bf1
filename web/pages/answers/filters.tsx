import { Group, SegmentedControl, Select } from "@mantine/core";
import {
  type AnswersSearch,
  onlyBrand,
  SORT_LABELS,
  type Sort,
  soughtBy,
  TONE_LABELS,
  type Tone,
  tonedBrand,
} from "../../answers-search.ts";
import { useAskAll } from "../../data.ts";
import { type Brand, useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { SearchField } from "../../widgets/search-field.tsx";
import { STATUS_LABELS, type Status } from "../../words/answer-states.ts";
import { useNames } from "../../words/names.ts";
import { Fine } from "../../words/text.ts";
import { withOwn } from "../../words/with-own.ts";

/** Two next to each other on a phone. */
const HALF = "calc(50% - 5px)";

type Brands = ReadonlyMap<string, Brand>;
type Props = {
  search: AnswersSearch;
  /** Changes the address; the list begins again. */
  narrow(change: { [Name in keyof AnswersSearch]?: AnswersSearch[Name] | undefined }): void;
};

/** What narrows the list of answers in addition to the range and filters of the page. */
export function AnswerFilters({ search, narrow, brands }: Props & { brands: Brands }) {
  const { project_id, scope } = useHere();
  const prompts = useAskAll("list_prompts", { project_id });
  const { prompt_id } = search;
  const promptName = useNames("prompt_id", prompt_id !== undefined);
  const offered = (prompts.data ?? []).map(({ id, text, country_code }) => ({
    value: id,
    label: `${text} (${country_code})`,
  }));
  const toned = tonedBrand(search, scope);
  const ofTone = toned && brands.get(toned)?.name;
  const { first_brand_id: first } = search;
  const rival = onlyBrand(search, scope);
  const own = useOwnBrand()?.id;
  return (
    <Group gap="xs" mb="sm" align="flex-end" className="no-print answer-filters">
      <Search {...{ search, narrow }} />
      <Select
        allowDeselect
        label="State"
        placeholder="Any state"
        w={{ base: HALF, xs: 140 }}
        clearable
        data={optionsOf(STATUS_LABELS)}
        value={search.status ?? null}
        onChange={(value) => narrow({ status: (value as Status | null) ?? undefined })}
      />
      <Select
        allowDeselect
        label="First named"
        placeholder="Any brand"
        w={{ base: HALF, xs: 160 }}
        clearable
        searchable
        data={[
          ...[...brands.values()].map(({ id, name }) => ({ value: id, label: name })),
          // Of a brand that is not tracked any more, or not read yet.
          ...(first && !brands.has(first) ? [{ value: first, label: "a brand" }] : []),
        ]}
        value={first ?? null}
        onChange={(id) => narrow({ first_brand_id: id ?? undefined })}
      />
      {rival && own && rival !== own && (
        <Select
          label="Tone on"
          w={{ base: HALF, xs: 150 }}
          data={[rival, own].map((id) => ({ value: id, label: brands.get(id)?.name ?? "a brand" }))}
          value={toned ?? rival}
          onChange={(id) => narrow({ tone_on: id === rival || !id ? undefined : id })}
        />
      )}
      <Select
        allowDeselect
        label={`Tone on ${ofTone ?? "your brand"}`}
        placeholder="Any tone"
        w={{ base: HALF, xs: 165 }}
        clearable
        data={optionsOf(TONE_LABELS)}
        value={search.tone ?? null}
        onChange={(value) => narrow({ tone: (value as Tone | null) ?? undefined })}
      />
      <Select
        allowDeselect
        label="Prompt"
        placeholder="Any prompt"
        w={{ base: HALF, xs: 220 }}
        clearable
        searchable
        limit={50}
        {...(prompts.data && { nothingFoundMessage: "No prompt with these words" })}
        data={prompt_id ? withOwn(offered, prompt_id, promptName(prompt_id)) : offered}
        value={prompt_id ?? null}
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
    </Group>
  );
}

function Search({ search, narrow }: Props) {
  const isShort = search.q !== undefined && soughtBy(search) === undefined;
  return (
    <>
      {isShort && (
        <Fine w="100%" role="status">
          Type two characters or more.
        </Fine>
      )}
      <SearchField
        label="Search in answers and prompts"
        placeholder="Search answers and prompts"
        value={search.q}
        onChange={(q) => narrow({ q })}
      />
    </>
  );
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
