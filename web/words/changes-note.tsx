import { Text, Tooltip } from "@mantine/core";
import { createContext, type ReactNode } from "react";
import { WEIGHED } from "./counted.ts";
import { type Difference, isOther, whyUnshown } from "./doubt.ts";
import { HINT_EVENTS } from "./hint.ts";
import { signed } from "./numbers.ts";

/** A change, and the two numbers that stand beside it, if any. */
export type Told = {
  change: Difference | null | undefined;
  before?: number | null | undefined;
  now?: number | null | undefined;
};

/** What a test of a change takes, by the reason why there is none. */
export const NEEDS: Record<string, string> = {
  "too few prompts": "five prompts that were asked in both periods",
  "too few days": "three days in each period",
  "not enough data": "something to count in both periods",
  "too many answers": "fewer answers",
};

/** Why no change of a list has a verdict, where that is so of all for one reason. */
function untestedFor(told: readonly Told[]): string | null {
  const known = told.flatMap(({ change }) => (change && change.value !== null ? [change] : []));
  const [reason, ...others] = new Set(known.map((change) => change.reason ?? ""));
  const isTested = known.some(({ significant }) => significant !== null);
  return reason && others.length === 0 && !isTested ? reason : null;
}

/** Whether a change leaves out what was asked in one period alone, so that it is not the difference of the two numbers. */
const isWeighed = ({ change, before, now }: Told) =>
  typeof change?.value === "number" &&
  typeof before === "number" &&
  typeof now === "number" &&
  isOther(change.value, before, now);

/** Why changes of a list are not the differences of the numbers beside them, where that is so of one. */
export const sayWeighed = (told: readonly Told[]) => (told.some(isWeighed) ? WEIGHED : null);

type Beside = Told & { show(value: number): string };

/** What a change is of that is not the difference of the two numbers beside it, as they are shown, and that difference; null: it is. */
function saySame({ change, before, now, show }: Beside): string | null {
  const value = change?.value;
  if (typeof before !== "number" || typeof now !== "number" || typeof value !== "number")
    return null;
  if (!change || whyUnshown(change) || !isOther(value, before, now)) return null;
  if (show(now - before) === show(value)) return null;
  return `${signed(value, show)} compares the same prompts in both periods; over all answers it is ${signed(now - before, show)}.`;
}

/** Says so at a change that is not the difference of the two numbers beside it. */
export function SamePrompts(of: Beside) {
  const said = saySame(of);
  if (said === null) return null;
  return (
    <Text size="xs" c="dimmed" title={WEIGHED}>
      {said}
    </Text>
  );
}

/** A mark after numbers that do not fit their change, which a note below the table explains; the numbers are in its hint. */
export function AllAnswersMark(of: Beside) {
  const said = saySame(of);
  if (said === null) return null;
  return (
    <Tooltip multiline maw={360} events={HINT_EVENTS} label={said}>
      <Text component="span" size="sm" c="dimmed" className="hinted" tabIndex={0}>
        *
      </Text>
    </Tooltip>
  );
}

/** What the mark says, once, where one of these has it. */
export const sayMark = (all: readonly Beside[]): string | null =>
  all.some((of) => saySame(of) !== null)
    ? "* The two numbers are of all answers; what changed is of the same prompts and assistants."
    : null;

/** Why changes have no verdict is said above them, so that none says it by itself. */
export const ReasonTold = createContext(false);

/**
 * A list of changes below what holds for all of them, said once: why none has a verdict, and why they are not the
 * differences of the numbers beside. `untested`: why some have none, where that is not of all.
 */
export function Changed({
  of,
  untested,
  children,
}: {
  of: readonly Told[];
  untested?: string | undefined;
  children: ReactNode;
}) {
  const reason = untestedFor(of);
  const why =
    untested ??
    (reason && `None of these changes is tested: each needs ${NEEDS[reason] ?? "more"}.`);
  const said = [why, sayWeighed(of)].filter(Boolean);
  return (
    <ReasonTold value={Boolean(why)}>
      {said.length > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {said.join(" ")}
        </Text>
      )}
      {children}
    </ReasonTold>
  );
}
