import { TextInput } from "@mantine/core";
import { rangeLabel, type Scope } from "../scope.ts";
import { SHARED_PAGES, type SharedPage } from "./share-links.tsx";

/** What a link is called unless somebody says otherwise: its page and its days. */
export function proposedName(page: SharedPage, scope: Scope, isMoving: boolean): string {
  const days = rangeLabel(scope).replaceAll("\u00A0", " ");
  if (page === "week") return isMoving ? "Last seven full days" : `Week of ${days}`;
  const label = SHARED_PAGES.find(({ value }) => value === page)?.label;
  return `${label}, ${days.replace(/^L/, "l")}`;
}

/** What a link is for; who types replaces what was proposed. */
export function NameField({ value, onChange }: { value: string; onChange(name: string): void }) {
  return (
    <TextInput
      label="What it is for"
      description="Shown to whoever opens the link, beside the name of the project."
      required
      maxLength={100}
      data-autofocus
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
