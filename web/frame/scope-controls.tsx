import {
  ActionIcon,
  Badge,
  Button,
  Group,
  MultiSelect,
  Popover,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from "@mantine/core";
import { IconFilter, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import {
  countFilters,
  FILTER_NAMES,
  FILTERS,
  type FilterName,
  NO_FILTERS,
  periodOf,
  type Scope,
  SEARCHED,
} from "../scope.ts";
import { Missing } from "../widgets/states.tsx";
import { ASKED_OPTIONS, askedLabel, askedOptions } from "../words/asked.ts";
import { countryName } from "../words/country-name.ts";
import { sayValues } from "../words/filter-words.ts";
import { byName } from "../words/formats.ts";
import { whole } from "../words/numbers.ts";
import { useBrandList } from "./tracked-brands.ts";

/** Changes a part of the scope in the address, where it holds for every page; paging starts over. */
export function useSetScope(): (
  change: { [Name in keyof Scope]?: Scope[Name] | undefined },
) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => {
        const { page: _, ...rest } = { ...before, ...change } as Record<string, unknown>;
        return rest;
      },
      replace: true,
    } as never);
}

type Options = Record<FilterName, readonly { value: string; label: string }[]>;

/** What there is to filter by in this project, and the question that failed, if one did. */
function useOptions() {
  const { project_id } = useHere();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const topics = useAsk("list_topics", { project_id, limit: 1000 });
  const tags = useAsk("list_tags", { project_id, limit: 1000 });
  const prompts = useAsk("list_prompts", { project_id, limit: 1000 });
  const brands = useBrandList();
  const sorted = (options: { value: string; label: string }[]) =>
    options.sort((a, b) => byName(a.label, b.label));
  const named = (rows: { id: string; name: string }[] | undefined) =>
    sorted((rows ?? []).map(({ id, name }) => ({ value: id, label: name })));
  const countries = [...new Set(prompts.data?.data.map((prompt) => prompt.country_code))];
  const failed = [models, topics, tags, prompts, brands].find(({ error }) => error);
  const options: Options = {
    model: named(models.data?.data),
    topic: named(topics.data?.data),
    tag: named(tags.data?.data),
    country: sorted(countries.map((code) => ({ value: code, label: countryName(code) }))),
    mentioned: named(brands.data?.data),
    not_mentioned: named(brands.data?.data),
    naming: named(brands.data?.data),
    not_naming: named(brands.data?.data),
    searched: Object.entries(SEARCHED).map(([value, label]) => ({ value, label })),
    asked: ASKED_OPTIONS,
  };
  return { options, failed };
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
              <Badge size="sm" circle>
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
  const options = { ...known.options, asked: useAskedOptions() };
  return (
    <Stack gap="sm">
      {known.failed && <Missing what="Some choices" asked={known.failed} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {FILTER_NAMES.map((name) => {
          const same = own.filter((one) => one.same?.name === name);
          const value = scope[name] ?? same.flatMap((one) => one.same?.value ?? []);
          return (
            <MultiSelect
              key={name}
              label={FILTERS[name].label}
              placeholder={value.length > 0 ? "" : "All"}
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

/** What narrows the page, in a band at its top: each filter can be taken away, or all of them. */
export function FilterBand({ own = [] }: Owned) {
  const { scope } = useHere();
  return countFilters(scope) + own.length > 0 ? <ActiveFilters own={own} /> : null;
}

/** A filter that a page has of its own: what it says, and the names it has in the address. */
export type OwnFilter = {
  label: string;
  names: readonly string[];
  /** The filter of the scope that does the same, which shows it as long as nothing else is chosen there. */
  same?: { name: FilterName; value: string };
};
type Owned = { own?: readonly OwnFilter[] | undefined };

const gone = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Takes every filter away, those of the scope and a page's own. */
function useClear(own: readonly OwnFilter[]): () => void {
  const setScope = useSetScope();
  return () => setScope({ ...NO_FILTERS, ...gone(own.flatMap(({ names }) => names)) });
}

type Chip = OwnFilter & { key: string; short?: string };
/** Of more values than these a chip names the first two. */
const NAMED = 3;

function ActiveFilters({ own }: { own: readonly OwnFilter[] }) {
  const { scope } = useHere();
  const setScope = useSetScope();
  const clear = useClear(own);
  const { options } = useOptions();
  const chips: Chip[] = FILTER_NAMES.flatMap((name) => {
    const names = (scope[name] ?? []).map((value) =>
      name === "asked"
        ? askedLabel(value)
        : (options[name].find((option) => option.value === value)?.label ?? value),
    );
    if (names.length === 0) return [];
    const { label, one } = FILTERS[name];
    const say = (some: string[]) =>
      (names.length === 1 ? one : `${label}: `) + sayValues(some, name);
    const more = names.length > NAMED && `${whole(names.length - 2)} more`;
    return {
      ...{ key: name, names: [name], label: say(names) },
      ...(more && { short: say([...names.slice(0, 2), more]) }),
    };
  });
  if (scope.branded === "only") {
    chips.push({ key: "branded", names: ["branded"], label: "Only prompts that name your brand" });
  }
  for (const { label, names } of own) chips.push({ key: label, names, label });
  return (
    <Group gap={6} aria-label="Active filters" role="group" className="filter-band">
      <Text size="sm" fw={600} mr={4}>
        Filtered by
      </Text>
      {chips.map(({ key, label, short, names }) => (
        <Badge
          key={key}
          variant="default"
          size="lg"
          tt="none"
          fw={500}
          maw="100%"
          rightSection={
            <ActionIcon
              className="no-print"
              size="xs"
              variant="transparent"
              color="gray"
              onClick={() => setScope(gone(names))}
              aria-label={`Remove filter ${label}`}
            >
              <IconX size={12} />
            </ActionIcon>
          }
        >
          {short ? (
            <>
              <span className="no-print" title={label}>
                {short}
              </span>
              <span className="print-only">{label}</span>
            </>
          ) : (
            label
          )}
        </Badge>
      ))}
      <Button className="no-print" size="compact-sm" variant="subtle" onClick={clear}>
        Clear filters
      </Button>
    </Group>
  );
}
