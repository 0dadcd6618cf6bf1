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

/** A page of a project, fetched when it is opened; `readOwn` reads what of its address is not the scope. */
const page = <const Path extends string, Module extends object, Search extends object = object>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & string,
  readOwn: (search: Record<string, unknown>) => Search = () => ({}) as Search,
) =>
  createRoute({
    getParentRoute: () => project,
    path,
    validateSearch: readOwn,
    component: lazyRouteComponent(load, name),
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
  page("/week", () => import("./pages/week/week.tsx"), "Week", own("week")),
  page("/brands", () => import("./pages/brands/brands.tsx"), "Brands"),
  page("/brands/$brand_id", () => import("./pages/brands/brand.tsx"), "Brand"),
  page(
    "/sources",
    () => import("./pages/sources/sources.tsx"),
    "Sources",
    own("tab", "page", "domain", "class", "sort", "dir"),
  ),
  page(
    "/actions",
    () => import("./pages/actions/actions.tsx"),
    "Actions",
    own("page", "status", "action", "kind"),
  ),
  page(
    "/suggestions",
    () => import("./pages/suggestions/suggestions.tsx"),
    "Suggestions",
    own("kind", "status", "page"),
  ),
  page("/prompts", () => import("./pages/prompts/prompts.tsx"), "Prompts", readPromptsSearch),
  page("/prompts/$prompt_id", () => import("./pages/prompts/prompt.tsx"), "PromptPage"),
  page(
    "/changes",
    () => import("./pages/changes/changes.tsx"),
    "Changes",
    own("brand_id", "measure", "view", "kind"),
  ),
  page("/compare", () => import("./pages/compare/compare.tsx"), "Compare", own("one", "other")),
  page("/answers", () => import("./pages/answers/answers.tsx"), "Answers", readAnswersSearch),
  page("/answers/$chat_id", () => import("./pages/answer/answer.tsx"), "Answer", readAnswersSearch),
  page("/models", () => import("./pages/models/models.tsx"), "Models"),
  page("/runs", () => import("./pages/runs/runs.tsx"), "Runs", own("page")),
  page(
    "/runs/$run_id",
    () => import("./pages/runs/run.tsx"),
    "RunPage",
    own("page", "assistant", "state"),
  ),
  page("/connect", () => import("./pages/connect/connect.tsx"), "Connect"),
  page("/method", () => import("./pages/method/method.tsx"), "Method"),
  page(
    "/settings",
    () => import("./pages/settings/settings.tsx"),
    "Settings",
    (search: Record<string, unknown>) => ({
      ...own("tab")(search),
      ...readFilesScope(search),
    }),
  ),
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
