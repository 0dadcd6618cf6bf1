import { Text, Tooltip } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import { use } from "react";
import { NEEDS, ReasonTold } from "./changes-note.tsx";
import {
  AMONG_MANY,
  type Difference,
  isChanceAmongMany,
  readsAsNone,
  saySigned,
  verdictOf,
  whyUnshown,
} from "./doubt.ts";
import { signed } from "./numbers.ts";
import { Dim } from "./text.ts";

/**
 * How a number changed and whether that is more than chance, coloured only where it is. `lowerIsBetter` is for ranks, of
 * which no arrow but a word says what is better. Without enough to compare there is no number but the reason.
 */
export function Change({
  change,
  show,
  lowerIsBetter = false,
  isOurs = true,
  isInLink = false,
  isSaid = false,
  none,
  untested,
}: {
  change: Difference | null | undefined;
  show: (value: number, digits?: number) => string;
  lowerIsBetter?: boolean;
  /** Of one's own brand; what competitors gain or lose is neither good nor bad. */
  isOurs?: boolean;
  /** Its link is reached by keys, so that it need not be. */
  isInLink?: boolean;
  /** Whether it is more than chance is said beside it. */
  isSaid?: boolean;
  /** What is shown where there is nothing to compare with: in a column that is called so, less. */
  none?: string;
  /** Why a change like this has no verdict, in a sentence, where the change itself does not say. */
  untested?: string | undefined;
}) {
  const isTold = use(ReasonTold);
  if (!change || change.value === null) {
    return (
      <Unshown
        text={none ?? "no comparison"}
        hint="The previous period has too little data to compare with."
      />
    );
  }
  const why = whyUnshown(change);
  if (why) {
    const needed = NEEDS[change.reason ?? ""] ?? "more";
    return (
      <Unshown
        text={none ?? (isTold ? "–" : why)}
        hint={`${why[0]?.toUpperCase()}${why.slice(1)}: it takes ${needed}.`}
      />
    );
  }
  const { value, low, high, significant } = change;
  const interval =
    low !== null && high !== null
      ? `95\u00A0% interval ${signed(low, show)} to ${signed(high, show)}. `
      : "";
  const isNone = readsAsNone(change, show);
  const said = isNone ? "no change" : saySigned({ value, significant }, show);
  const isGood = lowerIsBetter ? value < 0 : value > 0;
  const Arrow = value > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Tooltip label={interval + (isNone ? "Both periods are alike." : meaningOf(change, untested))}>
      <Text
        component="span"
        size="sm"
        {...(!isInLink && { tabIndex: 0 })}
        className={`nowrap ${significant && isOurs ? (isGood ? "good" : "bad") : ""}`}
        {...(!significant && { c: "dimmed" })}
      >
        {significant && !lowerIsBetter && (
          <Arrow size={14} aria-hidden style={{ verticalAlign: -2, marginRight: 2 }} />
        )}
        <span className={isInLink ? "opens" : undefined}>{said}</span>
        {significant && lowerIsBetter && (isGood ? ", better" : ", worse")}
        {!isSaid && !isNone && (significant !== null || !isTold) && (
          <>
            {" "}
            <Text
              component="span"
              size="xs"
              className={significant === null ? "verdict reason hinted" : "verdict"}
            >
              {significant === null && change.reason ? change.reason : verdictOf(change)}
            </Text>
          </>
        )}
      </Text>
    </Tooltip>
  );
}

/** Why there is no number: a few words, and more in the hint. */
function Unshown({ text, hint }: { text: string; hint: string }) {
  return (
    <Tooltip label={hint}>
      <Dim component="span" tabIndex={0} style={{ overflowWrap: "normal" }}>
        {text}
      </Dim>
    </Tooltip>
  );
}

function meaningOf(change: Difference, untested: string | undefined): string {
  const { significant, reason } = change;
  if (significant === null) {
    if (!reason && untested) return untested;
    return `Whether this is more than chance is not known${reason ? `: ${reason}` : ""}.`;
  }
  if (significant) return "More than chance.";
  return isChanceAmongMany(change)
    ? AMONG_MANY
    : "Chance alone may explain it: there may be no real change.";
}
