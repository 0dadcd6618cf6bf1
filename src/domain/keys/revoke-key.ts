import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { emailOf, requireKeyRole } from "./issue-key.ts";
import { Key } from "./key.ts";
import { requireKey, revokeKeyRow } from "./key-queries.ts";

export const revokeKey = operation({
  name: "revoke_key",
  scope: "project",
  effect: "destroys",
  // Written by who ends it alone.
  audit: () => null,
  group: "Keys",
  summary: "Revoke an API key",
  description: "Ends a key at once, in every process. Revoking it again changes nothing.",
  returns: "The revoked key",
  failures: ["ROLE_REQUIRED", "NOT_FOUND"],
  input: z.strictObject({ key_id: idInput("key").describe("The key to end.") }),
  output: Key,
  async handler(context, { key_id: id }) {
    requireKeyRole(context);
    const { db, project } = context;
    const key_id = decodeId("key", id);
    if (await revokeKeyRow(db, project, { key_id, revoked_by: emailOf(context) })) {
      await recordAudit(context, { operation: "revoke_key", target: { key_id: id } });
    }
    return requireKey(db, project, key_id);
  },
});
