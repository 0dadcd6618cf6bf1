import { createContext, type ReactNode } from "react";
import { WEIGHED } from "./counted.ts";
import { type Difference, isOther, whyUnshown } from "./doubt.ts";
import { Dim, Fine } from "./text.ts";

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

/** Whether a change is not the difference of the two numbers beside it, as they are shown. */
function isOfOthers({ change, before, now, show }: Beside): boolean {
  const value = change?.value;
  if (typeof before !== "number" || typeof now !== "number" || typeof value !== "number")
    return false;
  if (!change || whyUnshown(change) || !isOther(value, before, now)) return false;
  return show(now - before) !== show(value);
}

/** Where a change is not the difference of the two numbers beside it: which answers the one and the others are of. */
export function WhichAnswers({ of, are }: { of: Beside; are: "all answers" | "same prompts" }) {
  return isOfOthers(of) ? (
    <Fine component="span">
      {" "}
      <span className="nowrap">{are}</span>
    </Fine>
  ) : null;
}

/** Why that is so, once, where it is so of one of these. */
export const sayWhichAnswers = (all: readonly Beside[]): string | null =>
  all.some(isOfOthers)
    ? "“All answers” and “same prompts”: the two numbers are of all answers, also of what only one period has. What changed compares the prompts and assistants asked in both periods, with the same weight in both, so it is not their difference."
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
      {said.length > 0 && <Dim mb="xs">{said.join(" ")}</Dim>}
      {children}
    </ReasonTold>
  );
}
