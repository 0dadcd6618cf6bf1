import { useBrands } from "../frame/tracked-brands.ts";
import { useHere } from "../here.tsx";
import { PageLink } from "../widgets/page-link.tsx";

/** Takes away what narrows answers to those that name a competitor and not the own brand. */
const ALL = { mentioned: undefined, not_mentioned: undefined };

/** Narrows a page to the answers that name a competitor and not the own brand, or shows all again; nothing where none is tracked. */
export function LostLink({
  to,
  search,
}: {
  to: "/answers" | "/sources";
  /** What the page is set to, and keeps. */
  search: Record<string, string | number | undefined>;
}) {
  const { scope } = useHere();
  const brands = [...useBrands().values()];
  const own = brands.find(({ is_own }) => is_own)?.id;
  const rivals = brands.filter(({ is_own }) => !is_own).map(({ id }) => id);
  if (!own || rivals.length === 0) return null;
  const isLost = scope.mentioned && scope.not_mentioned?.includes(own);
  return (
    <div className="no-print">
      <PageLink
        isInText
        to={to}
        search={{ ...search, ...(isLost ? ALL : { mentioned: rivals, not_mentioned: [own] }) }}
      >
        {isLost ? "All answers again" : "Only answers that name a competitor, not you"}
      </PageLink>
    </div>
  );
}
