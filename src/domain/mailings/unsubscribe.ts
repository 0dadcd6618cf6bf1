import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { endMailing } from "./choice-queries.ts";
import { type Asker, MAILINGS, type Mailing } from "./receiver.ts";

/** What a link says: whose mails of which kind end, and that it is good for nothing else. */
const Ending = z.strictObject({
  use: z.literal("unsubscribe"),
  project_id: z.int(),
  user_id: z.int(),
  mailing: z.enum(MAILINGS),
});
type Ending = Asker & { mailing: Mailing };

const SHAPE = /^[A-Za-z0-9_-]{40,400}$/;

/** A link that ends one kind of mail to one person, without signing in; it is sealed, and does nothing else. */
export function unsubscribeLink(
  { vault, server }: Pick<AccountContext, "vault" | "server">,
  { project_id, user_id, mailing }: Ending,
): string {
  const words = JSON.stringify({ use: "unsubscribe", project_id, user_id, mailing });
  return `${server.base_url}/unsubscribe/${vault.seal(words).toString("base64url")}`;
}

/** What a link ends; undefined for what is none of ours. */
export function readUnsubscribe(
  { vault }: Pick<AccountContext, "vault">,
  token: string,
): Ending | undefined {
  if (!SHAPE.test(token)) return undefined;
  try {
    return Ending.parse(JSON.parse(vault.open(Buffer.from(token, "base64url"))));
  } catch (error) {
    // Sealed with another key, or not at all, or for another use.
    if (error instanceof Failure || error instanceof z.ZodError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** Ends what a link says; doing it again changes nothing. */
export async function unsubscribe(
  base: Pick<AccountContext, "db" | "now">,
  ending: Ending,
): Promise<void> {
  const { project_id, user_id, mailing } = ending;
  await base.db.transaction().execute(async (db) => {
    if (!(await endMailing(db, ending, mailing))) return;
    const actor = { kind: "user", door: "dashboard", user_id } as const;
    const target = { project_id: encodeId("prj", project_id), user_id: encodeId("usr", user_id) };
    await recordAudit({ ...base, db, actor }, { operation: `stop_mail_of_${mailing}`, target });
  });
}
