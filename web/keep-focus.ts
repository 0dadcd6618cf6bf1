/** Where the focus is, or was until that was taken away; `page` is the page's path then. */
type Held = {
  element: HTMLElement;
  layer: Element;
  page: string;
  lost?: Lost | undefined;
  wasLoading?: boolean;
};
/** What was taken away around it, from where, and what stood beside it or came instead. */
type Lost = { removed: Element; from: Element; beside: (Element | null)[]; came: Element[] };

/** What lies above the page, and has a focus of its own while it is there. */
const LAYERS = "[role=dialog], [role=menu], [role=listbox], .mantine-Notifications-root";
const FOCUSABLE = "a[href], button, input, textarea, select, [tabindex='0']";
/** So soon a dialog gives the focus back by itself. */
const WAIT_MS = 60;

/** Of the page, and above it of what is open, the topmost last. */
let held: Held[] = [];
/** Who pressed a key last, and not long ago, is shown where the focus is; for all others the page stands still. */
const KEY_MS = 1_500;
let pressed_at = -KEY_MS;
/** The dialog that has the focus for a button of its that is busy. */
let waiting: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Who uses keys or a screen reader stays where they are: focus that is lost, because a press takes its own element away or
 * switches it off, goes to the same button of the next row, to the heading of the panel or to the new page's beginning;
 * to a button that is busy it goes back.
 */
export function keepFocus(): void {
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const layer = target.closest(LAYERS) ?? document.body;
    if (target === layer) return;
    waiting = undefined;
    held = held.filter((one) => one.layer !== layer && one.layer.isConnected);
    held.push({ element: target, layer, page: location.pathname });
  });
  addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget === null) setTimeout(() => letGo(target as Element));
  });
  addEventListener("keydown", () => (pressed_at = performance.now()), true);
  addEventListener("pointerdown", () => (pressed_at = -KEY_MS), true);
  new MutationObserver(watch).observe(document.body, {
    ...{ subtree: true, childList: true },
    ...{ attributes: true, attributeFilter: ["disabled", "data-loading"] },
  });
}

/** A click beside everything is no loss; that a page which waits for the next one is hidden is one. */
function letGo(element: Element): void {
  if (!isNowhere() || !element.checkVisibility() || element.matches(":disabled")) return;
  held = held.filter((one) => one.element !== element);
}

const isNowhere = () => {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || activeElement.matches(":disabled");
};

const isLost = () => isNowhere() || document.activeElement === waiting;

function watch(records: MutationRecord[]): void {
  for (const one of held) {
    one.wasLoading ||= one.element.hasAttribute("data-loading");
    if (!one.lost && !one.element.isConnected) one.lost = lostBy(records, one.element);
  }
  if (!isLost()) return;
  clearTimeout(timer);
  timer = setTimeout(bringBack, WAIT_MS);
}

function lostBy(records: MutationRecord[], element: Element): Lost | undefined {
  for (const { removedNodes, target, previousSibling, nextSibling } of records) {
    for (const node of removedNodes) {
      if (!(node instanceof Element && node.contains(element))) continue;
      const beside = [nextSibling, previousSibling].map((one) => one as Element | null);
      const came = records
        .filter((one) => one.target === target)
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((one) => one instanceof Element);
      return { removed: node, from: target as Element, beside, came };
    }
  }
  return undefined;
}

function bringBack(): void {
  if (!isLost()) return;
  const top = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);
  for (const one of [...held].reverse()) {
    if (!one.layer.isConnected || (top && !top.contains(one.layer))) continue;
    const { element } = one;
    if (element.isConnected && element.matches(":disabled")) {
      // Tab stays inside meanwhile.
      waiting = top;
      top?.focus(STILL);
      const isDone = one.wasLoading && !element.hasAttribute("data-loading");
      if (isDone && !top) headingOf(element, one.layer)?.focus(STILL);
      return;
    }
    const heir = element.isConnected ? element : heirOf(one);
    const isByKey = performance.now() - pressed_at < KEY_MS;
    heir?.focus(heir === element || !isByKey ? STILL : {});
    if (!isLost()) return;
  }
}

const STILL = { preventScroll: true };

function heirOf({ element, layer, lost, page }: Held): HTMLElement | null {
  if (page !== location.pathname) return start(layer);
  if (!lost) return null;
  const { removed, from, beside, came } = lost;
  if (removed === element) {
    const [instead] = came.filter((one) => one instanceof HTMLElement && one.matches(FOCUSABLE));
    return (instead as HTMLElement | undefined) ?? headingOf(from, layer);
  }
  const at = likeIn(removed, element).indexOf(element);
  const kin = beside.find(
    (one) =>
      one?.isConnected && one.tagName === removed.tagName && one.className === removed.className,
  );
  return (kin && likeIn(kin, element)[at]) ?? headingOf(from, layer);
}

/** Its class is not asked: a button that was busy has another one. */
const likeIn = (row: Element, element: HTMLElement) =>
  [...row.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (one) => one.tagName === element.tagName && one.textContent === element.textContent,
  );

/** The heading of the panel around a place, or the beginning of its layer; either can be read from, and has no Tab stop. */
function headingOf(place: Element, layer: Element): HTMLElement | null {
  const heading = place.closest(".panel")?.querySelector("h2");
  if (!heading || !layer.contains(heading)) return start(layer);
  heading.tabIndex = -1;
  return heading;
}

/** Where a dialog, or the page, begins; notices have no beginning, and leave the focus to what lies below them. */
function start(layer: Element): HTMLElement | null {
  if (layer.matches(".mantine-Notifications-root")) return null;
  if (layer !== document.body) {
    const own = [...layer.querySelectorAll<HTMLElement>(FOCUSABLE)];
    return own.find((one) => !one.matches(":disabled") && one.checkVisibility()) ?? null;
  }
  const main = document.querySelector<HTMLElement>("main") ?? document.body;
  main.tabIndex = -1;
  return main;
}
