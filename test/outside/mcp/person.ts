import { handleIn, locationOf, Visitor } from "../../kit/http-client.ts";

export const OWNER = { email: "owner@example.com", password: "correct horse battery" };

/** A user in front of a browser: signs in, reads the consent page, ticks the box for changes or not. */
export class Person {
  readonly origin: string;
  readonly #visitor: Visitor;
  #isSignedIn = false;
  constructor(origin: string) {
    this.origin = origin;
    this.#visitor = new Visitor(fetch, origin);
  }

  /** Approves what an authorization URL asks for; returns where the client's redirect leads. */
  async approve(authorize: string | URL, { write }: { write: boolean }): Promise<URL> {
    if (!this.#isSignedIn) await this.#visitor.signIn(OWNER.email, OWNER.password);
    this.#isSignedIn = true;
    const { pathname, search } = new URL(authorize);
    const request = handleIn(await this.#visitor.get(`${pathname}${search}`));
    const form = { request, decision: "approve", ...(write && { write: "on" }) };
    return locationOf(await this.#visitor.submit("/api/mcp/oauth/consent", form));
  }

  /** The same, then follows the redirect to the client's own loopback server. */
  async approveAndReturn(authorize: string, options: { write: boolean }): Promise<void> {
    const location = await this.approve(authorize, options);
    await fetch(location);
  }

  /** A token of its own, without any client library. */
  async token(write: boolean): Promise<{ access_token: string; refresh_token: string }> {
    const redirect_uri = "http://127.0.0.1:3999/callback";
    const client = await this.register(redirect_uri);
    const verifier = "v".repeat(43);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const url = new URL(`${this.origin}/api/mcp/oauth/authorize`);
    const asked = {
      response_type: "code",
      client_id: client,
      redirect_uri,
      code_challenge: Buffer.from(digest).toString("base64url"),
      code_challenge_method: "S256",
      scope: "mcp:read mcp:write",
      state: "s",
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    const code = (await this.approve(url, { write })).searchParams.get("code") ?? "";
    const response = await fetch(`${this.origin}/api/mcp/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: client,
        code,
        redirect_uri,
        code_verifier: verifier,
      }),
    });
    return response.json();
  }

  async register(redirect_uri: string): Promise<string> {
    const response = await fetch(`${this.origin}/api/mcp/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Outside", redirect_uris: [redirect_uri] }),
    });
    const { client_id } = await response.json();
    return client_id;
  }
}
