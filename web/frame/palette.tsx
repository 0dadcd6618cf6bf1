import { useMantineColorScheme } from "@mantine/core";
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightFilterFunction,
  useSpotlight,
} from "@mantine/spotlight";
import {
  IconMathFunction,
  IconMessageQuestion,
  IconMessages,
  IconMoon,
  IconSearch,
  IconSettings,
  IconSwitchHorizontal,
  IconTarget,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useAskAll } from "../data.ts";
import { useHere } from "../here.tsx";
import { menuScope } from "../menu-scope.ts";
import { NO_FILTERS } from "../scope.ts";
import { useTopClose } from "../widgets/top-close.ts";
import { filterOf } from "./palette-filter.ts";
import { useSites } from "./palette-sites.tsx";
import { PLACES, settingsFor, TABS_APART } from "./places.tsx";
import { useBrandList } from "./tracked-brands.ts";

const [store, palette] = createSpotlight();
const TEXTS = "Texts";
// All that it is given here is in groups.
const filterMatches = filterOf(TEXTS) as SpotlightFilterFunction;
export const openPalette = palette.open;

/** Everything there is to go to, a few keys away: pages, brands, sites, projects, and what texts hold. */
export function Palette() {
  const { project_id, canManage } = useHere();
  const { opened, query } = useSpotlight(store);
  useTopClose(opened, palette.close);
  const navigate = useNavigate();
  const { toggleColorScheme } = useMantineColorScheme();
  const projects = useAskAll("list_projects", {});
  const brands = useBrandList();
  const go =
    (to: string, params: Record<string, string>, more = {}) =>
    () =>
      void navigate({
        ...{ to, params },
        search: (before: Record<string, unknown>) => ({ ...menuScope(before), ...more }),
      } as never);
  const pages: SpotlightActionData[] = PLACES.flatMap(({ places }) =>
    places.map(({ to, tab, label, icon: Icon, words }) => ({
      id: label,
      label,
      keywords: words,
      leftSection: <Icon size={20} stroke={1.6} />,
      onClick: go(to, { project_id }, tab && { tab }),
    })),
  );
  pages.push({
    id: "method",
    label: "What the numbers mean",
    keywords:
      "how computed counted interval confidence certain chance noise method statistics formula help",
    leftSection: <IconMathFunction size={20} stroke={1.6} />,
    onClick: go("/projects/$project_id/method", { project_id }),
  });
  const tabs = settingsFor(canManage).filter(({ tab }) => !TABS_APART.includes(tab));
  const settings = tabs.map(({ tab, label, words }) => ({
    id: `settings ${tab}`,
    ...{ label, keywords: words },
    leftSection: <IconSettings size={20} stroke={1.6} />,
    onClick: go("/projects/$project_id/settings", { project_id }, { tab }),
  }));
  const others: SpotlightActionData[] = (projects.data ?? [])
    .filter(({ id }) => id !== project_id)
    .map(({ id, name }) => ({
      id,
      label: name,
      leftSection: <IconSwitchHorizontal size={20} stroke={1.6} />,
      // Its topics, tags and brands are others.
      onClick: go("/projects/$project_id", { project_id: id }, NO_FILTERS),
    }));
  const named: SpotlightActionData[] = (brands.data?.data ?? []).map(({ id, name }) => ({
    id,
    label: name,
    leftSection: <IconTarget size={20} stroke={1.6} />,
    onClick: go("/projects/$project_id/brands/$brand_id", { project_id, brand_id: id }),
  }));
  const sites = useSites(opened && query.trim().length > 1, (domain) =>
    go("/projects/$project_id/sources", { project_id }, { tab: "pages", domain }),
  );
  const look: SpotlightActionData = {
    id: "colours",
    label: "Switch between light and dark",
    keywords: "theme color colour scheme",
    leftSection: <IconMoon size={20} stroke={1.6} />,
    onClick: toggleColorScheme,
  };
  const words = query.trim();
  // Whatever was typed is one of their keywords, so they stand below what is called so.
  const texts: SpotlightActionData[] = [
    { label: "Search in answers", to: "answers", Icon: IconMessages },
    { label: "Search in prompts", to: "prompts", Icon: IconMessageQuestion },
  ].map(({ label, to, Icon }) => ({
    id: `texts in ${to}`,
    ...{ label, keywords: words },
    leftSection: <Icon size={20} stroke={1.6} />,
    onClick: go(`/projects/$project_id/${to}`, { project_id }, { q: words }),
  }));
  return (
    <Spotlight
      store={store}
      actions={[
        { group: "Pages", actions: pages },
        { group: "Brands", actions: named },
        { group: "Sites", actions: sites },
        { group: "Settings", actions: settings },
        { group: "Projects", actions: others },
        { group: "Look", actions: [look] },
        { group: TEXTS, actions: words.length > 1 ? texts : [] },
      ].filter(({ actions }) => actions.length > 0)}
      shortcut={["mod + K", "/"]}
      nothingFound="No matches"
      highlightQuery
      filter={filterMatches}
      attributes={{ content: { "aria-label": "Go to" } }}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: "Go to a page, a brand, a site, or any words in texts",
        "aria-label": "Go to",
      }}
    />
  );
}
