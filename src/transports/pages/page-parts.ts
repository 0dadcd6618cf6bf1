import type { BaseContext } from "#core/context.ts";
import type { Plan } from "#core/plans.ts";
import type { AttemptLimit } from "#transports/shared/attempts.ts";
import type { SendMail } from "#transports/shared/mail.ts";

export const FORM_BYTES_MAX = 16_384;

/** What the pages of signing in are made of. */
export type PageParts = {
  base: BaseContext;
  attempts: AttemptLimit;
  mail: SendMail;
  /** The plan of an organisation made by the setup. */
  plan: Plan;
};
