import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { showTime } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";

/** On paper: the day and time at which it was made. */
export function MadeOn() {
  const [time, setTime] = useState(() => new Date().toISOString());
  useEffect(() => {
    // A page can be open for hours before it is printed.
    const printed = () => flushSync(() => setTime(new Date().toISOString()));
    addEventListener("beforeprint", printed);
    return () => removeEventListener("beforeprint", printed);
  }, []);
  return (
    <Fine className="on-paper" span fw={400}>
      Made on {showTime(time)}
    </Fine>
  );
}
