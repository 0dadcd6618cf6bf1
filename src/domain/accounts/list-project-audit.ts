import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { AuditEntry, OperationName, showEntry } from "./audit-entry.ts";
import { listAuditRows } from "./audit-queries.ts";
import { isBelow } from "./role.ts";

export const listProjectAudit = operation({
  name: "list_project_audit",
  scope: "project",
  effect: "reads",
  group: "Projects",
  summary: "List what was changed",
  description:
    "Lists every change made in a project, newest first: who, through which door, when and to what. For its admins and owners.",
  returns: "A page of entries",
  failures: ["ROLE_REQUIRED"],
  tool: true,
  input: z.strictObject({ operation: OperationName, ...Page }),
  output: pageOf(AuditEntry),
  async handler({ db, project }, { operation, ...page }) {
    const { project_id, organisation_id, role } = project;
    if (isBelow(role, "admin")) {
      throw new Failure("ROLE_REQUIRED", `This needs the role admin; yours is ${role}.`);
    }
    const filter = { project_id, operation };
    const found = await listAuditRows(db, organisation_id, { filter, page });
    return { ...found, data: found.data.map(showEntry) };
  },
});
