import type { ReactNode } from "react";
import { isWebAddress } from "./web-address.ts";

/** A link to a web page in a new tab; any other address is shown as words. */
export function WebLink({
  url,
  className,
  children,
}: {
  url: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  if (!url || !isWebAddress(url)) return children;
  return (
    <a href={url} className={className} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
