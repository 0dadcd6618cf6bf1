import { Button } from "@mantine/core";
import { IconWorldSearch } from "@tabler/icons-react";
import { kindLabel } from "../../brands/classification.tsx";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { useHere } from "../../here.tsx";
import { withFilters } from "../../scope.ts";
import { Empty } from "../../widgets/states.tsx";
import { shownHost } from "../../words/shown-address.ts";

type Narrowed = { class?: string; domain?: string };

/** Why a list of sites or pages is empty, and the way back from what it is narrowed to. */
export function NoSources({
  kind,
  search,
  population,
  isNever,
  go,
}: {
  kind: "domain" | "url";
  search: Narrowed;
  population: { answers: number };
  isNever: boolean;
  go(change: { [Name in keyof Narrowed]: undefined }): void;
}) {
  const { isGuest = false, scope } = useHere();
  if (population.answers === 0) return <NoAnswers />;
  const { class: of } = search;
  // A site narrows pages alone.
  const domain = kind === "url" ? search.domain : undefined;
  const actions = (
    <>
      {of && (
        <Button size="xs" variant="default" onClick={() => go({ class: undefined })}>
          Every kind
        </Button>
      )}
      {domain && (
        <Button size="xs" variant="default" onClick={() => go({ domain: undefined })}>
          Every site
        </Button>
      )}
    </>
  );
  const said =
    of || domain
      ? `${sayNone(kind, { of, domain, isGuest })} is read or cited in these answers.`
      : `No answer in this range${withFilters(scope)} reports its sources. Some assistants report none; the Assistants page says which do.`;
  return (
    <Empty
      icon={<IconWorldSearch size={32} aria-hidden />}
      title="No sources here"
      action={(of || domain) && actions}
    >
      {isNever ? "Each site here goes with your name in some answer." : said}
    </Empty>
  );
}

type Which = { of: string | undefined; domain: string | undefined; isGuest: boolean };

function sayNone(kind: "domain" | "url", { of, domain, isGuest }: Which): string {
  const noun = kind === "domain" ? "site" : "page";
  const isYours = of === "own" && !isGuest;
  const whose = of && (isYours ? " of yours" : ` of the kind “${kindLabel(of)}”`);
  const where = domain && ` ${of ? "on" : "of"} ${shownHost(domain)}`;
  return `No ${noun}${whose ?? ""}${where ?? ""}`;
}
