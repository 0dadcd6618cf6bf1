import type { MouseEvent } from "react";

/** Marks what a click anywhere else in its row of a table opens, too: one link of a row. */
export const OPENS_ROW = { "data-opens-row": true };

const OPENER = "[data-opens-row]";
/** What has a click of its own. */
const OWN = "a, button, input, label, select, textarea, summary, [role=option], [tabindex], .pick";

/** What a row of a table listens to, so that a click beside its link follows the link. */
export const rowOpening = { onClick: open, onAuxClick: open, onMouseDown: keepInPlace };

function open(event: MouseEvent<HTMLElement>): void {
  const opener = openerOf(event);
  const isAside = event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1;
  if (!opener || event.button > 1 || isSelecting()) return;
  if (!isAside) opener.click();
  else if (opener instanceof HTMLAnchorElement) window.open(opener.href, "_blank", "noopener");
}

/** The middle button would scroll the page instead. */
function keepInPlace(event: MouseEvent<HTMLElement>): void {
  if (event.button === 1 && openerOf(event)) event.preventDefault();
}

function openerOf({ currentTarget, target }: MouseEvent<HTMLElement>): HTMLElement | null {
  // What a cell opens elsewhere, a menu or dialog, tells the row of its clicks as well.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null;
  const own = target.closest(OWN);
  // Around the table there are such, too.
  if (own && currentTarget.contains(own)) return null;
  return currentTarget.querySelector<HTMLElement>(OPENER);
}

const isSelecting = () => getSelection()?.isCollapsed === false;
