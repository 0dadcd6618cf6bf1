import { Anchor, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import { useHere } from "../here.tsx";
import { readScope } from "../scope.ts";

/** Pages of a project by their path behind it; `$` parts are given as `params`. */
export type PagePath =
  | ""
  | "/brands"
  | "/brands/$brand_id"
  | "/prompts"
  | "/prompts/$prompt_id"
  | "/answers"
  | "/answers/$chat_id"
  | "/sources"
  | "/actions"
  | "/opportunities"
  | "/suggestions"
  | "/models"
  | "/runs"
  | "/runs/$run_id"
  | "/connect"
  | "/settings";

/** A link to another page of the project, which takes the range and filters along; `search` adds what that page has of its own. */
export function PageLink({
  to,
  params = {},
  search = {},
  count,
  isQuiet,
  isInText,
  isButton,
  style,
  children,
}: {
  to: PagePath;
  params?: Record<string, string>;
  search?: Record<string, string | number | string[]>;
  /** How many answers or rows are behind it. */
  count?: number | undefined;
  /** Looks like the text around it. */
  isQuiet?: boolean;
  /** Is in the middle of a sentence, where colour alone would not mark it. */
  isInText?: boolean;
  isButton?: "filled" | "default";
  style?: CSSProperties;
  children: ReactNode;
}) {
  const { project_id, isGuest } = useHere();
  if (isGuest) return isQuiet ? <span {...(style && { style })}>{children}</span> : null;
  // The router types each address by itself; this component stands for all of them.
  const target = {
    to: `/projects/$project_id${to}`,
    params: { project_id, ...params },
    search: (before: Record<string, unknown>) => ({ ...readScope(before), ...search }),
  } as unknown as { to: "/" };
  if (isQuiet) {
    return (
      <Link
        {...target}
        className="plain"
        {...(style && { style })}
        {...(count !== undefined && { "data-count": count })}
      >
        {children}
      </Link>
    );
  }
  if (isButton) {
    return (
      <Button component={Link} size="xs" flex="none" variant={isButton} {...target}>
        {children}
      </Button>
    );
  }
  return (
    <Anchor
      component={Link}
      size="sm"
      underline={isInText ? "always" : "hover"}
      {...target}
      {...(style && { style })}
    >
      {children}
    </Anchor>
  );
}
