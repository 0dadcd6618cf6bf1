import { Button, Group, Stack, TagsInput, Text } from "@mantine/core";
import { useState } from "react";
import type { Draft } from "./draft.ts";
import { saidBy } from "./onboarding-prompts.tsx";

type Competitor = Draft["proposal"]["competitors"][number];

const COMPETITORS_MAX = 20;

/** Names that were typed or pasted at once are several, but for those that are known as they are: "Foo, Inc.". */
const splitNames = (entered: string[], known: ReadonlyMap<string, unknown>): string[] => {
  const names = entered
    .flatMap((one) => (known.has(one) ? one : one.split(/[,\n]/)))
    .map((name) => name.trim());
  const once = new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name]));
  return [...once.values()].slice(0, COMPETITORS_MAX);
};

/** Who else there is, by their names. */
export function Competitors({
  session,
  proposal,
  onBack,
  onDone,
}: {
  session: Draft["session"];
  proposal: Draft["proposal"];
  onBack(): void;
  onDone(competitors: Competitor[]): void;
}) {
  const [names, setNames] = useState(proposal.competitors.map(({ name }) => name));
  const known = new Map(
    [...session.proposal.competitors, ...proposal.competitors].map((one) => [one.name, one]),
  );
  const sites = names.flatMap((name) => known.get(name)?.domains ?? []);
  return (
    <Stack gap="sm">
      <TagsInput
        label="Who are your competitors?"
        description="Type a name and press Enter. Earshot will suggest others that answers name, and other spellings of these."
        placeholder="Competitor"
        maxTags={COMPETITORS_MAX}
        value={names}
        onChange={(next) => setNames(splitNames(next, known))}
        data-autofocus
      />
      <Text size="sm" c="dimmed">
        {session.proposal.competitors.length > 0 && saidBy(session)} You can leave this empty.
      </Text>
      {sites.length > 0 && (
        <Text size="sm" c="dimmed">
          Pages of {sites.join(", ")} will count as theirs; change that under Brands.
        </Text>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          onClick={() => onDone(names.map((name) => known.get(name) ?? { name, domains: [] }))}
        >
          Continue
        </Button>
      </Group>
    </Stack>
  );
}
