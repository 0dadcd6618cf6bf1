import type { ReactNode } from "react";
import type { Scope } from "../scope.ts";
import { PageLink } from "./page-link.tsx";

/** What narrows the answers behind a number, in addition to the range and filters of the page. */
export type Narrowed = Partial<
  Record<
    "brand_id" | "not_brand_id" | "prompt_id" | "from" | "to" | "domain" | "url" | "use",
    string
  >
> &
  Pick<Scope, "model" | "topic" | "tag" | "country" | "mentioned" | "not_mentioned"> & {
    sort?: "worst_tone";
  };

/** A number that opens the usable answers it counts, `count` of them, with the range and filters of the page. */
export function Behind({
  count,
  of,
  children,
}: {
  count: number;
  of: Narrowed;
  children: ReactNode;
}) {
  if (count === 0) return <>{children}</>;
  return (
    <PageLink isQuiet to="/answers" search={{ status: "answered", ...of }} count={count}>
      {children}
    </PageLink>
  );
}
