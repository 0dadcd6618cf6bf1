import type { AccountContext } from "#core/context.ts";
import { sayTime } from "#domain/words/say.ts";
import { findUser } from "./account-queries.ts";
import { type MailBase, mailLater, plainLine } from "./mail.ts";

const USER_AGENT_MAX = 200;

/** What users are told of their account, in one sentence each. */
const NOTICES = {
  new_browser: [
    "A new sign-in to Earshot",
    "Somebody signed in to Earshot as you with a browser that was not used before.",
  ],
  passkey_added: ["A passkey was added", "A passkey was added to your Earshot account."],
  passkey_removed: ["A passkey was removed", "A passkey was removed from your Earshot account."],
  app_added: [
    "An authenticator app was added",
    "An authenticator app was added to your Earshot account, with new recovery codes.",
  ],
  app_removed: [
    "Your authenticator app was removed",
    "The authenticator app of your Earshot account was turned off.",
  ],
  codes_renewed: [
    "New recovery codes were made",
    "New recovery codes were made for your Earshot account. Those of before are worthless.",
  ],
  code_used: [
    "A recovery code was used",
    "One of the recovery codes of your Earshot account was used. It is worthless from now on.",
  ],
  codes_guessed: [
    "Somebody may know your password",
    "Somebody typed the right password of your Earshot account, and then five codes that are not good.",
  ],
  codes_closed: [
    "The codes of your app are not taken for now",
    "The right password of your Earshot account was followed by a hundred codes that are not good. No code of your app is taken at sign-in until you choose a new password or sign in with a recovery code.",
  ],
  second_factor_removed: [
    "Your second factor was removed",
    "Who runs this server removed the second factor of your Earshot account, so that the password alone signs in.",
  ],
  password_reset: [
    "Your password was replaced",
    "Who runs this server gave your Earshot account another password, which ended your sessions.",
  ],
  password_changed: [
    "Your password was changed",
    "The password of your Earshot account was changed.",
  ],
} as const satisfies Record<string, readonly [subject: string, sentence: string]>;

export type Notice = keyof typeof NOTICES;
export type NoticeBase = MailBase & Pick<AccountContext, "now" | "server">;

/** Mails users what happened to their account, when the transaction of `db` commits, and from where if that is known. */
export async function tellUser(
  base: NoticeBase,
  { user_id, notice }: { user_id: number; notice: Notice },
  seen?: { address: string; user_agent: string },
): Promise<void> {
  const user = base.mail && (await findUser(base.db, user_id));
  if (!user) return;
  const [subject, sentence] = NOTICES[notice];
  const facts = [
    `When: ${sayTime(base.now())}`,
    ...(seen ? [`Address: ${plainLine(seen.address, USER_AGENT_MAX)}`] : []),
    ...(seen ? [`Browser: ${plainLine(seen.user_agent, USER_AGENT_MAX)}`] : []),
  ].join("\n");
  const text = `${sentence}

${facts}

If it was you, do nothing. If not, choose a new password, which ends all sessions, then look at your passkeys and sessions:
${base.server.base_url}/forgot
`;
  await mailLater(base, { to: user.email, subject, text });
}
