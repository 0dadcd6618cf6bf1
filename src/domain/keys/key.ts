import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "earshot_sk_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^earshot_sk_[0-9A-Za-z]{38}$/;
const BODY_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** A new API key: the prefix, 32 random base62 characters and the checksum over both. */
export function makeKey(): string {
  const body = Array.from({ length: BODY_LENGTH }, () => ALPHABET[randomInt(62)]).join("");
  return PREFIX + body + checksum(PREFIX + body);
}

/**
 * False for a text that no key can be: a typo is told by the checksum, without the database. Keys of another
 * form exist only where the operator chose one with INIT_API_KEY.
 */
export function mayBeKey(text: string): boolean {
  if (!text.startsWith(PREFIX)) return text.length >= 8 && text.length <= 200;
  if (!FORM.test(text)) return false;
  const split = text.length - CHECKSUM_LENGTH;
  return checksum(text.slice(0, split)) === text.slice(split);
}

/** First and last characters of a key, enough to tell keys apart in a list. */
export function previewKey(key: string): string {
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
