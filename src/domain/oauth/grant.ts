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

export const makeCode = () => makeSecret("earshot_ac_");
export const makeAccessToken = () => makeSecret("earshot_at_");
export const makeRefreshToken = () => makeSecret("earshot_rt_");

/** `time` moved by `seconds`. */
export function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000);
}
