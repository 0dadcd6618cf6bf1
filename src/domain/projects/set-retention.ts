import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { updateProjectRow } from "./project-queries.ts";
import { Retention, RetentionInput, readRetention } from "./retention.ts";

export const setRetention = operation({
  name: "set_retention",
  scope: "project",
  effect: "destroys",
  audit: (wanted) => wanted,
  group: "Projects",
  summary: "Set how long data is kept",
  description:
    "Sets for how many days a project keeps answers, what providers sent, runs and its audit log. What is older is deleted for good, from the next full hour on; reports of the days that are kept stay as they are. Fields that are left out stay; null is as long as the installation keeps it. The installation's time holds where it is shorter.",
  returns: "How long data is kept",
  route: "PATCH /projects/{project_id}/retention",
  failures: ["ROLE_REQUIRED"],
  input: z.strictObject(RetentionInput),
  output: Retention,
  async handler(context, { answers_days, raw_bodies_days, runs_days, audit_days }) {
    const { db, project, actor } = context;
    if (project.role !== "owner" && project.role !== "admin") {
      throw new Failure("ROLE_REQUIRED", "How long data is kept takes the role admin or owner.");
    }
    if (audit_days !== undefined && (actor.kind !== "user" || project.role !== "owner")) {
      throw new Failure("ROLE_REQUIRED", "How long the audit log is kept takes a signed-in owner.");
    }
    await updateProjectRow(db, project, {
      ...(answers_days !== undefined && { keep_answers_days: answers_days }),
      ...(raw_bodies_days !== undefined && { keep_raw_bodies_days: raw_bodies_days }),
      ...(runs_days !== undefined && { keep_runs_days: runs_days }),
      ...(audit_days !== undefined && { keep_audit_days: audit_days }),
    });
    return readRetention(context);
  },
});
