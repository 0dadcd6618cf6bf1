import type { BaseContext } from "#core/context.ts";
import type { Plan } from "#core/plans.ts";
import type { AttemptLimit } from "#transports/shared/attempts.ts";
import type { RateLimit } from "#transports/shared/rate-limit.ts";

export const FORM_BYTES_MAX = 16_384;

/** What the pages of signing in are made of. */
export type PageParts = {
  base: BaseContext;
  attempts: AttemptLimit;
  /** Of sign-ins that begin at a provider, by address. */
  limit: RateLimit;
  /** The plan of an organisation made by the setup. */
  plan: Plan;
};
