/** Longest expression that a brand may have, in characters. */
export const REGEX_LENGTH_LIMIT = 500;

const CHECK_TIMEOUT_MILLISECONDS = 5_000;
const PROBES = ["", "a", "Acme 1 - acme.com", "中文 текст"];

export type RegexCheck = { ok: true } | { ok: false; reason: string };

/**
 * Whether a brand's expression may be saved: JavaScript syntax with the flags `giu`, at most 500
 * characters, never matching nothing, and linear on every input as `recheck` judges it.
 */
export async function checkRegex(source: string): Promise<RegexCheck> {
  if (source.trim() === "") return refuse("The expression is empty.");
  if (source.length > REGEX_LENGTH_LIMIT) {
    return refuse(`The expression is longer than ${REGEX_LENGTH_LIMIT} characters.`);
  }
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, "giu");
  } catch (error) {
    return refuse(`The expression is not valid: ${(error as Error).message}.`);
  }
  // Judged before it is tried: the probes would hang on a bad one.
  // `recheck` does not read "(?-i:" yet; the group without its modifier is as hard.
  const judged = source.replace(/\(\?[ims]*(?:-[ims]+)?:/g, "(?:");
  const { check } = await import("recheck");
  const { status } = await check(judged, "giu", { timeout: CHECK_TIMEOUT_MILLISECONDS });
  if (status === "vulnerable") {
    return refuse("The expression can take exponential or polynomial time on some texts.");
  }
  if (status !== "safe") return refuse("The expression is too complex to be proved safe.");
  for (const probe of PROBES) {
    for (const match of probe.matchAll(pattern)) {
      if (match[0] === "") return refuse("The expression matches the empty text.");
    }
  }
  return { ok: true };
}

function refuse(reason: string): RegexCheck {
  return { ok: false, reason };
}
