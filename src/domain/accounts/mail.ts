import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import type { Job } from "#core/job.ts";
import type { Mail } from "#core/ports.ts";

/** What `sendMail` is known by. */
export const SEND_MAIL = { name: "send_mail", attempts: 3, work: "mail" } as const;

/** After each try that failed; 18 minutes in all, so that a link for half an hour is still worth something. */
const RETRY_SECONDS = [5, 30, 120, 300, 600];
/** And then, where it goes on being news. */
const LATER_SECONDS = 3_600;

/** How often a mail was not taken. */
export const Tries = z.int().min(0).default(0);

export type MailBase = Pick<AccountContext, "db" | "mail" | "queueOn" | "vault">;
type Again = {
  job: Pick<Job, "name" | "attempts" | "work">;
  input: { tries: number };
  /** What the log names beside the job: whose mail it is, by numbers, or its subject where that says what kind it is. */
  about: { project_id?: number; user_id?: number | null; subject?: string };
  /** Whether it is still worth sending then; without it no mail is after the first 18 minutes. */
  isNews?: (at: Date) => boolean;
};

/**
 * Has a mail sent in the background, when the transaction of `db` commits, and again while the server takes none; false
 * where the operator named no server.
 */
export async function mailLater(
  { db, mail: send, queueOn, vault }: MailBase,
  mail: Mail,
): Promise<boolean> {
  if (!send) return false;
  // Links in it open accounts, and it waits in the database.
  const sealed = vault.seal(JSON.stringify(mail)).toString("base64");
  await queueOn(db).add(SEND_MAIL, { sealed });
  return true;
}

/** Makes one try; the job of one that failed is added again: five times, then every hour while it is news. The log names no address. */
export async function tryMail(
  { db, log, mail: send, now, queueOn }: AccountContext,
  mail: Mail,
  { job, input, about: known, isNews = () => false }: Again,
): Promise<void> {
  const about = JSON.stringify([job.name, { ...input, tries: 0 }]);
  const failed = send
    ? await send({ ...mail, about })
    : { error: "SMTP_URL is not set where jobs run", is_final: true };
  if (!failed) return;
  const tries = input.tries + 1;
  const fields = { job: job.name, ...known, error: failed.error, tries };
  const soon = RETRY_SECONDS[input.tries];
  const run_at = new Date(now().getTime() + (soon ?? LATER_SECONDS) * 1_000);
  if (failed.is_final || (soon === undefined && !isNews(run_at))) {
    return log.error(fields, "a mail was not sent");
  }
  log.warn(fields, "a mail waits to be sent again");
  await queueOn(db).add(job, { ...input, tries }, { run_at });
}

/**
 * What somebody else typed, as one short line of a mail: no line break, no invisible or turning character, and nothing that
 * a mail program makes a link of.
 */
export function plainName(text: string, max: number): string {
  return plainLine(text.replaceAll(/[:/\\@<>[\]]|\.(?=\S)/g, " "), max);
}

/** One line of at most `max` characters, without any that are not to be seen. */
export function plainLine(text: string, max: number): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  return [...line].slice(0, max).join("").trim();
}
