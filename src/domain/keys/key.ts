import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import * as z from "zod";
import { idOutput } from "#core/id.ts";

const PREFIX = "earshot_sk_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^earshot_sk_[0-9A-Za-z]{38}$/;
const BODY_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

export const KeyAccess = z
  .enum(["read", "write"])
  .describe("read: lists and reports only; write: everything.");

const time = z.string().meta({ format: "date-time" });

/** What lists show of a key; the key itself is shown once, where it is made. */
export const Key = z
  .object({
    id: idOutput("key"),
    name: z.string().describe("What the key is for."),
    preview: z.string().describe("Its first and last characters."),
    access: KeyAccess,
    created_by: z.string().nullable().describe("E-mail address of who made it, if a user did."),
    created_at: time.describe("When it was made."),
    expires_at: time.nullable().describe("When it stops working, if ever."),
    last_used_at: time.nullable().describe("When it was last used, to the minute."),
    revoked_at: time.nullable().describe("When it was revoked, if it was."),
    replaced_by: idOutput("key").nullable().describe("The key that replaces it, if one does."),
  })
  .meta({ id: "Key" });

/** A key as it is shown once: with its secret. */
export const NewKey = Key.extend({
  key: z.string().describe("The key; it is shown this once and cannot be shown again."),
});

/** A new API key: the prefix, 32 random base62 characters and the checksum over both. */
export function makeKey(): string {
  const body = Array.from({ length: BODY_LENGTH }, () => ALPHABET[randomInt(62)]).join("");
  return PREFIX + body + checksum(PREFIX + body);
}

/**
 * False for a text that no key can be: a typo is found by the checksum, without the database. Keys of another
 * form exist only where the operator chose one with INIT_API_KEY.
 */
export function mayBeKey(text: string): boolean {
  if (!text.startsWith(PREFIX)) return text.length >= 8 && text.length <= 200;
  if (!FORM.test(text)) return false;
  const split = text.length - CHECKSUM_LENGTH;
  return checksum(text.slice(0, split)) === text.slice(split);
}

/** First and last characters of a key, enough to tell keys apart in a list; of one the operator chose, fewer. */
export function previewKey(key: string): string {
  if (!key.startsWith(PREFIX)) return `${key.slice(0, 2)}…${key.slice(-2)}`;
  return `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}`;
}

/** CRC-32 as six base62 digits, most significant first, padded with 0. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = (ALPHABET[rest % 62] ?? "") + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
