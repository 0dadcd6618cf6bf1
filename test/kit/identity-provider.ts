import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { Provider } from "oidc-provider";

export const CLIENT = { client_id: "earshot", client_secret: "a secret of the provider" };

/** What a provider knows of a person. */
export type Person = Record<string, unknown> & { email: string };
/** A real OpenID provider on this machine. */
export type IdentityProvider = {
  issuer: string;
  /** Whom it knows, by subject. */
  people: Map<string, Person>;
  /** Who types their password there next. */
  login: string;
};

/** Starts `oidc-provider` with the client CLIENT, which may be answered at these addresses; it asks for PKCE. */
export async function startIdentityProvider(redirect_uris: string[]): Promise<IdentityProvider> {
  // Its port is its name: it listens before it is made.
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const known: IdentityProvider = { issuer, people: new Map(), login: "" };
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris }],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    scopes: ["openid", "email", "profile", "groups"],
    cookies: { keys: ["a key of the provider"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/person/${uid}` },
    findAccount: (_, sub) => {
      const person = known.people.get(sub);
      return person && { accountId: sub, claims: () => ({ sub, ...person }) };
    },
    async loadExistingGrant({ oidc }) {
      const [clientId, accountId] = [oidc.client?.clientId, oidc.session?.accountId];
      assert(clientId && accountId);
      const grant = new oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/person/")) return void answer(request, response);
    const login = { accountId: known.login };
    void provider.interactionFinished(request, response, { login });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return known;
}
