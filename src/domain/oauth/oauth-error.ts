/** Error codes that answers carry: RFC 6749 4.1.2.1 and 5.2, RFC 7591 3.2.2, RFC 8707 2, OpenID Core 3.1.2.6. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "login_required"
  | "consent_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** A refusal in OAuth's own words; `message` is public (`error_description`). */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.name = "OAuthError";
    this.code = code;
  }
}
