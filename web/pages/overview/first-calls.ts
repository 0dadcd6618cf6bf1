import type { QueryClient } from "@tanstack/react-query";
import { ask, askAll } from "../../asking.ts";
import { trendOf } from "../../brands/trend-input.ts";
import { compareInput, oldestInput, reportInput, type Scope } from "../../scope.ts";

type About = { project_id: string; scope: Scope; timezone: string };

/** The report that the overview stands on. */
export const overviewInput = ({ project_id, scope, timezone }: About) => ({
  ...{ project_id, ...reportInput(scope, timezone), ...compareInput(scope) },
  limit: 1000,
});

/**
 * Asks for what the overview shows first while its script is on its way; what fails is said by the page, which asks again.
 * Resolves once all is asked for.
 */
export async function askOverview(
  client: QueryClient,
  { project_id, scope }: Omit<About, "timezone">,
): Promise<void> {
  // How many assistants there are decides what stands beside the map.
  void client.prefetchQuery(ask("list_models", { project_id, limit: 1000 }));
  const { timezone } = await client.fetchQuery(ask("get_project", { project_id }));
  const about = { project_id, scope, timezone };
  if (scope.compare !== false)
    void client.prefetchQuery(ask("browse_chats", { project_id, ...oldestInput(scope, timezone) }));
  const { data } = await client.fetchQuery(ask("get_brand_report", overviewInput(about)));
  const { shown, input } = trendOf(data, about);
  if (shown.length > 0) void client.prefetchQuery(askAll("get_brand_report", input));
}
