import type { AccountContext } from "#core/context.ts";
import { findUser } from "./account-queries.ts";
import { countInvited } from "./invitation-queries.ts";
import { mailLater, plainName } from "./mail.ts";
import { callingMember } from "./member.ts";
import { findOrganisationName } from "./member-queries.ts";

const DAY_MS = 86_400_000;
const NAME_MAX = 60;
/** What an organisation may send in a day: the mail goes to who did not ask for it. */
const MAILS_A_DAY = 100;
const MAILS_A_DAY_TO_ONE = 3;

type Made = { organisation_id: number; email: string; role: string; url: string };

/** Mails an invitation that was just made to whom it is for; false where no mail goes out, or enough has in a day. */
export async function mailInvitation(context: AccountContext, made: Made): Promise<boolean> {
  const { db, now, mail } = context;
  if (!mail) return false;
  const { organisation_id, email } = made;
  const since = new Date(now().getTime() - DAY_MS);
  const { in_all, to_address } = await countInvited(db, organisation_id, { email, since });
  if (in_all > MAILS_A_DAY || to_address > MAILS_A_DAY_TO_ONE) return false;
  const inviter = await findUser(db, callingMember(context).user_id);
  const organisation = await findOrganisationName(db, organisation_id);
  return mailLater(context, {
    to: email,
    // Names are others' words: none of them stands where a mail is judged by.
    subject: "An invitation to Earshot",
    text: invitationText(made, [inviter?.name ?? "", organisation]),
  });
}

function invitationText({ role, url }: Made, names: [string, string]): string {
  const [inviter, organisation] = names.map((name) => plainName(name, NAME_MAX));
  return `${inviter || "Somebody"} invites you to join ${organisation || "an organisation"} on Earshot. Your role: ${role}.

Open this link within 7 days. It works once, and for your address only:
${url}

If you know nothing of this, do nothing: without this link nobody joins.
`;
}
