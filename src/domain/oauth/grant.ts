import { hash } from "node:crypto";
import { makeSecret } from "#domain/accounts/secret.ts";

export const CODE_SECONDS = 60;
export const REQUEST_SECONDS = 600;
export const ACCESS_SECONDS = 3_600;
export const REFRESH_SECONDS = 90 * 86_400;

/** A pair as the token endpoint answers it (RFC 6749 5.1). */
export type TokenAnswer = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
};

/** The only code of a consent, whose form alone holds the 256 random bits of `request`: pressed again, it has the same one. */
export const makeCode = (request: string) =>
  `earshot_ac_${hash("sha256", `code ${request}`, "base64url")}`;
export const makeAccessToken = () => makeSecret("earshot_at_");
export const makeRefreshToken = () => makeSecret("earshot_rt_");

/** `time` moved by `seconds`. */
export function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000);
}
