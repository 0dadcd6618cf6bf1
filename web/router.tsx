import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { readAnswersSearch } from "./answers-search.ts";
import { askAll } from "./asking.ts";
import { askProject, client } from "./first.ts";
import { askOverview } from "./pages/overview/first-calls.ts";
import { readPromptsSearch } from "./pages/prompts/search.ts";
import { readFilesScope } from "./pages/settings/files-scope.ts";
import { recall } from "./remember.ts";
import { readScope, type Scope } from "./scope.ts";
import {
  FrameSkeleton,
  LonePageSkeleton,
  PageFailure,
  PageNotFound,
  PageSkeleton,
} from "./widgets/states.tsx";
import { writeSearch } from "./write-search.ts";

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: PageNotFound,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  pendingComponent: FrameSkeleton,
  beforeLoad: async () => {
    const data = await client.ensureQueryData(askAll("list_projects", {}));
    const last = recall("project");
    const project = data.find(({ id }) => id === last) ?? data[0];
    if (!project) throw redirect({ to: "/welcome" });
    throw redirect({
      to: "/projects/$project_id",
      params: { project_id: project.id },
      replace: true,
    });
  },
});

/** The search parameters a page has of its own, in addition to the scope. */
const own =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
    ) as { [Name in Names[number]]?: string };

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  validateSearch: own("step", "project"),
  component: lazyRouteComponent(() => import("./pages/onboarding/welcome.tsx"), "Welcome"),
  pendingComponent: LonePageSkeleton,
});

const share = createRoute({
  getParentRoute: () => root,
  path: "/share/$token",
  component: lazyRouteComponent(() => import("./pages/shared/shared.tsx"), "Shared"),
  pendingComponent: LonePageSkeleton,
});

const project = createRoute({
  getParentRoute: () => root,
  path: "/projects/$project_id",
  validateSearch: (search: Record<string, unknown>): Scope => readScope(search),
  loader: ({ params: { project_id } }) => askProject(project_id),
  component: lazyRouteComponent(() => import("./frame/frame.tsx"), "Frame"),
  pendingComponent: FrameSkeleton,
});

const pages = [
  createRoute({
    getParentRoute: () => project,
    path: "/",
    loaderDeps: ({ search }) => ({ scope: readScope(search) }),
    loader: ({ params: { project_id }, deps: { scope } }) => {
      askOverview(client, { project_id, scope }).catch(() => {});
    },
    component: lazyRouteComponent(() => import("./pages/overview/overview.tsx"), "Overview"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/week",
    validateSearch: own("week"),
    component: lazyRouteComponent(() => import("./pages/week/week.tsx"), "Week"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/brands",
    component: lazyRouteComponent(() => import("./pages/brands/brands.tsx"), "Brands"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/brands/$brand_id",
    component: lazyRouteComponent(() => import("./pages/brands/brand.tsx"), "Brand"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/sources",
    validateSearch: own("tab", "page", "domain", "class", "sort", "dir"),
    component: lazyRouteComponent(() => import("./pages/sources/sources.tsx"), "Sources"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/actions",
    validateSearch: own("page", "status", "action", "kind"),
    component: lazyRouteComponent(() => import("./pages/actions/actions.tsx"), "Actions"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/suggestions",
    validateSearch: own("kind", "status", "page"),
    component: lazyRouteComponent(
      () => import("./pages/suggestions/suggestions.tsx"),
      "Suggestions",
    ),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/prompts",
    validateSearch: readPromptsSearch,
    component: lazyRouteComponent(() => import("./pages/prompts/prompts.tsx"), "Prompts"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/prompts/$prompt_id",
    component: lazyRouteComponent(() => import("./pages/prompts/prompt.tsx"), "PromptPage"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/changes",
    validateSearch: own("brand_id", "measure", "view", "kind"),
    component: lazyRouteComponent(() => import("./pages/changes/changes.tsx"), "Changes"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/compare",
    validateSearch: own("one", "other"),
    component: lazyRouteComponent(() => import("./pages/compare/compare.tsx"), "Compare"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/answers",
    validateSearch: readAnswersSearch,
    component: lazyRouteComponent(() => import("./pages/answers/answers.tsx"), "Answers"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/answers/$chat_id",
    validateSearch: readAnswersSearch,
    component: lazyRouteComponent(() => import("./pages/answer/answer.tsx"), "Answer"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/models",
    component: lazyRouteComponent(() => import("./pages/models/models.tsx"), "Models"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/runs",
    validateSearch: own("page"),
    component: lazyRouteComponent(() => import("./pages/runs/runs.tsx"), "Runs"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/runs/$run_id",
    validateSearch: own("page", "assistant", "state"),
    component: lazyRouteComponent(() => import("./pages/runs/run.tsx"), "RunPage"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/connect",
    component: lazyRouteComponent(() => import("./pages/connect/connect.tsx"), "Connect"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/method",
    component: lazyRouteComponent(() => import("./pages/method/method.tsx"), "Method"),
  }),
  createRoute({
    getParentRoute: () => project,
    path: "/settings",
    validateSearch: (search: Record<string, unknown>) => ({
      ...own("tab")(search),
      ...readFilesScope(search),
    }),
    component: lazyRouteComponent(() => import("./pages/settings/settings.tsx"), "Settings"),
  }),
];

/** Every page and its address; pages other than the frame are fetched when they are opened. */
export const router = createRouter({
  routeTree: root.addChildren([home, welcome, share, project.addChildren(pages)]),
  defaultPreload: "intent",
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ({ error }) => (
    <PageFailure error={error instanceof Error ? error : new Error(String(error))} />
  ),
  defaultNotFoundComponent: PageNotFound,
  scrollRestoration: true,
  stringifySearch: writeSearch,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
