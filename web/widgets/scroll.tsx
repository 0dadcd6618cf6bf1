import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Fine } from "../words/text.ts";

/** A wide thing that scrolls sideways by itself, also by keyboard, so that the page does not; where it does, it says so. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const [isWider, setWider] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const see = () => setWider(element.scrollWidth > element.clientWidth + 1);
    // It tells once at its beginning, too, when all is laid out anyway.
    const observer = new ResizeObserver(see);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it no key could scroll it (WCAG 2.1.1). */}
      <section ref={box} className="scroll" aria-label={label} tabIndex={0}>
        {children}
      </section>
      {isWider && (
        <Fine mt={4} className="no-print scroll-hint">
          There is more to the right: scroll sideways.
        </Fine>
      )}
    </>
  );
}
