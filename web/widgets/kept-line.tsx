import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * A line that is told later than what stands around it: its place is kept, so that nothing below it moves. `isNarrow`:
 * two lines are kept, in a panel beside another; `isLong`: three on a phone. What is longer takes more, to its end.
 */
export function KeptLine({
  isNarrow = false,
  isLong = false,
  children,
}: {
  isNarrow?: boolean;
  isLong?: boolean;
  children?: ReactNode;
}) {
  return (
    <Text
      component="span"
      size="sm"
      className={`kept-line ${isNarrow ? "is-narrow" : ""} ${isLong ? "is-long" : ""}`}
    >
      {children}
    </Text>
  );
}
