import { QueryClient } from "@tanstack/react-query";
import { defaultParseSearch } from "@tanstack/react-router";
import { ask } from "./asking.ts";
import { isWorthAnother, waitBefore } from "./call.ts";
import { askOverview } from "./pages/overview/first-calls.ts";
import { readScope } from "./scope.ts";

// A script of its own, which the page reads first: the server works while the browser reads what draws the answers.

/** What was asked, and its answers. */
export const client = new QueryClient({
  defaultOptions: {
    // The server may be on this very machine: it is asked without a network, too.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: isWorthAnother,
      retryDelay: waitBefore,
    },
  },
});

/** Asks for what every page of a project needs. Asked once; the page says itself what failed. */
export function askProject(project_id: string): void {
  void client.prefetchQuery({ ...ask("get_project", { project_id }), staleTime: Infinity });
  void client.prefetchQuery({ ...ask("get_me", {}), staleTime: Infinity });
}

/** Settles once what the page shows first is asked for, or was refused. */
export const asked: Promise<void> = askFirst().catch(() => {});

async function askFirst(): Promise<void> {
  const [, project_id, page] = /^\/projects\/(\w+)(?:\/(.*))?$/.exec(location.pathname) ?? [];
  if (!project_id) return;
  askProject(project_id);
  if (page) return;
  await askOverview(client, { project_id, scope: readScope(defaultParseSearch(location.search)) });
}
