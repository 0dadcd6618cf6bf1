import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { type Column, Rows } from "#core/rows.ts";
import { listDecided } from "#domain/answers/facts/verdict-queries.ts";
import { listUserConnections } from "#domain/oauth/connection-queries.ts";
import { askAgain } from "#domain/projects/ask-again.ts";
import { listOwnDays } from "#domain/projects/retention.ts";
import { findUser } from "./account-queries.ts";
import { callingUser } from "./member.ts";
import { listUserData, listUserDeeds, listUserTraces, type UserRow } from "./user-data-queries.ts";

const BATCH = 1_000;
const COLUMNS: readonly Column[] = [
  {
    name: "kind",
    about:
      "user, membership, session, browser, authenticator, passkey, identity, invitation, mail_choice, client, key, share_link, suggestion, action, invited, onboarding, decision or deed.",
  },
  { name: "at", about: "When it was made or done." },
  { name: "data", about: "All its fields but secrets, as JSON." },
];

export const exportMyData = operation({
  name: "export_my_data",
  download: "my-data",
  scope: "account",
  effect: "reads",
  audit: () => ({}),
  group: "Account",
  summary: "Export what is kept of you",
  description:
    "Streams what this installation keeps of the signed-in user: the account, memberships, sessions, browsers, invitations, connected clients, what they made or decided, and what they did.",
  returns: "One row for each thing",
  input: z.strictObject({}),
  output: Rows,
  async handler(context) {
    const user = await findUser(context.db, callingUser(context));
    if (!user) throw new Failure("NOT_FOUND", "There is no such user.");
    return { columns: COLUMNS, batches: readAll(context, user) };
  },
});

async function* readAll(
  { db }: AccountContext,
  user: { user_id: number; email: string },
): AsyncGenerator<UserRow[]> {
  yield (await listUserData(db, user)).map(asText);
  yield (await askAgain(() => listUserConnections(db, user.user_id))).map(asText);
  yield (await askAgain(() => listUserTraces(db, user))).map(asText);
  for (const project of await askAgain(() => listOwnDays(db)))
    yield (await askAgain(() => listDecided(db, project, user.email))).map(asText);
  for (let after = 0; ; ) {
    const page = { after, limit: BATCH };
    const deeds = await askAgain(() => listUserDeeds(db, user.user_id, page));
    yield deeds.map(asText);
    const last = deeds.at(-1);
    if (!last || deeds.length < BATCH) return;
    after = last.audit_id;
  }
}

/** Cells of a file are text. */
function asText({ kind, at, data }: UserRow) {
  return { kind, at, data: JSON.stringify(data) as never };
}
