import type {
  Access,
  AccountContext,
  BaseContext,
  Door,
  ProjectContext,
  SignOn,
} from "#core/context.ts";
import type { Session } from "#domain/accounts/session-queries.ts";
import { findUserProject } from "./project-queries.ts";

/** A user at a door, with what they may do there at most; `session_id` is that of the dashboard. */
export type UserCaller = {
  user_id: number;
  email: string;
  access: ReadonlySet<Access>;
  session_id?: number;
  sign_on?: SignOn;
};

/** A user who signed in, as a caller who may do this. */
export function callerOf(session: Session, access: readonly Access[]): UserCaller {
  const { user_id, email, session_id, sign_on } = session;
  return { user_id, email, session_id, sign_on, access: new Set(access) };
}

/** The context of a user without a project. */
export function accountContextFor(base: BaseContext, user: UserCaller, door: Door): AccountContext {
  return { ...base, actor: { ...user, kind: "user", door } };
}

/** The context of a user in a project, with their role there; undefined for one they are not a member of, or that is not. */
export async function projectContextFor(
  base: BaseContext,
  user: UserCaller,
  project_id: number,
  door: Door,
): Promise<ProjectContext | undefined> {
  const project = await findUserProject(
    base.db,
    { ...user, sign_on: user.sign_on ?? null },
    project_id,
  );
  return project && { ...accountContextFor(base, user, door), project };
}
