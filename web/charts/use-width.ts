import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { watchSize } from "../widgets/watch-size.ts";

/**
 * An element and its width in CSS pixels, measured before it is first painted and whenever it changes: what is drawn to
 * it is there at once. 0: it is not on the page.
 */
export function useWidth(): { ref: RefObject<HTMLDivElement | null>; width: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    // As it is laid out, whatever scales it: paper does.
    const measure = () => setWidth(Number.parseFloat(getComputedStyle(box).width) || 0);
    measure();
    return watchSize([box], measure);
  }, []);
  return { ref, width };
}
