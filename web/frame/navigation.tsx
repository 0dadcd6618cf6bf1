import { NavLink, Stack } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { useHere } from "../here.tsx";
import { menuScope } from "../menu-scope.ts";
import { Fine } from "../words/text.ts";
import { useOpenCounts } from "./open-counts.ts";
import { PLACES, TABS_APART } from "./places.tsx";

/**
 * The pages of the project; the scope goes along but for brands that answers were to name: of those answers, that brand's
 * numbers say nothing on a page that is not about them.
 */
export function Navigation({ onNavigate }: { onNavigate(): void }) {
  const { project_id } = useHere();
  const { tab: shown = "" } = useSearch({ strict: false }) as { tab?: string };
  const isApart = TABS_APART.includes(shown);
  const counts = useOpenCounts();
  const open = counts.brand + counts.prompt + counts.topic;
  return (
    <Stack gap="md" component="nav" aria-label="Pages">
      {PLACES.map(({ group, places }) => (
        <div key={group}>
          <Fine fw={600} px="sm" mb={4}>
            {group}
          </Fine>
          {places.map(({ to, tab, label, icon: Icon }) => (
            <Link
              key={label}
              to={to as "/projects/$project_id"}
              params={{ project_id }}
              search={
                ((before: Record<string, unknown>) =>
                  // What is compared is the whole address: the place that is open has the page's own.
                  tab && tab === shown ? before : { ...menuScope(before), tab }) as never
              }
              // A tab that has a place of its own is open there, not at the page that it is a part of.
              activeOptions={{
                exact: to === "/projects/$project_id",
                includeSearch: tab !== undefined || isApart,
                explicitUndefined: true,
              }}
              className="place"
              onClick={onNavigate}
            >
              {({ isActive }) => (
                <NavLink
                  component="span"
                  active={isActive}
                  label={label}
                  leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
                  rightSection={label === "Suggestions" && open > 0 ? <Fine>{open}</Fine> : null}
                />
              )}
            </Link>
          ))}
        </div>
      ))}
    </Stack>
  );
}
