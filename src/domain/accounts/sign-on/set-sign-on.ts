import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import { explainInput } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { endSignOnSessions } from "#domain/tenancy/sign-on/end-sign-on.ts";
import { holdOrganisation, OrganisationId, openOrganisation } from "../member.ts";
import { holdSession } from "../session-queries.ts";
import { discover } from "./provider.ts";
import { FIRST_SIGN_ON, ShownSignOn, SignOnFields, showSignOn } from "./sign-on.ts";
import {
  deleteIdentities,
  findSignOn,
  hasIdentities,
  type StoredSignOn,
  saveSignOn,
} from "./sign-on-queries.ts";

const Settings = z.object(SignOnFields);

export const setSignOn = operation({
  name: "set_sign_on",
  scope: "account",
  effect: "changes",
  reaches_outside: true,
  // The provider is asked before anything is held.
  transaction: "own",
  // Written with what it tells.
  audit: () => null,
  sensitive: true,
  group: "Account",
  summary: "Set an organisation's single sign-on",
  description:
    "Lets the people of an organisation sign in at their own OpenID Connect provider, whose issuer is asked at once. Another issuer or client ends all sessions and grants by the one before. Fields that are left out stay.",
  returns: "The settings",
  input: z.strictObject({
    organisation_id: OrganisationId,
    ...Settings.partial().shape,
    client_secret: z
      .string()
      .trim()
      .max(1_000)
      .nullable()
      .optional()
      .describe(
        "Absent: the one that is kept for this issuer and client; null: none, a public client.",
      ),
    is_new: z.boolean().default(false).describe("True: refused where there are settings by then."),
  }),
  output: ShownSignOn,
  async handler(context, { organisation_id: id, client_secret, is_new, ...change }) {
    const { db, now, vault } = context;
    const { organisation_id } = await openOrganisation(context, id, "owner");
    const sealed = client_secret ? vault.seal(client_secret) : null;
    const settle = (before: StoredSignOn | undefined) => {
      const all = { ...FIRST_SIGN_ON, ...before, ...change };
      const { data: given, error } = Settings.safeParse(all);
      if (error) throw explainInput(error, Settings, all);
      const isSame = before?.issuer === given.issuer && before.client_id === given.client_id;
      const kept = isSame ? before.client_secret : null;
      const secret = client_secret === undefined ? kept : sealed;
      return { isSame, row: { ...given, organisation_id, client_secret: secret } };
    };
    await discover(context, settle(await findSignOn(db, organisation_id)).row);
    return db.transaction().execute(async (trx) => {
      // The provider may have taken its time: what was true before is looked at again.
      const { actor } = context;
      if (actor.kind === "user" && actor.session_id !== undefined) {
        await holdSession(trx, { session_id: actor.session_id, user_id: actor.user_id });
      }
      await holdOrganisation({ ...context, db: trx }, id, "owner");
      const before = await findSignOn(trx, organisation_id);
      if (is_new && before) {
        throw new Failure("CONFLICT", "Another owner set up single sign-on meanwhile.");
      }
      const { isSame, row } = settle(before);
      if (row.is_enforced && !(isSame && (await hasIdentities(trx, organisation_id)))) {
        throw new Failure("CONFLICT", "Sign in by this provider once before you insist on it.");
      }
      await saveSignOn(trx, { ...row, updated_at: now() });
      if (before && !isSame) {
        await deleteIdentities(trx, organisation_id);
        await endSignOnSessions({ db: trx, now }, organisation_id, null);
      }
      await recordAudit(
        { ...context, db: trx },
        { operation: "set_sign_on", target: { organisation_id: id } },
      );
      return showSignOn({ ...row, updated_at: "" });
    });
  },
});
