import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { findOrganisationFor, type OrganisationSeat } from "./onboarding-queries.ts";

/** Where a user's next project goes; ROLE_REQUIRED when they own or administer no organisation. */
export async function requireSeat(db: Database, user_id: number): Promise<OrganisationSeat> {
  const seat = await findOrganisationFor(db, user_id);
  if (!seat) throw new Failure("ROLE_REQUIRED", "Making a project needs the role admin or owner.");
  return seat;
}
