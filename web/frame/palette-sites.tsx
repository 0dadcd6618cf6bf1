import type { SpotlightActionData } from "@mantine/spotlight";
import { IconWorld } from "@tabler/icons-react";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { reportInput } from "../scope.ts";
import { shownHost } from "../words/shown-address.ts";

/** So many sites are offered, those that most answers cite. */
const SITES_MAX = 100;

/** The sites that answers cite, once something is typed; `go` leads to one. */
export function useSites(
  isWanted: boolean,
  go: (domain: string) => () => void,
): SpotlightActionData[] {
  const { project_id, scope, timezone } = useHere();
  const sites = useAsk(
    "get_domain_report",
    { project_id, ...reportInput(scope, timezone), limit: SITES_MAX },
    { enabled: isWanted },
  );
  if (!isWanted) return [];
  return (sites.data?.data ?? []).map(({ domain }) => ({
    id: `site ${domain}`,
    label: shownHost(domain),
    keywords: domain,
    leftSection: <IconWorld size={20} stroke={1.6} />,
    onClick: go(domain),
  }));
}
