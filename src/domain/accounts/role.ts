import * as z from "zod";
import { ROLES, type Role } from "#core/context.ts";

/** A role as input: viewers read, members work, admins also invite and manage, owners also decide over owners. */
export const RoleName = z.enum(ROLES);

/** True when `role` has fewer rights than `other`. */
export function isBelow(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) < ROLES.indexOf(other);
}
