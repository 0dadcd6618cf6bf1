import { Button } from "@mantine/core";

/** A button in a row, or in a line of text. */
export const SmallButton = Button.withProps({ size: "compact-sm", variant: "default" });

/** The same, quieter: beside others that are used more. */
export const QuietButton = Button.withProps({
  size: "compact-sm",
  variant: "subtle",
  color: "gray",
});
