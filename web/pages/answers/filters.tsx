import { Group, SegmentedControl, Select } from "@mantine/core";
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
import type { Scope } from "../../scope.ts";
import { SearchField } from "../../widgets/search-field.tsx";

/** Two next to each other on a phone. */
const HALF = "calc(50% - 5px)";

type Brands = ReadonlyMap<string, Brand>;
type Narrowing = AnswersSearch & Pick<Scope, "mentioned" | "not_mentioned">;
type Props = {
  search: AnswersSearch;
  /** Changes the address; the list begins again. */
  narrow(change: { [Name in keyof Narrowing]?: Narrowing[Name] | undefined }): void;
};

/** What narrows the list of answers in addition to the range and filters of the page. */
export function AnswerFilters({ search, narrow, brands }: Props & { brands: Brands }) {
  const { project_id, scope } = useHere();
  const prompts = useAsk("list_prompts", { project_id, limit: 1000 });
  const ofTone = search.brand_id && brands.get(search.brand_id)?.name;
  return (
    <Group gap="xs" mb="sm" align="flex-end" className="no-print answer-filters">
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
        {...{ brands, value: search.brand_id, everywhere: scope.mentioned }}
        onChange={(brand_id, isOfPage) =>
          narrow({ brand_id, ...(isOfPage && { mentioned: undefined }) })
        }
      />
      <BrandPick
        label="Brand not mentioned"
        {...{ brands, value: search.not_brand_id, everywhere: scope.not_mentioned }}
        onChange={(not_brand_id, isOfPage) =>
          narrow({ not_brand_id, ...(isOfPage && { not_mentioned: undefined }) })
        }
      />
      <BrandPick
        label="First of tracked brands"
        {...{ brands, value: search.first_brand_id, everywhere: undefined }}
        onChange={(first_brand_id) => narrow({ first_brand_id })}
      />
      <Select
        label={`Tone on ${ofTone ?? "your brand"}`}
        placeholder="Any tone"
        w={{ base: HALF, xs: 165 }}
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
    </Group>
  );
}

/** Shows the brand of this list, else that of the page's filters; what is picked is of this list. */
function BrandPick({
  label,
  brands,
  value: own,
  everywhere = [],
  onChange,
}: {
  label: string;
  brands: Brands;
  value: string | undefined;
  everywhere: string[] | undefined;
  /** `isOfPage`: what is shown was of the page's filters, and goes. */
  onChange(id: string | undefined, isOfPage: boolean): void;
}) {
  const value = own ?? (everywhere.length === 1 ? everywhere[0] : undefined);
  return (
    <Select
      label={label}
      placeholder={everywhere.length > 1 ? `${everywhere.length} brands` : "Any brand"}
      w={{ base: HALF, xs: 160 }}
      clearable
      searchable
      data={[
        ...[...brands.values()].map(({ id, name }) => ({ value: id, label: name })),
        // Of a brand that is not tracked any more, or not read yet.
        ...(value && !brands.has(value) ? [{ value, label: "a brand" }] : []),
      ]}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined, own === undefined)}
    />
  );
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
