import { Badge, Button, Group, Select } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import type { InputOf } from "../call.ts";
import { useChange } from "../data.ts";
import { useHere } from "../here.tsx";
import { say, sayFailure } from "../widgets/confirm.tsx";

type Classification = NonNullable<InputOf<"classify_domain">["classification"]>;
/** What a site can be, and what that means. */
const CLASSIFICATIONS: { value: Classification; about: string }[] = [
  { value: "own", about: "yours" },
  { value: "competitor", about: "a tracked brand's" },
  { value: "corporate", about: "another company's" },
  { value: "editorial", about: "news and reviews" },
  { value: "ugc", about: "people post there" },
  { value: "reference", about: "encyclopedias, docs" },
  { value: "institutional", about: "public bodies" },
  { value: "retail", about: "shops" },
  { value: "other", about: "not known" },
];
const COLORS: Record<string, string> = { own: "indigo", competitor: "orange", other: "gray" };

/** A kind as it is written. */
export const kindLabel = (value: string) => (value === "ugc" ? "community" : value);
const PAGE_TYPES: Record<string, string> = {
  ...{ listicle: "list of the best", alternative: "alternatives to a brand" },
  ...{ how_to_guide: "how-to guide", profile: "profile of a company" },
};

/** What a page is, as it is written. */
export const pageTypeInWords = (type: string) => PAGE_TYPES[type] ?? type.replaceAll("_", " ");

/** The kinds for a field to choose from. */
export const KINDS = CLASSIFICATIONS.map(({ value }) => ({ value, label: kindLabel(value) }));

/** The kind of a site. */
export function ClassBadge({ value }: { value: string }) {
  return (
    <Badge color={COLORS[value] ?? "teal"} fw={500} flex="none">
      {kindLabel(value)}
    </Badge>
  );
}

const aboutOf = (value: string) =>
  CLASSIFICATIONS.find((one) => one.value === value)?.about ?? "let Earshot decide";

/** Opens a field as a press on it does. */
const openAtOnce = (field: HTMLInputElement | null) => {
  requestAnimationFrame(() => {
    field?.focus();
    field?.click();
  });
};

/** The kind of a site, to be set by hand; reports follow at once. */
export function ClassSelect({ domain, value }: { domain: string; value: string }) {
  const { project_id } = useHere();
  const classify = useChange("classify_domain", [
    ...(["get_domain_report", "get_url_report", "list_unclassified_domains"] as const),
    ...(["list_actions", "get_action"] as const),
  ]);
  // Nothing changes under a finger that scrolls.
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  if (isPhone && !isOpen)
    return (
      <Group gap={6}>
        <ClassBadge value={value} />
        <Button
          size="compact-xs"
          variant="subtle"
          fw={400}
          aria-label={`Edit the kind of ${domain}`}
          onClick={() => setOpen(true)}
        >
          Edit
        </Button>
      </Group>
    );
  return (
    <Select
      {...(isPhone && { ref: openAtOnce })}
      onDropdownClose={() => setOpen(false)}
      aria-label={`Kind of ${domain}`}
      size="xs"
      className="quiet"
      w={130}
      maw="100%"
      disabled={classify.isPending}
      data={[...KINDS, { value: "auto", label: "auto" }]}
      value={(classify.isPending && classify.variables.classification) || value}
      comboboxProps={{ width: 240, position: "bottom-start" }}
      renderOption={({ option }) => (
        <span>
          {option.label} <span className="dim">{aboutOf(option.value)}</span>
        </span>
      )}
      onChange={(chosen) =>
        // It may leave its list first, and `mutate` would say nothing then.
        classify
          .mutateAsync({
            project_id,
            domain,
            classification: chosen === "auto" ? null : (chosen as Classification),
          })
          .then(
            ({ classification }) => say(`${domain} counts as ${kindLabel(classification)}.`),
            sayFailure,
          )
      }
    />
  );
}
