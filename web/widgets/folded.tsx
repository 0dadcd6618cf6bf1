import { Anchor } from "@mantine/core";
import { type ReactNode, useState } from "react";

/** What few people ask for, closed under its title; on paper, where nothing opens, it is open. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Anchor
        component="button"
        type="button"
        size="sm"
        className="no-print"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
      </Anchor>
      <strong className="print-only">{title}</strong>
      <div className={isOpen ? "folded" : "print-only"}>{children}</div>
    </div>
  );
}
