import { type RawBuilder, sql } from "kysely";
import type { SignOn } from "#core/context.ts";

/** A user and what their sign-in opens. */
export type Holder = { user_id: number; sign_on: SignOn };

const GRANT_DAYS = 7;

/**
 * The condition that a sign-in opens membership `m`. The provider of an organisation opens that one alone; what is the
 * user's own opens those that do not insist on their provider, and those that the user owns.
 */
export function opens(sign_on: SignOn | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`case when ${sign_on}::integer is not null then m.organisation_id = ${sign_on}::integer
    else m.role = 'owner' or not exists (
      select from sign_ons so where so.organisation_id = m.organisation_id and so.is_enforced) end`;
}

/** Which sessions or grants somebody sees and ends: all of theirs, or those of the provider by which they came. */
export const seenBy = (sign_on: SignOn) =>
  sql<boolean>`(${sign_on}::integer is null or sign_on = ${sign_on})`;

/** The condition that a grant given in a session by a provider still has its word: the user came by it within 7 days. */
export function isVouchedFor(
  sign_on: RawBuilder<unknown>,
  user_id: RawBuilder<unknown>,
  now: Date | RawBuilder<Date>,
): RawBuilder<boolean> {
  return sql<boolean>`(${sign_on} is null or exists (
    select from identities i where i.organisation_id = ${sign_on} and i.user_id = ${user_id}
      and i.seen_at > ${now}::timestamptz - ${GRANT_DAYS} * interval '1 day'))`;
}
