import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, encodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { emailOf, issueKey, requireKeyRole } from "./issue-key.ts";
import { NewKey } from "./key.ts";
import { replaceKeyRow, requireKey, revokeKeyRow } from "./key-queries.ts";

export const rotateKey = operation({
  name: "rotate_key",
  scope: "project",
  effect: "destroys",
  is_repeatable: false,
  audit: ({ key_id }, { id }) => ({ key_id, new_key_id: id }),
  sensitive: true,
  group: "Keys",
  summary: "Rotate an API key",
  description:
    "Makes a key with the same name, access and length of life, and lets the old one end after an overlap. A key is rotated once.",
  returns: "The new key",
  status: 201,
  failures: ["ROLE_REQUIRED", "NOT_FOUND", "CONFLICT"],
  input: z.strictObject({
    key_id: idInput("key").describe("The key to replace."),
    overlap_hours: z
      .union([z.literal(0), z.literal(24), z.literal(168)])
      .default(24)
      .describe(
        "Hours for which the old key keeps working next to the new one: 0, 24 or 168 (7 days).",
      ),
  }),
  output: NewKey,
  async handler(context, { key_id: id, overlap_hours }) {
    requireKeyRole(context);
    const { db, project } = context;
    const old = await requireKey(db, project, decodeId("key", id));
    const now = context.now().getTime();
    const ends = old.expires_at === null ? null : Date.parse(old.expires_at);
    if (old.revoked_at !== null || (ends !== null && ends <= now)) {
      throw new Failure("CONFLICT", "key_id: this key works no longer; create a new one.");
    }
    if (old.replaced_by !== null) {
      const newer = encodeId("key", old.replaced_by);
      throw new Failure(
        "CONFLICT",
        `key_id: this key was rotated already; rotate ${newer}, or create a new one.`,
      );
    }
    const expires_at = ends === null ? null : new Date(now + ends - Date.parse(old.created_at));
    const made = await issueKey(context, { name: old.name, access: old.access, expires_at });
    await replaceKeyRow(db, project, { key_id: old.id, replaced_by: made.id, overlap_hours });
    if (overlap_hours === 0) {
      await revokeKeyRow(db, project, { key_id: old.id, revoked_by: emailOf(context) });
    }
    return made;
  },
});
