import { tryExpression } from "./try-expression.ts";
import { hasModifiers, withoutModifiers } from "./without-modifiers.ts";

/** Longest expression that a brand may have, in characters. */
export const REGEX_LENGTH_LIMIT = 500;

const CHECK_TIMEOUT_MILLISECONDS = 5_000;
const PROBES = ["", "a", "Acme 1 - acme.com", "中文 текст"];

export type RegexCheck = { ok: true } | { ok: false; reason: string };

/**
 * Whether a brand's expression may be saved: JavaScript syntax with the flags `giu`, at most 500
 * characters, never matching nothing, and linear on every input as `recheck` judges it.
 */
export async function checkRegex(source: string, asker?: string): Promise<RegexCheck> {
  if (source.trim() === "") return refuse("The expression is empty.");
  if (source.length > REGEX_LENGTH_LIMIT) {
    return refuse(`The expression is longer than ${REGEX_LENGTH_LIMIT} characters.`);
  }
  try {
    new RegExp(source, "giu");
  } catch (error) {
    return refuse(`The expression is not valid: ${(error as Error).message}.`);
  }
  const status = await judge(source);
  if (status === "vulnerable") {
    return refuse("The expression can take exponential or polynomial time on some texts.");
  }
  const found = status === "safe" ? await tryExpression(source, PROBES, asker) : "failed";
  if (status === "late") {
    return refuse("The expression could not be proved safe in time: try again, or a simpler one.");
  }
  if (found === "failed") return refuse("The expression is too complex to be proved safe.");
  return found === "empty" ? refuse("The expression matches the empty text.") : { ok: true };
}

/** What `recheck` says of the very expression: it reads no modifiers. */
async function judge(source: string): Promise<string> {
  const judged = hasModifiers(source)
    ? { source: withoutModifiers(source), flags: "gu" }
    : { source, flags: "giu" };
  if (judged.source === undefined) return "unknown";
  const { check } = await import("recheck");
  const timeout = CHECK_TIMEOUT_MILLISECONDS;
  const { status, ...told } = await check(judged.source, judged.flags, { timeout });
  return "error" in told && told.error.kind === "timeout" ? "late" : status;
}

function refuse(reason: string): RegexCheck {
  return { ok: false, reason };
}
