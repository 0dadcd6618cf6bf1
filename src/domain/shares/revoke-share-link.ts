import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { ShareLink } from "./share.ts";
import { findShare, revokeShare } from "./share-queries.ts";

export const revokeShareLink = operation({
  name: "revoke_share_link",
  scope: "project",
  effect: "destroys",
  // Written by who ends it alone.
  audit: () => null,
  group: "Share links",
  summary: "Revoke a share link",
  description: "Ends a link at once. Revoking it again changes nothing.",
  returns: "The revoked link",
  route: "POST /share-links/{share_id}/revoke",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ share_id: idInput("shr").describe("From list_share_links.") }),
  output: ShareLink,
  async handler(context, { share_id: id }) {
    const { db, project, now } = context;
    const share_id = decodeId("shr", id);
    if (await revokeShare(db, project, { share_id, now: now() })) {
      await recordAudit(context, { operation: "revoke_share_link", target: { share_id: id } });
    }
    const row = await findShare(db, project, { share_id, now: now() });
    if (!row) throw new Failure("NOT_FOUND", `There is no share link ${id}.`);
    return row;
  },
});
