import { List, Text } from "@mantine/core";
import { Panel } from "../../widgets/panel.tsx";
import { percent, points, signed, whole } from "../../words/numbers.ts";
import { keyOfPart } from "../../words/part-key.ts";
import type { Explanation, Part } from "./explanation.ts";
import { sayHowWide } from "./how-wide.ts";
import { sayAdds, sayNaming, sayRead } from "./part-words.ts";
import { TITLES, usePartNames } from "./parts.tsx";

const CERTAIN_MAX = 8;

const OVERLAP =
  "An answer counts with its assistant, its topic, its prompt and its sites: these lines overlap and do not add up.";

const KINDS = ["model", "topic", "country", "prompt", "site"] as const;

/** The parts of one kind under their heading; of a site it is said that its reading alone was tested. */
function CertainOf({
  kind,
  parts,
  found,
}: {
  kind: Part["split"];
  parts: Part[];
  found: Explanation;
}) {
  const nameOf = usePartNames();
  if (parts.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600} component="h3" mt="xs">
        {TITLES[kind]}
      </Text>
      <List size="sm" spacing={6} listStyleType="none">
        {parts.map((part) => (
          <List.Item key={keyOfPart(part)}>
            {part.split === "site" ? (
              <SiteLine part={part} name={nameOf(part)} brand={found.brand.name} />
            ) : (
              <>
                {nameOf(part)}: {percent(part.before)} → {percent(part.now)}, which adds{" "}
                <Adds part={part} whole={found.change.value} />
              </>
            )}
          </List.Item>
        ))}
      </List>
    </>
  );
}

function Adds({ part, whole: all }: { part: Part; whole: number | null }) {
  const { adds, of } = sayAdds(part.contribution, all);
  return (
    <>
      <strong className="nowrap">{adds}</strong>
      <span className="nowrap">{of}</span>
    </>
  );
}

/** That a site is read more or less, and why a plus or a minus goes along with that. */
function SiteLine({ part, name, brand }: { part: Part; name: string; brand: string }) {
  const naming = sayNaming(part);
  const said = naming === "as often" ? "as often as" : `${naming} often than`;
  return (
    <>
      {name} is read {sayRead(part) ?? "as"} often: {percent(part.before)} → {percent(part.now)} of
      answers.{" "}
      <span className="dim">
        {naming && `Answers that read it name ${brand} ${said} others, so `}
        {signed(part.contribution, points)} {naming ? "go" : "goes"} along with it. Only the reading
        was tested, and it need not be the cause.
      </span>
    </>
  );
}

/** The largest of the parts that are more than chance, by kind, and of each kind the largest first. */
export function Certain({ found }: { found: Explanation }) {
  const certain = found.data
    .filter(({ significant }) => significant)
    .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  const left = certain.length - CERTAIN_MAX;
  return (
    <Panel title="What is more than chance">
      {certain.length === 0 ? (
        <Text size="sm">No single part is more than chance.</Text>
      ) : (
        <>
          {sayHowWide(found) && (
            <Text size="sm" mb={6}>
              {sayHowWide(found)}
            </Text>
          )}
          {KINDS.map((kind) => (
            <CertainOf
              key={kind}
              kind={kind}
              found={found}
              parts={certain.slice(0, CERTAIN_MAX).filter(({ split }) => split === kind)}
            />
          ))}
        </>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {left > 0 && `These are the largest; ${whole(left)} more stand below. `}
        {certain.length > 1 && `${OVERLAP} `}
        What is not called more than chance may be chance; of what is, at most 5&nbsp;% are.
      </Text>
    </Panel>
  );
}
