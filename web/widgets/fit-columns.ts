import { type RefCallback, useCallback } from "react";
import { watchSize } from "./watch-size.ts";

/** From what width on, in rem, rows may stand as a table; below it each is a card. */
const TABLE_REM = 60;
/** What is tried in turn until nothing lies at the side: every column, without `roomy` ones, without `spare` ones, cards. */
const FITS = ["all", "tight", "tighter", "cards"] as const;

/**
 * Fits a table to the element around it, which scrolls: `data-fit` says what its style leaves out. What is in the cells
 * decides, not the window: the same columns are wider with longer names. To try one lays out the table, so it is done
 * where what is in the table or a size changed, and not each time that it is rendered.
 */
export function useFittedColumns(): RefCallback<HTMLTableElement> {
  return useCallback((table: HTMLTableElement) => {
    const box = table.parentElement;
    if (!box) return;
    let sizes = fit(table, box);
    const changes = new MutationObserver(() => {
      sizes = fit(table, box);
    });
    changes.observe(table, { subtree: true, childList: true, characterData: true });
    const ended = watchSize([box, table], () => {
      if (sizesOf(table, box) !== sizes) sizes = fit(table, box);
    });
    return () => {
      changes.disconnect();
      ended();
    };
  }, []);
}

const sizesOf = (table: HTMLElement, box: HTMLElement) =>
  `${box.clientWidth} ${table.offsetWidth} ${table.offsetHeight}`;

/** Returns the sizes that it left. */
function fit(table: HTMLTableElement, box: HTMLElement): string {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isNarrow = box.clientWidth < TABLE_REM * rem;
  for (const one of isNarrow ? FITS.slice(-1) : FITS) {
    if (table.dataset["fit"] !== one) table.dataset["fit"] = one;
    if (box.scrollWidth <= box.clientWidth) break;
  }
  return sizesOf(table, box);
}
