import { List, Text } from "@mantine/core";
import { Panel } from "../../widgets/panel.tsx";
import { percent, whole } from "../../words/numbers.ts";
import { keyOfPart } from "../../words/part-key.ts";
import { Fine } from "../../words/text.ts";
import type { Explanation, Part } from "./explanation.ts";
import { NO_PART, sayAdds } from "./part-words.ts";
import { TITLES, usePartNames } from "./parts.tsx";

const CERTAIN_MAX = 8;

const KINDS = ["model", "topic", "country", "prompt"] as const;

/** The parts of one kind under their heading. */
function CertainOf({
  kind,
  parts,
  shown,
}: {
  kind: Part["split"];
  parts: Part[];
  shown: number | null;
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
            {nameOf(part)}: {percent(part.before)} → {percent(part.now)}, which adds{" "}
            <Adds part={part} whole={shown} />
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

/** The largest of the parts that are more than chance, by kind; sites go along and stand in their own table. */
export function Certain({ found, shown }: { found: Explanation; shown: number | null }) {
  const certain = found.data
    .filter(({ split, significant }) => split !== "site" && significant)
    .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  const left = certain.length - CERTAIN_MAX;
  return (
    <Panel title="What is more than chance">
      {certain.length === 0 ? (
        <Text size="sm">{NO_PART}</Text>
      ) : (
        KINDS.map((kind) => (
          <CertainOf
            key={kind}
            kind={kind}
            shown={shown}
            parts={certain.slice(0, CERTAIN_MAX).filter(({ split }) => split === kind)}
          />
        ))
      )}
      {left > 0 && <Fine mt="xs">These are the largest; {whole(left)} more stand below.</Fine>}
    </Panel>
  );
}
