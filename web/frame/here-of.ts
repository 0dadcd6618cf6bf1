import type { OutputOf } from "../call.ts";
import type { Here } from "../here.tsx";
import type { Scope } from "../scope.ts";

/** What pages of a project know: the project, the scope of the address, and the user's rights there. */
export function hereOf(project: Here["project"], me: OutputOf<"get_me">, scope: Scope): Here {
  const home = me.projects.find(({ id }) => id === project.id)?.organisation_id ?? "";
  const role = me.organisations.find(({ id }) => id === home)?.role ?? "viewer";
  return {
    project,
    scope,
    role,
    project_id: project.id,
    timezone: project.timezone,
    organisation_id: home,
    canWrite: role !== "viewer",
    canManage: role === "owner" || role === "admin",
  };
}
