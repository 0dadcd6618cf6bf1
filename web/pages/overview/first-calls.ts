import type { QueryClient } from "@tanstack/react-query";
import { ask, askAll } from "../../asking.ts";
import { overviewInput } from "../../brands/overview-input.ts";
import { trendOf } from "../../brands/trend-input.ts";
import type { Scope } from "../../scope.ts";

type About = { project_id: string; scope: Scope; timezone: string };

/**
 * Asks for what the overview shows first while its script is on its way; what fails is said by the page, which asks again.
 * Resolves once all is asked for.
 */
export async function askOverview(
  client: QueryClient,
  { project_id, scope }: Omit<About, "timezone">,
): Promise<void> {
  const [{ timezone }, brands] = await Promise.all([
    client.fetchQuery(ask("get_project", { project_id })),
    client.fetchQuery(ask("list_brands", { project_id, limit: 1000 })),
  ]);
  const about = { project_id, scope, timezone };
  const own = brands.data.find(({ is_own }) => is_own);
  const report = client.fetchQuery(ask("get_brand_report", overviewInput(about, own?.id)));
  // How many assistants there are decides what stands beside the map.
  void client.prefetchQuery(ask("list_models", { project_id, limit: 1000 }));
  const { data } = await report;
  const { shown, input } = trendOf(data, about);
  if (shown.length > 0) void client.prefetchQuery(askAll("get_brand_report", input));
}
