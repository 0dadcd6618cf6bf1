import {
  Badge,
  Button,
  MultiSelect,
  Popover,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useAsk, useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import { changeScope } from "../menu-scope.ts";
import {
  countFilters,
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  NO_FILTERS,
  periodOf,
  type ScopeChange,
} from "../scope.ts";
import { Missing } from "../widgets/states.tsx";
import { ASKED_OPTIONS, askedOptions } from "../words/asked.ts";
import { countryName } from "../words/country-name.ts";
import { byName } from "../words/formats.ts";
import { SEARCHED } from "../words/searched.ts";
import { useBrandList } from "./tracked-brands.ts";

/**
 * Changes a part of the scope in the address, where it holds for every page; paging starts over. Where a part of a page
 * has a scope of its own, that is changed.
 */
export function useSetScope(
  how: Parameters<typeof changeScope>[2] = {},
): (change: ScopeChange) => void {
  const { setScope } = useHere();
  const navigate = useNavigate();
  if (setScope) return setScope;
  return (change) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => {
        const { page: _, ...rest } = changeScope(before, change, how) as Record<string, unknown>;
        return rest;
      },
      replace: true,
    } as never);
}

/** An empty field of these narrows nothing: "all" or "any" beside "that name a brand" would read as if it did. */
const BRAND_FILTERS: readonly FilterName[] = ["mentioned", "not_mentioned", "naming", "not_naming"];

type Options = Record<FilterName, readonly { value: string; label: string }[]>;

/** What there is to filter by in this project, and the question that failed, if one did. */
export function useOptions() {
  const { project_id } = useHere();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const topics = useAsk("list_topics", { project_id, limit: 1000 });
  const tags = useAsk("list_tags", { project_id, limit: 1000 });
  const brands = useBrandList();
  const named = (rows: { id: string; name: string }[] | undefined) =>
    sorted((rows ?? []).map(({ id, name }) => ({ value: id, label: name })));
  const failed = [models, topics, tags, brands].find(({ error }) => error);
  const options = {
    model: named(models.data?.data),
    topic: named(topics.data?.data),
    tag: named(tags.data?.data),
    mentioned: named(brands.data?.data),
    not_mentioned: named(brands.data?.data),
    naming: named(brands.data?.data),
    not_naming: named(brands.data?.data),
    searched: Object.entries(SEARCHED).map(([value, label]) => ({ value, label })),
  };
  return { options, failed };
}

const sorted = (options: { value: string; label: string }[]) =>
  options.sort((a, b) => byName(a.label, b.label));

/** The countries that prompts are asked in, and what is chosen already. */
function useCountryOptions() {
  const { project_id, scope } = useHere();
  const prompts = useAskAll("list_prompts", { project_id });
  const found = (prompts.data ?? []).map(({ country_code }) => country_code);
  const codes = [...new Set([...found, ...(scope.country ?? [])])];
  const country = sorted(codes.map((code) => ({ value: code, label: countryName(code) })));
  return { country, error: prompts.error, refetch: prompts.refetch };
}

/** How answers of the range were asked for, and what is chosen already. */
function useAskedOptions(): Options["asked"] {
  const { project_id, scope, timezone } = useHere();
  const { date_from, date_to } = periodOf(scope, timezone);
  const { data } = useAsk("list_asked_values", { project_id, date_from, date_to, limit: 1000 });
  if (!data) return ASKED_OPTIONS;
  return askedOptions([...data.data.map(({ value }) => value), ...(scope.asked ?? [])]);
}

/** The filters of the scope behind one button, which says how many there are, with those that a page has of its own. */
export function FilterControl({ own = [] }: Owned) {
  const { scope } = useHere();
  const clear = useClear(own);
  const count = countFilters(scope) + own.length;
  return (
    <Popover position="bottom-end" shadow="md" width="min(36rem, 100vw - 2rem)" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconFilter size={16} aria-hidden />}
          {...(count > 0 && {
            rightSection: (
              <Badge variant="filled" size="sm" circle>
                {count}
              </Badge>
            ),
          })}
        >
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterFields own={own} />
        {count > 0 && (
          <Button mt="sm" fullWidth size="xs" variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterFields({ own }: { own: readonly OwnFilter[] }) {
  const { scope } = useHere();
  const setScope = useSetScope();
  const known = useOptions();
  const countries = useCountryOptions();
  const { country } = countries;
  const options: Options = { ...known.options, country, asked: useAskedOptions() };
  const failed = known.failed ?? (countries.error ? countries : undefined);
  return (
    <Stack gap="sm">
      {failed && <Missing what="Some choices" asked={failed} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {FILTER_NAMES.map((name) => {
          // What the scope has of its own holds beside it, so that one stays as it is.
          const same = scope[name] ? [] : own.filter((one) => one.same?.name === name);
          const value = scope[name] ?? same.flatMap((one) => one.same?.value ?? []);
          return (
            <MultiSelect
              key={name}
              label={FILTERS[name].label}
              placeholder={
                value.length > 0 ? "" : BRAND_FILTERS.includes(name) ? "Choose brands" : "All"
              }
              data={options[name]}
              value={value}
              onChange={(values) =>
                setScope({
                  ...gone(same.flatMap(({ names }) => names)),
                  [name]: values.length > 0 ? values : undefined,
                })
              }
              searchable
              clearable
              size="sm"
              comboboxProps={{ withinPortal: false }}
            />
          );
        })}
      </SimpleGrid>
      <div>
        <Text size="sm" fw={500} mb={4} id="branded-label">
          Prompts that name your brand
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="branded-label"
          value={scope.branded ?? "exclude"}
          onChange={(value) =>
            setScope({ branded: value === "exclude" ? undefined : (value as "include" | "only") })
          }
          data={[
            { value: "exclude", label: "Leave out" },
            { value: "include", label: "Include" },
            { value: "only", label: "Only" },
          ]}
        />
      </div>
    </Stack>
  );
}

/** A filter that a page has of its own: what it says, and the names it has in the address. */
export type OwnFilter = {
  label: string;
  names: readonly string[];
  /** The filter of the scope that does the same, which shows it as long as nothing else is chosen there. */
  same?: { name: FilterName; value: string };
};
export type Owned = { own?: readonly OwnFilter[] | undefined };

/** What takes filters by their names in the address out of it. */
export const gone = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Takes every filter away, those of the scope and a page's own. */
export function useClear(own: readonly OwnFilter[]): () => void {
  const setScope = useSetScope();
  return () => setScope({ ...NO_FILTERS, ...gone(own.flatMap(({ names }) => names)) });
}
