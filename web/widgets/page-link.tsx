import { Anchor, Button } from "@mantine/core";
import { Link, RouterContextProvider, useNavigate, useRouter } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import { HereProvider, useHere } from "../here.tsx";
import { withScope } from "../menu-scope.ts";
import { readScope, type Scope } from "../scope.ts";
import { OPENS_ROW } from "./open-row.ts";

/** Pages of a project by their path behind it; `$` parts are given as `params`. */
export type PagePath =
  | ""
  | "/brands"
  | "/brands/$brand_id"
  | "/prompts"
  | "/prompts/$prompt_id"
  | "/week"
  | "/changes"
  | "/compare"
  | "/answers"
  | "/answers/$chat_id"
  | "/sources"
  | "/actions"
  | "/suggestions"
  | "/models"
  | "/runs"
  | "/runs/$run_id"
  | "/connect"
  | "/method"
  | "/settings";

/** Search parameters that a page has of its own, beside the scope. */
type Search = Record<string, string | number | false | string[] | Scope | undefined>;

/** The address of another page of the project, with the range and filters; the router types each by itself, not all of them. */
function targetOf(
  project_id: string,
  { to, params, search }: { to: PagePath; params?: Record<string, string>; search: Search },
) {
  return {
    to: `/projects/$project_id${to}`,
    params: { project_id, ...params },
    search: (before: Record<string, unknown>) => withScope(readScope(before), search),
  } as unknown as { to: "/" };
}

/** Goes to another page of the project as its links do; there is none for who holds a share link. */
export function useGo() {
  const { project_id, isGuest = false } = useHere();
  const navigate = useNavigate();
  const go = (to: PagePath, search: Search) => {
    if (!isGuest) void navigate(targetOf(project_id, { to, search }));
  };
  return Object.assign(go, { isAllowed: !isGuest });
}

/** Makes links work in a notice, which is drawn outside of every page. */
export function useOutsidePages(): (link: ReactNode) => ReactNode {
  const here = useHere();
  const router = useRouter();
  return (link) => (
    <RouterContextProvider router={router}>
      <HereProvider value={here}>{link}</HereProvider>
    </RouterContextProvider>
  );
}

/** A link to another page of the project, which takes the range and filters along; `search` adds what that page has of its own. */
export function PageLink({
  to,
  params = {},
  search = {},
  count,
  isQuiet,
  isInText,
  isButton,
  size = "xs",
  opensRow,
  style,
  children,
}: {
  to: PagePath;
  params?: Record<string, string>;
  search?: Search;
  /** How many answers or rows are behind it; null: some, not counted yet or not as rows. */
  count?: number | null | undefined;
  /** Looks like the text around it. */
  isQuiet?: boolean;
  /** Is in the middle of a sentence, where colour alone would not mark it. */
  isInText?: boolean;
  isButton?: "filled" | "default";
  /** Of a button; "sm" beside the title of a page. */
  size?: "xs" | "sm";
  /** Is what its row of a table is opened by, wherever one clicks. */
  opensRow?: boolean;
  style?: CSSProperties;
  children: ReactNode;
}) {
  const { project_id, isGuest } = useHere();
  if (isGuest) return isQuiet ? <span {...(style && { style })}>{children}</span> : null;
  const target = targetOf(project_id, { to, params, search });
  if (isQuiet) {
    return (
      <Link
        {...target}
        {...(opensRow && OPENS_ROW)}
        className={count === undefined ? "plain" : "plain figure"}
        {...(style && { style })}
        {...(typeof count === "number" && { "data-count": count })}
      >
        {children}
      </Link>
    );
  }
  if (isButton) {
    return (
      <Button component={Link} size={size} flex="none" variant={isButton} {...target}>
        {children}
      </Button>
    );
  }
  return (
    <Anchor
      component={Link}
      size="sm"
      // Paper leads nowhere: what is neither part of a sentence nor the name of a row says nothing there.
      {...(!isInText && !opensRow && { className: "no-print" })}
      underline={isInText ? "always" : "hover"}
      {...target}
      {...(opensRow && OPENS_ROW)}
      {...(style && { style })}
    >
      {children}
    </Anchor>
  );
}
