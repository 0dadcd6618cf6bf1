import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * A line that is told later than what stands around it: its place is kept, so that nothing below it moves. `isNarrow`:
 * it has two lines, in a panel beside another; `isLong`: it has three on a phone. What has no room in it is in its title.
 */
export function KeptLine({
  title,
  isNarrow = false,
  isLong = false,
  children,
}: {
  title?: string | undefined;
  isNarrow?: boolean;
  isLong?: boolean;
  children?: ReactNode;
}) {
  return (
    <Text
      component="span"
      size="sm"
      className={`kept-line ${isNarrow ? "is-narrow" : ""} ${isLong ? "is-long" : ""}`}
      {...(title && { title })}
    >
      {children}
    </Text>
  );
}
