import { type RefObject, useLayoutEffect, useRef } from "react";
import { watchSize } from "./watch-size.ts";

/** From what width on, in rem, rows may stand as a table; below it each is a card. */
const TABLE_REM = 60;
/** What is tried in turn until nothing lies at the side: every column, without `roomy` ones, without `spare` ones, cards. */
const FITS = ["all", "tight", "tighter", "cards"] as const;

/**
 * Fits a table to the element around it, which scrolls: `data-fit` says what its style leaves out. What is in the cells
 * decides, not the window: the same columns are wider with longer names.
 */
export function useFittedColumns(): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const element = table.current;
    const box = element?.parentElement;
    if (!element || !box) return;
    fit(element, box);
    return watchSize([box, element], () => fit(element, box));
  });
  return table;
}

function fit(table: HTMLTableElement, box: HTMLElement): void {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isNarrow = box.clientWidth < TABLE_REM * rem;
  for (const one of isNarrow ? FITS.slice(-1) : FITS) {
    table.dataset["fit"] = one;
    if (box.scrollWidth <= box.clientWidth) return;
  }
}
