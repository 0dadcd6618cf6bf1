import { createContext, useContext } from "react";
import type { OutputOf } from "./call.ts";
import type { Scope, ScopeChange } from "./scope.ts";

type Project = OutputOf<"get_project">;
type Role = OutputOf<"get_me">["organisations"][number]["role"];
/** What every page of a project knows without asking. */
export type Here = {
  project: Project;
  project_id: string;
  timezone: string;
  scope: Scope;
  /** Changes a scope that is of a part of the page alone; absent: the scope is that of the address, and of all pages. */
  setScope?: (change: ScopeChange) => void;
  /** Right to change things; viewers only read. */
  canWrite: boolean;
  /** Right to manage members, keys and settings. */
  canManage: boolean;
  role: Role;
  organisation_id: string;
  /** A visitor with a share link, who sees one page and nothing behind it. */
  isGuest?: boolean;
  /** The days of the visitor's link do not move on. */
  isFixed?: boolean;
  /** The visitor's link shows the competitors of a week, too. */
  showsCompetitors?: boolean;
  /** It shows what to do next, too. */
  showsActions?: boolean;
};

const HereContext = createContext<Here | null>(null);
export const HereProvider = HereContext.Provider;

/** The project, scope and rights of the page. */
export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error("useHere belongs on pages of a project");
  return here;
}
