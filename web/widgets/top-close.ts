import { useLayoutEffect, useRef } from "react";

/** How each dialog that is open is closed, the topmost last. */
const open: { close(): void }[] = [];

// One listener for all: each key closes one dialog, however soon the next key follows.
window.addEventListener(
  "keydown",
  ({ key, isComposing, target }) => {
    // A list that is open below a field takes the key first.
    const isTaken =
      target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true";
    if (key === "Escape" && !isComposing && !isTaken) open.at(-1)?.close();
  },
  { capture: true },
);

/** Whether a dialog or menu lies above the page, which keys of the page are not meant for. */
export const isUnderneath = () => open.length > 0;

/** Has Escape close a dialog while it is the topmost; Mantine's own listeners are off for all (theme.ts). */
export function useTopClose(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const one = { close: () => close.current() };
    open.push(one);
    return () => void open.splice(open.indexOf(one), 1);
  }, [isOpen]);
}
