import type { ReactNode } from "react";
import { useHere } from "../here.tsx";
import { whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";

/** A list that a screen shortens is printed up to so many: nothing opens on paper. */
export const PRINTED_MAX = 25;

/** Some words or rows on a screen, and what stands there on paper, where nothing can be opened or pointed at. */
export function OnPaper({ screen, paper }: { screen?: ReactNode; paper: ReactNode }) {
  return (
    <>
      {screen && <span className="no-print">{screen}</span>}
      <span className="on-paper">{paper}</span>
    </>
  );
}

/** Where the rest of a shortened list stands, for who reads paper and cannot open it. */
export function RestOnPaper({ left, page }: { left: number; page: string }) {
  const { isGuest } = useHere();
  if (left <= 0) return null;
  return (
    <Fine className="print-only">
      {isGuest
        ? `${whole(left)} more ${left === 1 ? "is" : "are"} not shown here.`
        : `${whole(left)} more in Earshot, on the page ${page}.`}
    </Fine>
  );
}
