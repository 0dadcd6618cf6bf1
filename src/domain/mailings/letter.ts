import type { AccountContext } from "#core/context.ts";
import type { Mail } from "#core/ports.ts";
import { plainLine } from "#domain/accounts/mail.ts";
import { type Asker, type Mailing, SEND_LETTER } from "./receiver.ts";

const LINE_MAX = 400;

/** A mail of some sections, with one link into the dashboard and one that ends such mails. */
export type Letter = {
  opening: readonly string[];
  sections: readonly { title: string; lines: readonly string[] }[];
  link: { label: string; url: string };
  why: string;
  unsubscribe: string;
};

/** The same as plain text and as simple HTML: nothing is fetched, and the only links are ours. */
export function writeLetter(letter: Letter): Pick<Mail, "text" | "html" | "unsubscribe"> {
  const { link, unsubscribe, why } = letter;
  const opening = letter.opening.map(letterLine);
  const sections = letter.sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => ({ title: letterLine(title), lines: lines.map(letterLine) }));
  const text = [
    ...opening,
    ...sections.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join("\n")),
    `${link.label}:\n${link.url}`,
    `${why} Stop these mails:\n${unsubscribe}`,
  ].join("\n\n");
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
    '<body style="font-family:sans-serif;font-size:15px;line-height:1.5;max-width:640px;margin:0 auto;padding:16px">',
    ...opening.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...sections.map(
      ({ title, lines }) =>
        `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(title)}</h2><ul style="margin:0;padding-left:20px">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
    ),
    `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
    `<p style="font-size:13px;color:#555">${escapeHtml(why)} <a href="${escapeHtml(unsubscribe)}">Stop these mails</a></p>`,
    "</body></html>",
  ].join("\n");
  return { text: `${text}\n`, html: `${html}\n`, unsubscribe };
}

/** Has what was written to somebody who asked for it sent, by `last_day`: what takes long to write is written once. */
export async function letterLater(
  { db, queueOn, vault }: Pick<AccountContext, "db" | "queueOn" | "vault">,
  { asker, mailing, last_day }: { asker: Asker; mailing: Mailing; last_day: string },
  words: Omit<Mail, "to">,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(words)).toString("base64");
  // In one line, whatever the project: a server that hangs takes no more than one of the places of mail.
  await queueOn(db).add(SEND_LETTER, { asker, mailing, sealed, last_day });
}

/** What is found in answers or typed by others, as one line that holds no address to press. */
export function letterLine(text: string): string {
  const line = plainLine(
    text.replaceAll(/[a-z][a-z0-9+.-]*:\/\/|\/\/|mailto:|[@<>\\]/gi, " "),
    LINE_MAX,
  );
  return line.replaceAll(/(?<=\d) (?=%)/g, "\u00A0");
}

const SIGNS: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
