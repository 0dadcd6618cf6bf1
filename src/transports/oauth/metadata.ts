import { resourceOf } from "#domain/oauth/resource.ts";
import { SCOPES } from "#domain/oauth/scope.ts";

/** Where the authorization server's endpoints are. */
export const OAUTH_PATH = "/api/mcp/oauth";

/** The protected-resource metadata document (RFC 9728). */
export function resourceMetadata(base_url: string) {
  return {
    resource: resourceOf(base_url),
    authorization_servers: [base_url],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Earshot",
  };
}

/** The authorization-server metadata document (RFC 8414, RFC 9207). */
export function serverMetadata(base_url: string, { documents }: { documents: boolean }) {
  const at = (name: string) => `${base_url}${OAUTH_PATH}/${name}`;
  return {
    issuer: base_url,
    authorization_endpoint: at("authorize"),
    token_endpoint: at("token"),
    registration_endpoint: at("register"),
    revocation_endpoint: at("revoke"),
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    ...(documents && { client_id_metadata_document_supported: true }),
    authorization_response_iss_parameter_supported: true,
    protected_resources: [resourceOf(base_url)],
  };
}
