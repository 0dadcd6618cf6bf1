import { Group, Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useHere } from "../here.tsx";
import { COUNTED, type Counted } from "../words/counted.ts";
import type { Difference } from "../words/doubt.ts";
import { type Ends, sayEnds, sayRange } from "../words/ends.ts";
import { Dim, Fine } from "../words/text.ts";
import { Behind, type Narrowed } from "./behind.tsx";
import { HowCounted } from "./how-counted.tsx";
import { Panel } from "./panel.tsx";
import { type Changed, ChangeWhy } from "./why.tsx";

const FEW = "There are too few answers for an interval.";
const COUNTED_NAMES = Object.keys(COUNTED) as Counted[];

/** One number in large, its intervals, what it rests on, and how it changed. */
export function Figure(figure: {
  label: string;
  value: string;
  /** What it is of, in a few words: "of 120 answers". */
  rests: string;
  /** What else there is to say of it, in a sentence. */
  note?: string | undefined;
  /** What opens more answers. */
  more?: ReactNode;
  ends: Ends;
  say(end: number): string;
  change: Difference | undefined;
  show(value: number): string;
  lowerIsBetter?: boolean | undefined;
  isOurs?: boolean;
  badge?: ReactNode;
  /** The answers that its value counts. */
  behind?: { count: number; of: Narrowed };
  /** Whose change it is, and of which number. */
  of: Changed;
}) {
  const { scope } = useHere();
  const { label, value, rests, note, more, ends, say, change, show } = figure;
  const { lowerIsBetter = false, isOurs = true, badge, behind, of } = figure;
  const counted = COUNTED_NAMES.find((name) => name === of.measure);
  const range = sayRange(ends, say);
  const whole = [`${value} ${rests}.`, sayEnds(ends, say) || FEW, note].filter(Boolean).join("\n");
  // Paper has the interval of the screen and no second one: nobody there says which of both is true.
  const printed = [!range && FEW, note].filter(Boolean).join(" ");
  return (
    <Panel
      className="figure-panel"
      title={label}
      mark={badge}
      action={counted && <HowCounted of={counted} label={label.toLowerCase()} />}
    >
      <Group align="baseline" gap="xs">
        <span className="number">{behind ? <Behind {...behind}>{value}</Behind> : value}</span>
        {scope.compare !== false && <ChangeWhy {...{ change, show, lowerIsBetter, isOurs, of }} />}
      </Group>
      <Dim mt={4} component="div">
        <Tooltip label={whole} position="bottom-start">
          <Text component="span" inherit className="hinted" tabIndex={0}>
            {range || rests}
          </Text>
        </Tooltip>
      </Dim>
      <Dim component="div">
        {range && <div>{rests}</div>}
        <div className="no-print">{more}</div>
      </Dim>
      <Fine mt={4} component="div" className="print-only">
        {printed}
      </Fine>
    </Panel>
  );
}
