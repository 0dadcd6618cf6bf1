import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { AuditEntry, OperationName, showEntry } from "./audit-entry.ts";
import { type AuditFilter, listAuditRows } from "./audit-queries.ts";
import { OrganisationId, openOrganisation } from "./member.ts";

export const listAudit = operation({
  name: "list_audit",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "List what was done",
  description:
    "Lists every change made in an organisation and its projects, newest first: who, through which door, when and to what. For its admins and owners.",
  returns: "A page of entries",
  input: z.strictObject({
    organisation_id: OrganisationId,
    project_id: idInput("prj").optional().describe("Only what was done in this project."),
    user_id: idInput("usr").optional().describe("Only what this user did."),
    key_id: idInput("key").optional().describe("Only what this API key did."),
    operation: OperationName,
    ...Page,
  }),
  output: pageOf(AuditEntry),
  async handler(context, { organisation_id: id, user_id, key_id, ...given }) {
    const { organisation_id } = await openOrganisation(context, id, "admin");
    if (user_id !== undefined && key_id !== undefined) {
      throw new Failure("VALIDATION_ERROR", "key_id: cannot be given together with user_id", {
        problem: "CONFLICT",
      });
    }
    const filter: AuditFilter = {
      project_id: given.project_id === undefined ? undefined : decodeId("prj", given.project_id),
      operation: given.operation,
      actor:
        user_id !== undefined
          ? `user:${decodeId("usr", user_id)}`
          : key_id && `key:${decodeId("key", key_id)}`,
    };
    const page = { limit: given.limit, offset: given.offset };
    const found = await listAuditRows(context.db, organisation_id, { filter, page });
    return { ...found, data: found.data.map(showEntry) };
  },
});
