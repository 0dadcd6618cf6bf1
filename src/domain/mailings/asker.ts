import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { findUser } from "#domain/accounts/account-queries.ts";
import { callingMember } from "#domain/accounts/member.ts";
import { findUserProject } from "#domain/projects/project-queries.ts";
import type { Asker } from "./receiver.ts";

/** The user who calls and the project of theirs that they name, with where their mail goes; NOT_FOUND for others'. */
export async function requireAsker(
  context: AccountContext,
  id: string,
): Promise<{ asker: Asker; email: string }> {
  const holder = callingMember(context);
  const project = await findUserProject(context.db, holder, decodeId("prj", id));
  const user = await findUser(context.db, holder.user_id);
  if (!project || !user) throw new Failure("NOT_FOUND", "There is no such project.");
  return {
    asker: { project_id: project.project_id, user_id: holder.user_id },
    email: user.email,
  };
}
