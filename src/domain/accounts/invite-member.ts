import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { limitsOf } from "#core/plans.ts";
import { findUser, findUserByEmail } from "./account-queries.ts";
import { INVITATION_MS, Invitation } from "./invitation.ts";
import { countInvited, findOpenRole, insertInvitation } from "./invitation-queries.ts";
import { mailLater, plainName } from "./mail.ts";
import { callingMember, holdOrganisation, OrganisationId, requireReach } from "./member.ts";
import { countSeats, findMember, findOrganisationName } from "./member-queries.ts";
import { RoleName } from "./role.ts";
import { hashSecret, makeSecret } from "./secret.ts";

export const inviteMember = operation({
  name: "invite_member",
  scope: "account",
  effect: "changes",
  is_repeatable: false,
  audit: ({ organisation_id }, { id }) => ({ organisation_id, invitation_id: id }),
  sensitive: true,
  group: "Account",
  summary: "Invite a member",
  description:
    "Makes a link that lets the holder of one e-mail address join with one role: once, within 7 days. It is shown this once, to pass on, and mailed to them where the operator named a server for mail.",
  returns: "The invitation with its link",
  status: 201,
  input: z.strictObject({
    organisation_id: OrganisationId,
    email: z.email().max(254).describe("Who may accept."),
    role: RoleName.describe("What they may do; at most what you may."),
  }),
  output: Invitation.extend({
    url: z.string(),
    is_mailed: z.boolean().describe("Whether it is on its way by mail, too."),
  }),
  async handler(context, { organisation_id: id, email, role }) {
    const { db, now, server } = context;
    const { organisation_id, role: own, plan } = await holdOrganisation(context, id, "admin");
    requireReach(own, role);
    const user = await findUserByEmail(db, email);
    if (user && (await findMember(db, organisation_id, user.user_id))) {
      throw new Failure("DUPLICATE", "This person is a member already.");
    }
    const created_at = now();
    const replaced = await findOpenRole(db, organisation_id, { email, now: created_at });
    if (replaced) requireReach(own, replaced);
    const expires_at = new Date(created_at.getTime() + INVITATION_MS);
    const token = makeSecret("");
    const invited_by = callingMember(context).user_id;
    const invitation_id = await insertInvitation(db, {
      ...{ hash: hashSecret(token), organisation_id, email, role, invited_by },
      ...{ created_at, expires_at },
    });
    const seats = limitsOf(plan).members;
    if (seats !== null && (await countSeats(db, organisation_id, { now: created_at })) > seats) {
      const message = `The plan ${plan} has room for ${seats} members; open invitations count, too.`;
      throw new Failure("PLAN_LIMIT_REACHED", message);
    }
    const url = `${server.base_url}/invitations/${token}`;
    return {
      ...{ id: invitation_id, email, role, url },
      is_mailed: await mailInvitation(context, { organisation_id, email, role, url }),
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    };
  },
});

const DAY_MS = 86_400_000;
const NAME_MAX = 60;
/** What an organisation may send in a day: the mail goes to who did not ask for it. */
const MAILS_A_DAY = 100;
const MAILS_A_DAY_TO_ONE = 3;

type Made = { organisation_id: number; email: string; role: string; url: string };

/** Mails an invitation that was just made to whom it is for; false where no mail goes out, or enough has in a day. */
async function mailInvitation(context: AccountContext, made: Made): Promise<boolean> {
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
