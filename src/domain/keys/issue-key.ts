import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { makeKey, previewKey } from "./key.ts";
import { countLivingKeys, insertKey, requireKey } from "./key-queries.ts";

const LIVING_MAX = 100;
type Wanted = { name: string; access: "read" | "write"; expires_at: Date | null };

/** Refuses a user who is neither admin nor owner: a key is a way in. */
export function requireKeyRole({ project }: ProjectContext): void {
  if (project.role === "admin" || project.role === "owner") return;
  throw new Failure("ROLE_REQUIRED", `API keys need the role admin; yours is ${project.role}.`);
}

/** Makes a key and returns it as it is shown once; a project has at most 100 that work. */
export async function issueKey(context: ProjectContext, wanted: Wanted) {
  const { db, project } = context;
  await lockProject(db, project);
  if ((await countLivingKeys(db, project)) >= LIVING_MAX) {
    throw new Failure("CONFLICT", `A project has at most ${LIVING_MAX} working keys; revoke some.`);
  }
  const key = makeKey();
  const values = { ...wanted, hash: hashSecret(key), preview: previewKey(key) };
  const key_id = await insertKey(db, project, {
    ...values,
    ...{ created_at: context.now(), created_by: emailOf(context) },
  });
  return { ...(await requireKey(db, project, key_id)), key };
}

/** The e-mail address of the user who calls, if one does. */
export function emailOf({ actor }: ProjectContext): string | null {
  return actor.kind === "user" ? actor.email : null;
}
