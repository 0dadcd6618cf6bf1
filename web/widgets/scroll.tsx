import type { ReactNode } from "react";

/** A wide thing that scrolls sideways by itself, also by keyboard, so that the page does not. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it no key could scroll it (WCAG 2.1.1).
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
