import type { Tenant } from "#domain/projects/project-queries.ts";

/** What somebody can be mailed of a project: the week, or what happens. */
export const MAILINGS = ["week", "events"] as const;
export type Mailing = (typeof MAILINGS)[number];

/** Somebody who asked for mail of a project. */
export type Asker = Tenant & { user_id: number };

/** So many mails about what happens are sent to one person of a project in 24 hours; what comes then is told together. */
export const ALERTS_A_DAY = 5;

/** Nobody takes up a mail that was claimed: pauses grow from 3 s to two hours, so that this many tries take 3.5 hours. */
export const MAILING_ATTEMPTS = 10;

/** What `sendLetter` is known by. */
export const SEND_LETTER = {
  name: "send_letter",
  attempts: MAILING_ATTEMPTS,
  work: "mail",
} as const;

/** What `sendAlert` is known by. */
export const SEND_ALERT = { name: "send_alert", attempts: MAILING_ATTEMPTS, work: "mail" } as const;
