import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { type AccountContext, ROLES } from "#core/context.ts";
import { limitsOf } from "#core/plans.ts";
import { findUserByEmail, insertUser, lockSignIn } from "#domain/accounts/account-queries.ts";
import { recordComing } from "#domain/accounts/member.ts";
import {
  countSeats,
  findMember,
  insertMembership,
  lockOrganisation,
  readPlan,
  updateRole,
} from "#domain/accounts/member-queries.ts";
import type { Claims } from "#domain/accounts/sign-on/provider.ts";
import {
  findIdentity,
  findSignOn,
  type GroupRole,
  insertIdentity,
  type StoredSignOn,
  seeIdentity,
} from "#domain/accounts/sign-on/sign-on-queries.ts";
import { endPerson } from "./end-sign-on.ts";

type Base = Pick<AccountContext, "db" | "now">;
type GivenRole = GroupRole["role"];
/** How it ended: as whom the person comes in, or why not. */
export type Settled = { user_id: number } | { refusal: string };

const SUBJECT_MAX = 255;
const NAME_MAX = 100;
const Mail = z.email().max(254);

/**
 * Decides as whom a person comes in whom an organisation's provider has named, and with which role, in the transaction of
 * `db`: the session begins in it, too, so that a change of the settings ends it or is seen here. A person is known
 * by the provider's subject alone; an address counts once, when it is verified, for a new account or a member of this very
 * organisation. Who is in no group that has a role loses what they had here. An answer by settings that have changed since
 * it was asked for counts for nothing.
 */
export async function settleSignOn(
  base: Base,
  settings: StoredSignOn,
  claims: Claims,
): Promise<Settled> {
  const { db, now } = base;
  const subject = claims["sub"];
  if (typeof subject !== "string" || !/^[^\0]+$/.test(subject) || subject.length > SUBJECT_MAX) {
    return { refusal: "The provider did not say who you are." };
  }
  // More groups than a token holds (Microsoft Entra): none are named, which must not look like none.
  if (Object.hasOwn(Object(claims["_claim_names"]), settings.groups_claim)) {
    return {
      refusal:
        "You are in more groups than the provider names. Ask who runs it to name only those of this application.",
    };
  }
  const role = roleOf(settings, claims[settings.groups_claim]);
  const { organisation_id } = settings;
  const named = { organisation_id, subject };
  // Before the organisation, as by whoever calls in a session of theirs: what they make meanwhile ends with their access.
  const email = verifiedMail(claims);
  const before =
    (await findIdentity(db, named)) ??
    (email === undefined ? email : await findUserByEmail(db, email));
  if (before) await lockSignIn(db, before.user_id);
  await lockOrganisation(db, organisation_id);
  const known = await findIdentity(db, named);
  if (known && known.user_id !== before?.user_id) await lockSignIn(db, known.user_id);
  if (!isDeepStrictEqual(await findSignOn(db, organisation_id), settings)) {
    return { refusal: "Your organisation changed how its people sign in. Sign in again." };
  }
  if (known?.is_disabled) return refuseRole();
  if (!role) {
    if (known) await endPerson(base, organisation_id, known);
    return refuseRole();
  }
  const found = known ?? (await recognise(base, settings, claims, role));
  if ("refusal" in found) return found;
  // Who was removed takes a seat again; who is new was counted.
  if (known && !(await findMember(db, organisation_id, known.user_id))) {
    if (await isFull(base, organisation_id, known.email)) return refuseSeat();
  }
  const { user_id } = found;
  const seen_at = now();
  if (!known && !(await insertIdentity(db, { ...named, user_id, created_at: seen_at, seen_at }))) {
    return {
      refusal:
        "This address belongs to another person of the provider here. If your account at the provider is new, ask an admin to remove you under Members and to invite you again.",
    };
  }
  await seeIdentity(db, named, seen_at);
  await keepRole(base, { organisation_id, user_id, role, isNew: !known });
  return { user_id };
}

function refuseRole(): Settled {
  return { refusal: "You are in no group that may use Earshot. Ask an owner of the organisation." };
}

function refuseSeat(): Settled {
  return { refusal: "The organisation's plan has no seat left." };
}

/** The highest role of the groups that a provider names, or the default one. */
function roleOf({ roles, default_role }: StoredSignOn, groups: unknown): GivenRole | null {
  const named = new Set(
    (Array.isArray(groups) ? groups : [groups]).filter((one) => typeof one === "string"),
  );
  const held = roles.filter(({ group }) => named.has(group)).map(({ role }) => role);
  const [highest] = held.sort((a, b) => ROLES.indexOf(b) - ROLES.indexOf(a));
  return highest ?? default_role;
}

/** The user of a person who comes for the first time, by a verified address; a new one where nobody has it. */
async function recognise(
  base: Base,
  { organisation_id, domains }: StoredSignOn,
  claims: Claims,
  role: GivenRole,
): Promise<Settled> {
  const email = verifiedMail(claims);
  if (email === undefined) {
    return { refusal: "The provider does not say that your mail address was verified." };
  }
  const domain = email.split("@").at(-1)?.toLowerCase() ?? "";
  if (domains.length > 0 && !domains.includes(domain)) {
    return { refusal: `Addresses of ${domain} are not let in here.` };
  }
  const { db } = base;
  const user = await findUserByEmail(db, email);
  if (user) {
    const isMember = (await findMember(db, organisation_id, user.user_id)) !== undefined;
    if (isMember && !user.is_disabled) return { user_id: user.user_id };
    return {
      refusal:
        "There is an account of this address already. Ask for an invitation, join with it, and sign in here again.",
    };
  }
  if (await isFull(base, organisation_id, email)) return refuseSeat();
  const name =
    typeof claims["name"] === "string"
      ? claims["name"].replaceAll("\0", "").slice(0, NAME_MAX)
      : "";
  const person = { email, name, password_hash: null };
  return { user_id: await insertUser(db, person, { organisation_id, role }) };
}

/** The address, if verified: by `email_verified` of the standard, or what Microsoft Entra says instead (xms_edov). */
function verifiedMail({ email, email_verified, xms_edov }: Claims): string | undefined {
  const isVerified =
    email_verified === true || xms_edov === true || xms_edov === 1 || xms_edov === "1";
  return isVerified ? Mail.safeParse(email).data : undefined;
}

async function isFull({ db, now }: Base, organisation_id: number, coming: string) {
  const plan = await readPlan(db, organisation_id);
  const seats = plan ? limitsOf(plan).members : null;
  return seats !== null && (await countSeats(db, organisation_id, { now: now(), coming })) >= seats;
}

type Kept = { organisation_id: number; user_id: number; role: GivenRole; isNew: boolean };

/** Gives a person the role of their groups; owners keep theirs, which is given by hand. */
async function keepRole(
  base: Base,
  { organisation_id, user_id, role, isNew }: Kept,
): Promise<void> {
  const { db } = base;
  const held = await findMember(db, organisation_id, user_id);
  if (!held) await insertMembership(db, { organisation_id, user_id, role });
  else if (held.role !== "owner" && held.role !== role)
    await updateRole(db, organisation_id, { user_id, role });
  else if (!isNew) return;
  const operation = isNew || !held ? "join_by_sign_on" : "change_role_by_sign_on";
  await recordComing(base, { organisation_id, user_id }, { operation });
}
