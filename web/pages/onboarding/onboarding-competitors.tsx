import { Button, Group, SimpleGrid, Stack, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dim } from "../../words/text.ts";
import { bareDomain, isDomain } from "../../words/web-address.ts";
import { COMPETITORS_MAX, type Draft } from "./draft.ts";
import { saidBy } from "./onboarding-prompts.tsx";

/** Names that were typed or pasted at once are several, but for those that are known as they are: "Foo, Inc.". */
const splitNames = (entered: string[], known: ReadonlyMap<string, unknown>): string[] => {
  const names = entered
    .flatMap((one) => (known.has(one) ? one : one.split(/[,\n]/)))
    .map((name) => name.trim());
  const once = new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name]));
  return [...once.values()].slice(0, COMPETITORS_MAX);
};

/** The sites that were typed for a competitor, as domains. */
const domainsOf = (typed: string) =>
  typed
    .split(/[,;\s]+/)
    .map(bareDomain)
    .filter(Boolean);

/** Who else there is, by their names, and their sites as far as they are known. */
export function Competitors({
  draft,
  onChange,
  onBack,
  onDone,
}: {
  draft: Draft;
  onChange(draft: Draft): void;
  onBack(): void;
  onDone(): void;
}) {
  const { session, proposal, sites = {} } = draft;
  const names = proposal.competitors.map(({ name }) => name);
  const known = new Map(
    [...session.proposal.competitors, ...proposal.competitors].map((one) => [one.name, one]),
  );
  const [isChecked, setChecked] = useState(false);
  const siteOf = (name: string, typed = sites) =>
    typed[name] ?? known.get(name)?.domains.join(", ") ?? "";
  const wrongOf = (name: string) => domainsOf(siteOf(name)).find((one) => !isDomain(one));
  const change = (named: readonly string[], typed = sites) => {
    const competitors = named.map((name) => ({
      name,
      domains: [...new Set(domainsOf(siteOf(name, typed)).filter(isDomain))],
    }));
    onChange({ ...draft, proposal: { ...proposal, competitors }, sites: typed });
  };
  const done = () => {
    setChecked(true);
    if (names.some(wrongOf)) return;
    // A site that was typed before the last proposals came counts as well.
    change(names);
    onDone();
  };
  return (
    <Stack gap="sm">
      <TagsInput
        label="Who are your competitors?"
        description="Type a name and press Enter. Earshot will suggest others that answers name, and other spellings of these."
        placeholder="Competitor"
        maxTags={COMPETITORS_MAX}
        value={names}
        onChange={(next) => change(splitNames(next, known))}
        data-autofocus
      />
      <Dim>
        {session.proposal.competitors.length > 0 && saidBy(session)} You can leave this empty.
      </Dim>
      {names.length > 0 && (
        <>
          <Dim>
            Pages of their websites that assistants cite count as theirs. Check those that are
            there; you can leave any empty and add it later under Brands.
          </Dim>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
            {names.map((name) => {
              const wrong = isChecked ? wrongOf(name) : undefined;
              return (
                <TextInput
                  key={name}
                  label={`Website of ${name}`}
                  placeholder="acme.com"
                  value={siteOf(name)}
                  aria-invalid={wrong !== undefined}
                  inputWrapperOrder={["label", "input", "description"]}
                  description={
                    wrong && <span className="bad">“{wrong}” is no website like acme.com.</span>
                  }
                  onChange={({ currentTarget }) =>
                    change(names, { ...sites, [name]: currentTarget.value })
                  }
                />
              );
            })}
          </SimpleGrid>
        </>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={done}>Continue</Button>
      </Group>
    </Stack>
  );
}
