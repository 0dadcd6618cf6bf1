import { Tooltip, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { FilterName, Scope } from "../scope.ts";
import type { Status } from "../words/answer-states.ts";
import { PageLink } from "./page-link.tsx";

/** What narrows the answers behind a number, in addition to the range and filters of the page. */
export type Narrowed = Partial<
  Record<
    | "brand_id"
    | "not_brand_id"
    | "first_brand_id"
    | "prompt_id"
    | "from"
    | "to"
    | "domain"
    | "url"
    | "use",
    string
  >
> & { [Name in FilterName | "branded"]?: Scope[Name] | undefined } & {
  /** Other than the usable answers. */
  status?: Status;
  tone?: "scored";
  sort?: "worst_tone";
};

/**
 * A number that opens the answers it counts, usable ones unless it says others, `count` of them, with the range and filters of the page; `hint` says
 * which they are, under the pointer, at the keys and to who hears the page.
 */
export function Behind({
  count,
  of,
  hint,
  children,
}: {
  /** Null: not counted yet. */
  count: number | null;
  of: Narrowed;
  hint?: string;
  children: ReactNode;
}) {
  // A link that was there before its answers were counted stays: the keyboard may be at it.
  const wasUnknown = useRef(count === null).current;
  const isLink = count !== 0 || wasUnknown;
  const link = (more?: ReactNode) => (
    <PageLink isQuiet to="/answers" search={{ status: "answered", ...of }} count={count || null}>
      {children}
      {more}
    </PageLink>
  );
  if (!hint) return isLink ? link() : children;
  return (
    <Tooltip label={hint}>
      {/* What is hidden in it stays within what scrolls. */}
      <span style={{ position: "relative" }}>
        {isLink ? link(<VisuallyHidden component="span">: {hint}</VisuallyHidden>) : children}
      </span>
    </Tooltip>
  );
}
