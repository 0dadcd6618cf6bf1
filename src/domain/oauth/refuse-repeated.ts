import { OAuthError } from "./oauth-error.ts";

/** Refuses a form or query in which a parameter is given twice (RFC 6749 3.1, 3.2), in one pass: anybody may send one. */
export function refuseRepeated(parameters: URLSearchParams): void {
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    if (seen.has(name)) {
      throw new OAuthError("invalid_request", `The parameter ${name.slice(0, 50)} is given twice.`);
    }
    seen.add(name);
  }
}
