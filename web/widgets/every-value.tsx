import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";

/** Whether cards show every value of a row, and the button, seen above cards alone, that says so where some are left out. */
export function useEveryValue(isCut: boolean): { isOn: boolean; button: ReactNode } {
  const [isOn, setOn] = useState(false);
  const button = isCut && (
    <Button
      variant="default"
      size="compact-sm"
      mb="xs"
      className="show-every no-print"
      onClick={() => setOn(!isOn)}
    >
      {isOn ? "Show fewer values" : "Show all values"}
    </Button>
  );
  return { isOn, button };
}
