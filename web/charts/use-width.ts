import { type RefObject, useLayoutEffect, useRef, useState } from "react";

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
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      // In a frame of its own: what is observed may not change while it is reported.
      frame = requestAnimationFrame(measure);
    });
    observer.observe(box);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  return { ref, width };
}
