import { ActionIcon, Badge, Button, Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useHere } from "../here.tsx";
import { isOfPage, NOT_IN_MENU } from "../menu-scope.ts";
import { countFilters, FILTER_NAMES, FILTERS } from "../scope.ts";
import { askedLabel } from "../words/asked.ts";
import { countryName } from "../words/country-name.ts";
import { sayValues } from "../words/filter-words.ts";
import { whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";
import {
  gone,
  type Owned,
  type OwnFilter,
  useClear,
  useOptions,
  useSetScope,
} from "./scope-controls.tsx";

/** What narrows the page, in a band at its top: each filter can be taken away, or all of them. */
export function FilterBand({ own = [] }: Owned) {
  const { scope } = useHere();
  return countFilters(scope) + own.length > 0 ? <ActiveFilters own={own} /> : null;
}

type Chip = OwnFilter & {
  key: string;
  short?: string;
  /** The menu opens other pages without it. */
  isLeft: boolean;
  /** The menu opens them with what was chosen in its place: that stays. */
  ofPage?: boolean;
};
/** Of more values than these a chip names the first two. */
const NAMED = 3;

/** The filters of the scope, and a page's `own`, as they are told one by one. */
function useChips(own: readonly OwnFilter[]): Chip[] {
  const { scope, setScope } = useHere();
  const { options } = useOptions();
  // A scope that is of a part of the page alone goes nowhere else, whatever is in it.
  const isApart = setScope !== undefined;
  const chips: Chip[] = FILTER_NAMES.flatMap((name) => {
    const names = (scope[name] ?? []).map((value) => {
      if (name === "asked") return askedLabel(value);
      if (name === "country") return countryName(value);
      return options[name].find((option) => option.value === value)?.label ?? value;
    });
    if (names.length === 0) return [];
    const { label, one } = FILTERS[name];
    const say = (some: string[]) =>
      (names.length === 1 ? one : `${label}: `) + sayValues(some, name);
    const more = names.length > NAMED && `${whole(names.length - 2)} more`;
    return {
      ...{
        key: name,
        names: [name],
        label: say(names),
        isLeft: !isApart && (NOT_IN_MENU.includes(name) || isOfPage(scope, name)),
        ofPage: isOfPage(scope, name),
      },
      ...(more && { short: say([...names.slice(0, 2), more]) }),
    };
  });
  if (scope.branded === "only") {
    const label = "Only prompts that name your brand";
    const ofPage = isOfPage(scope, "branded");
    chips.push({ key: "branded", names: ["branded"], label, isLeft: !isApart && ofPage, ofPage });
  }
  for (const { label, names } of own) chips.push({ key: label, names, label, isLeft: true });
  return chips;
}

function ActiveFilters({ own }: { own: readonly OwnFilter[] }) {
  const chips = useChips(own);
  const clear = useClear(own);
  const left = chips.filter(({ isLeft }) => isLeft);
  return (
    <Group gap={6} aria-label="Active filters" role="group" className="filter-band">
      <Text size="sm" fw={600} mr={4}>
        Filtered by
      </Text>
      {chips.map((chip) => !chip.isLeft && <FilterChip key={chip.key} chip={chip} />)}
      {left.length > 0 && (
        <Group gap={6} className="left-filters">
          {left.map((chip) => (
            <FilterChip key={chip.key} chip={chip} />
          ))}
          <Fine className="no-print">on this page and those it opens</Fine>
        </Group>
      )}
      <Button className="no-print" size="compact-sm" variant="subtle" onClick={clear}>
        Clear filters
      </Button>
    </Group>
  );
}

function FilterChip({ chip: { label, short, names, ofPage = false } }: { chip: Chip }) {
  const setScope = useSetScope({ ofPage });
  return (
    <Badge
      variant="default"
      size="lg"
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
  );
}
