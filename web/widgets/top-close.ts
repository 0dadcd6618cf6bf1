import { useEffect, useRef } from "react";

/** The dialogs that are open, the topmost last. */
const open: object[] = [];

/** How a dialog is closed by a key, which all that are open hear: only while it is the topmost. */
export function useTopClose(isOpen: boolean, onClose: () => void): () => void {
  const me = useRef<object>(null);
  useEffect(() => {
    if (!isOpen) return;
    const one = {};
    me.current = one;
    open.push(one);
    // Later: the key that closes it must find it on top of those below.
    return () => void setTimeout(() => open.splice(open.indexOf(one), 1));
  }, [isOpen]);
  return () => {
    if (open.at(-1) === me.current) onClose();
  };
}
