import { Group, Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useHere } from "../here.tsx";
import { COUNTED, type Counted } from "../words/counted.ts";
import type { Difference } from "../words/doubt.ts";
import { HINT_EVENTS } from "../words/hint.ts";
import { Behind, type Narrowed } from "./behind.tsx";
import { HowCounted } from "./how-counted.tsx";
import { Panel } from "./panel.tsx";
import { type Changed, ChangeWhy } from "./why.tsx";

/** The ends of both 95 % intervals of a number; null: too little to tell. */
export type Ends = {
  low: number | null;
  high: number | null;
  questions_low: number | null;
  questions_high: number | null;
};

/** What both intervals of a number say, and which is for what; `say`: how one end reads; `of`: the number, beside others. */
export function sayEnds(
  { low, high, questions_low, questions_high }: Ends,
  say: (end: number) => string,
  of?: string,
) {
  const again =
    low === null || high === null
      ? ""
      : `${say(low)} to ${say(high)} if the same prompts were asked again`;
  const questions =
    questions_low === null || questions_high === null
      ? ""
      : `${say(questions_low)} to ${say(questions_high)} for questions like these`;
  const both =
    again && questions
      ? `${again} (${OF_PROMPTS}); ${questions} (${IN_GENERAL})`
      : again || questions;
  return both && `95\u00A0% interval ${of ? `of ${of}: ` : ""}${both}.`;
}

/** Which of both intervals is quoted when. */
const OF_PROMPTS = "for a report on these prompts";
const IN_GENERAL = "for a claim about what people are told in general";

/** What paper adds to the interval that a screen shows, which needs no hint; empty where that is the only one. */
function sayOnPaper(
  { questions_low, questions_high, ...ends }: Ends,
  say: (end: number) => string,
) {
  if (questions_low === null || questions_high === null || ends.low === null) return "";
  return `“If asked again” is ${OF_PROMPTS}; ${IN_GENERAL} it is ${spanOf(questions_low, questions_high, say)}.`;
}

/** A unit that both ends have is said once. */
const spanOf = (low: number, high: number, say: (end: number) => string) =>
  `${say(low).replace(/\s?%$/, "")} to ${say(high)}`;

/** The interval if the same prompts were asked again, in short: 12.1 to 15.3 % if asked again; empty where there is too little to tell. */
function sayRange({ low, high }: Ends, say: (end: number) => string): string {
  if (low === null || high === null) return "";
  return `${spanOf(low, high, say)} if asked again`;
}

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
  const whole = [`${value} ${rests}.`, sayEnds(ends, say) || FEW, note].filter(Boolean).join(" ");
  const printed = [range ? sayOnPaper(ends, say) : FEW, note].filter(Boolean).join(" ");
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
      <Text size="sm" c="dimmed" mt={4} component="div">
        <Tooltip label={whole} events={HINT_EVENTS} position="bottom-start">
          <Text component="span" inherit className="hinted" tabIndex={0}>
            {range || rests}
          </Text>
        </Tooltip>
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {range && <div>{rests}</div>}
        <div className="no-print">{more}</div>
      </Text>
      <Text size="xs" c="dimmed" mt={4} component="div" className="print-only">
        {printed}
      </Text>
    </Panel>
  );
}
