import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/**
 * A line that is told later than what stands around it: its place is kept, so that nothing below it moves. `isNarrow`:
 * it has two lines, in a panel beside another. What has no room in it is in its title.
 */
export function KeptLine({
  title,
  isNarrow = false,
  children,
}: {
  title?: string | undefined;
  isNarrow?: boolean;
  children?: ReactNode;
}) {
  return (
    <Text
      component="span"
      size="sm"
      className={`kept-line ${isNarrow ? "is-narrow" : ""}`}
      {...(title && { title })}
    >
      {children}
    </Text>
  );
}
