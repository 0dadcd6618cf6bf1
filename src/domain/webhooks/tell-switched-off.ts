import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { mailLater, plainLine, plainName } from "#domain/accounts/mail.ts";
import { listManagers } from "#domain/accounts/member-queries.ts";
import { findProject } from "#domain/projects/project-queries.ts";

const NAME_MAX = 60;
const REASON_MAX = 300;
type Off = { project_id: number; webhook_id: number; url: string; reason: string };

/**
 * Notes in the audit log that a webhook was switched off because it failed, and mails it to the owners and admins of its
 * organisation, who alone may switch it on, when the transaction of `db` commits.
 */
export async function tellSwitchedOff(context: AccountContext, off: Off): Promise<void> {
  const { db, log, server } = context;
  const { project_id, webhook_id, reason } = off;
  log.warn({ project_id, webhook_id, reason }, "a webhook was switched off");
  const project = encodeId("prj", project_id);
  const target = { project_id: project, webhook_id: encodeId("whk", webhook_id) };
  await recordAudit(context, { operation: "switch_webhook_off", target });
  const name = plainName((await findProject(db, off))?.name ?? "", NAME_MAX);
  // Who has the whole address may post to it.
  const { host } = new URL(off.url);
  const text = `Earshot switched off the webhook of ${name} to ${host}.

Why: ${plainLine(reason, REASON_MAX)}

What happens from now on is not sent to it, and is not sent later; the page below counts it. See that its address answers, then switch it on again, or delete it:
${server.base_url}/projects/${project}/settings?tab=webhooks
`;
  for (const to of await listManagers(db, off)) {
    await mailLater(context, { to, subject: `${name}: a webhook was switched off`, text });
  }
}
