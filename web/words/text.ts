import { Text } from "@mantine/core";

/** What explains. */
export const Dim = Text.withProps({ size: "sm", c: "dimmed" });

/** What is said beside something, in small letters. */
export const Fine = Text.withProps({ size: "xs", c: "dimmed" });
