import type { Database } from "#core/database.ts";
import type { Plan } from "#core/plans.ts";
import { hashSecret } from "#core/secret.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { mayBeKey, previewKey } from "#domain/keys/key.ts";
import { insertKey } from "#domain/keys/key-queries.ts";
import { insertProject } from "#domain/projects/project-queries.ts";
import { findUserByEmail, insertOrganisation, insertUser } from "./account-queries.ts";
import { hashPassword } from "./password.ts";

/** What the operator asked for at first start. */
export type Bootstrap = {
  plan: Plan;
  owner: { email: string; password: string } | null;
  project: { name: string; domain: string } | null;
  api_key: string | null;
};
