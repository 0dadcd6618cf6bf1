import punycode from "punycode.js";

/** What a part of a host may be written in to be shown: one script, or those that one language writes together. */
const SCRIPTS = [
  /^[a-z\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u017f\u0218-\u021b\u1e80-\u1ef9]+$/u,
  ...["Cyrillic", "Greek", "Armenian", "Georgian", "Hebrew", "Arabic", "Thai", "Lao", "Khmer"],
  ...["Devanagari", "Bengali", "Gujarati", "Gurmukhi", "Tamil", "Telugu", "Kannada", "Malayalam"],
  ...["Sinhala", "Myanmar", "Ethiopic", "Hangul"],
].map((one) => (typeof one === "string" ? new RegExp(`^[\\p{scx=${one}}]+$`, "u") : one));
const JAPANESE = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u;
/** Letters of other scripts that read as Latin ones: a part made of these alone is shown as it is sent. */
const LIKE_LATIN = /^[асԁеһіјӏорԗԛѕԝхуъьҽпгѵѡαικνρυωηοτ]+$/u;
/** What is not seen, looks like a space or turns the direction of what follows. */
const UNSEEN = /[\p{C}\p{Z}]/gu;

/** A host as people read it: `xn--mnchen-3ya.de` is münchen.de, unless a part mixes scripts or passes for another (UTS 39). */
export function shownHost(host: string): string {
  return host.includes("xn--") ? host.split(".").map(shownLabel).join(".") : host;
}

/** A web address as people read it: without `https://` and escapes, but for those of what is not seen. */
export function shownAddress(address: string): string {
  const [, host = "", rest = ""] = /^(?:https?:\/\/)?([^/?#]*)(.*)$/is.exec(address) ?? [];
  return shownHost(host) + rest.replace(/(?:%[89a-f][0-9a-f])+/gi, readEscapes);
}

function shownLabel(label: string, at: number, labels: string[]): string {
  if (!label.startsWith("xn--")) return label;
  const top = labels.at(-1) ?? "";
  try {
    const read = punycode.toUnicode(label);
    const letters = read.replaceAll(/[\d-]/g, "");
    const isPlain = /^[\p{L}\p{M}\d-]+$/u.test(read) && punycode.toASCII(read) === label;
    const isOne = [...SCRIPTS, JAPANESE].some((script) => script.test(letters));
    // Under a top domain of its own script nobody takes it for a Latin one.
    const passes =
      LIKE_LATIN.test(letters) && (at === labels.length - 1 || !top.startsWith("xn--"));
    return isPlain && isOne && !passes ? read : label;
  } catch {
    return label;
  }
}

function readEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes).replaceAll(UNSEEN, (letter) => encodeURIComponent(letter));
  } catch {
    return escapes;
  }
}
