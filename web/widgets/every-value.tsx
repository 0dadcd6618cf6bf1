import { type ReactNode, useState } from "react";
import { SmallButton } from "./buttons.ts";

/** Whether cards show every value of a row, and the button, seen above cards alone, that says so where some are left out. */
export function useEveryValue(isCut: boolean): { isOn: boolean; button: ReactNode } {
  const [isOn, setOn] = useState(false);
  const button = isCut && (
    <SmallButton mb="xs" className="show-every no-print" onClick={() => setOn(!isOn)}>
      {isOn ? "Show fewer values" : "Show all values"}
    </SmallButton>
  );
  return { isOn, button };
}
