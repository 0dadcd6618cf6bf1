import { Text, Tooltip } from "@mantine/core";
import { type Action, prizeMeaning, prizeOf } from "./action.ts";

/** What an action may win, and on demand what that counts. */
export function Prize({ action, own, fw }: { action: Action; own: string; fw?: number }) {
  const prize = prizeOf(action);
  if (!prize) return null;
  return (
    <Tooltip label={prizeMeaning(action, own)}>
      <Text component="span" size="sm" className="hinted nowrap" tabIndex={0} {...(fw && { fw })}>
        {prize}
      </Text>
    </Tooltip>
  );
}
