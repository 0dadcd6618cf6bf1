import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

type Fields = Record<string, unknown>;
/** How a provider lies; what it does not say is as it should be. A field that is undefined is left out. */
export type Lie = {
  claims?: Fields;
  header?: Fields;
  /** How the ID token is signed. */
  signed?: "none" | "HS256" | "another key";
  /** What else the token endpoint answers. */
  tokens?: Fields;
  userinfo?: Fields;
  document?: Fields;
  /** What it waits for before it says what it is. */
  held?: Promise<unknown>;
  /** What happens before it answers with tokens. */
  first?: () => Promise<unknown>;
  /** The answer to every request instead. */
  instead?: { status: number; headers?: Record<string, string>; body: string };
};

const KEYS = generateKeyPairSync("rsa", { modulusLength: 2048 });
const OTHERS = generateKeyPairSync("rsa", { modulusLength: 2048 });
const encode = (fields: Fields) => Buffer.from(JSON.stringify(fields)).toString("base64url");

/** A provider on this machine that says of anybody whatever a test wants. */
export async function startFalseProvider(client: { client_id: string; client_secret: string }) {
  const told = { lie: {} as Lie, nonce: "", asked: [] as string[] };
  const server = createServer(async (request, response) => {
    told.asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`);
    const { instead } = told.lie;
    if (instead) return void response.writeHead(instead.status, instead.headers).end(instead.body);
    if (request.url?.startsWith("/.well-known/")) await told.lie.held;
    if (request.url === "/token") await told.lie.first?.();
    const body = bodies()[request.url ?? ""];
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const bodies = (): Record<string, Fields> => ({
    "/.well-known/openid-configuration": {
      ...{
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
      },
      ...{ jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/userinfo` },
      ...{ response_types_supported: ["code"], subject_types_supported: ["public"] },
      ...{ id_token_signing_alg_values_supported: ["RS256", "HS256", "none"] },
      ...told.lie.document,
    },
    "/jwks": {
      keys: [{ ...KEYS.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }],
    },
    "/token": { access_token: "at", token_type: "Bearer", id_token: idToken(), ...told.lie.tokens },
    "/userinfo": { sub: "person-1", ...told.lie.userinfo },
  });

  function idToken(): string {
    const now = Math.floor(Date.now() / 1_000);
    const { claims, header, signed } = told.lie;
    const payload = {
      ...{ iss: issuer, aud: client.client_id, sub: "person-1", nonce: told.nonce },
      ...{ iat: now, exp: now + 300, email_verified: true, groups: ["staff"], ...claims },
    };
    const alg = signed === "none" || signed === "HS256" ? signed : "RS256";
    const text = `${encode({ alg, kid: "1", ...header })}.${encode(payload)}`;
    if (signed === "none") return `${text}.`;
    if (signed === "HS256") {
      return `${text}.${createHmac("sha256", client.client_secret).update(text).digest("base64url")}`;
    }
    const { privateKey } = signed === "another key" ? OTHERS : KEYS;
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  return { issuer, told };
}
