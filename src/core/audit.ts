import type { Door, ProjectContext } from "./context.ts";
import { decodeId } from "./id.ts";
import type { AuditTarget } from "./operation.ts";

/** A caller, as far as an audit row knows it. */
type Who = { door: Door } & (
  | { kind: "key"; key_id: number }
  | { kind: "user"; user_id: number }
  | { kind: "share"; share_id: number }
  | { kind: "system" }
);
type Context = Pick<ProjectContext, "db" | "now"> & {
  actor: Who;
  project?: ProjectContext["project"];
};

/**
 * Notes who did what, in the transaction of the change. Outside of a project's context, `target` says which
 * organisation, project or user it is about; what is done to a user alone is noted in each of their organisations.
 */
export async function recordAudit(
  context: Context,
  { operation, target }: { operation: string; target: AuditTarget },
): Promise<void> {
  const { db, actor, now, project } = context;
  const made = target["project_id"];
  const row = {
    project_id: project?.project_id ?? (made ? decodeId("prj", made) : null),
    actor: actorName(actor),
    door: actor.door,
    operation,
    target: JSON.stringify(target),
    at: now(),
  };
  const organisations = await organisationsOf(context, target);
  const rows = organisations.map((organisation_id) => ({ ...row, organisation_id }));
  await db.insertInto("audit_log").values(rows).execute();
}

/** Whose log it is, at least one; null: none, when a user is in no organisation. */
async function organisationsOf(
  { db, actor, project }: Context,
  { organisation_id: id, project_id: made, user_id: whose }: AuditTarget,
): Promise<(number | null)[]> {
  if (project) return [project.organisation_id];
  if (id) return [decodeId("org", id)];
  const user_id = whose ? decodeId("usr", whose) : actor.kind === "user" ? actor.user_id : 0;
  const found = made
    ? await db
        .selectFrom("projects")
        .select("organisation_id")
        .where("project_id", "=", decodeId("prj", made))
        .execute()
    : await db
        .selectFrom("memberships")
        .select("organisation_id")
        .where("user_id", "=", user_id)
        .execute();
  return found.length > 0 ? found.map(({ organisation_id }) => organisation_id) : [null];
}

/** A caller as the log and the audit rows name it, like `user:7`. */
export function actorName(actor: Who): string {
  if (actor.kind === "key") return `key:${actor.key_id}`;
  if (actor.kind === "share") return `share:${actor.share_id}`;
  return actor.kind === "user" ? `user:${actor.user_id}` : "system";
}
