import { PageLink } from "../widgets/page-link.tsx";
import { useLost } from "./lost.ts";

/**
 * Narrows the list of answers to those that name a competitor and not the own brand. Nothing where it is narrowed so, which
 * the filters' own crosses take away, or where no such brands are tracked.
 */
export function LostLink({
  search,
}: {
  /** What the page is set to, and keeps. */
  search: Record<string, string | number | undefined>;
}) {
  const lost = useLost();
  if (!lost || lost.isOn) return null;
  return (
    <div className="no-print">
      <PageLink isInText to="/answers" search={{ ...search, ...lost.filters }}>
        Only answers that name a competitor, not you
      </PageLink>
    </div>
  );
}
