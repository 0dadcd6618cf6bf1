import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { Role } from "#core/context.ts";
import { insertUser } from "#domain/accounts/account-queries.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { hashSecret, makeSecret } from "#domain/accounts/secret.ts";
import type { World } from "./world.ts";

export const PASSWORD = "correct horse battery";
export const CALLBACK = "https://client.example/callback";
const password_hash = hashPassword(PASSWORD);

/** Anything that answers requests: an app in this process, or a server at an address. */
export type Fetch = (url: string, init?: RequestInit) => Response | Promise<Response>;
export type Form = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
export type Answer = { status: number; headers: Headers; text: string; body: any };

/** A browser of one person as far as tests need it: cookies, forms sent from our own pages, no redirects followed. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #strict = new Set<string>();
  readonly origin: string;
  readonly #fetch: Fetch;
  constructor(fetch: Fetch, origin = "http://localhost:8787") {
    this.#fetch = fetch;
    this.origin = origin;
  }

  /** Sends a request with the cookies held, and keeps those that come back. */
  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    const cookie = cookieHeader([...this.cookies]);
    if (cookie && !headers.has("cookie")) headers.set("cookie", cookie);
    const url = new URL(path, this.origin).href;
    const response = await this.#fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
      if (/samesite=strict/i.test(line)) this.#strict.add(name);
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("/json");
    const { status } = response;
    return { status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
  }

  get(path: string): Promise<Answer> {
    return this.send(path);
  }

  /** Follows a link of another site, where a browser sends no cookie that is Strict. */
  arrive(path: string): Promise<Answer> {
    const cookie = cookieHeader([...this.cookies].filter(([name]) => !this.#strict.has(name)));
    return this.send(path, { headers: { cookie } });
  }

  /** Sends a form as a browser does from a page of ours. */
  submit(path: string, form: Form, headers: Form = { "sec-fetch-site": "same-origin" }) {
    return this.send(path, { method: "POST", headers, body: new URLSearchParams(form) });
  }

  /** Types the password once more. */
  confirm(password = PASSWORD): Promise<Answer> {
    return this.submit("/confirm", { password });
  }

  async signIn(email: string, password = PASSWORD): Promise<Answer> {
    return this.submit("/login", { email, password });
  }
}

const cookieHeader = (cookies: [string, string][]) =>
  cookies.map(([name, value]) => `${name}=${value}`).join("; ");

/** A visitor of a world's app. */
export function visitorOf(world: World): Visitor {
  return new Visitor((url, init) => world.app.request(url, init), world.base.server.base_url);
}

/** Another user of the world's organisation, with PASSWORD. */
export async function addUser(world: World, role: Role = "owner") {
  const email = `member-${randomBytes(6).toString("hex")}@example.com`;
  const user = { email, name: "", password_hash: await password_hash };
  const user_id = await insertUser(world.db, user, {
    organisation_id: world.project.organisation_id,
    role,
  });
  return { email, user_id };
}

/** That a page names its problem with the field of this name alone, which has the focus. */
export function tellsAt(page: string, name = "") {
  const [, problem] = /<p class="error" role="alert" id="(\w+)">/.exec(page) ?? [];
  const fields = page.match(/<input [^>]*(aria-invalid|autofocus)[^>]*>/g) ?? [];
  assert.equal(fields.length, 1, page);
  assert.match(
    fields[0] ?? "",
    new RegExp(`name="${name}".* autofocus aria-invalid="true" aria-describedby="${problem}"`),
  );
}

/** A share link that a visitor makes, and the status of what opens it. */
export async function makeShare(world: World, visitor: Visitor) {
  const { body, text } = await call(visitor, "create_share_link", {
    ...{ project_id: world.project.id, name: "L", page: "overview", last_days: 7 },
  });
  assert.ok(body.url, text);
  const path = `/app/share/${body.url.split("/").at(-1)}/call/get_share`;
  const open = async () =>
    (
      await visitorOf(world).send(path, {
        ...{ method: "POST", body: "{}" },
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      })
    ).status;
  return { id: body.id as string, open };
}

/** A visitor with a session of a new user, made without the cost of hashing a password. */
export async function signedIn(world: World, role: Role = "owner") {
  const user = await addUser(world, role);
  const visitor = visitorOf(world);
  const token = makeSecret("");
  const now = world.base.now();
  await world.db
    .insertInto("sessions")
    .values({
      hash: hashSecret(token),
      user_id: user.user_id,
      created_at: now,
      last_used_at: now,
      confirmed_at: now,
      expires_at: new Date(now.getTime() + 30 * 86_400_000),
    })
    .execute();
  visitor.cookies.set(world.base.server.base_url.startsWith("https") ? "__Host-sid" : "sid", token);
  return { ...user, visitor };
}

/** A verifier and its S256 challenge. */
export function makePkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** Registers a client and returns its id. */
export async function registered(
  visitor: Visitor,
  redirect_uris = [CALLBACK],
  client_name = "Test client",
): Promise<string> {
  const { status, body } = await visitor.send("/api/mcp/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name, redirect_uris }),
  });
  assert.equal(status, 201);
  return body.client_id;
}

/** The address of a well-formed authorization request; `change` replaces parameters, undefined takes one out. */
export function authorizePath(change: Record<string, string | undefined>): string {
  const parameters = {
    response_type: "code",
    redirect_uri: CALLBACK,
    code_challenge_method: "S256",
    scope: "mcp:read mcp:write",
    state: "xyz",
    ...change,
  };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `/api/mcp/oauth/authorize?${new URLSearchParams(given)}`;
}

/** The handle in the form of a consent page. */
export function handleIn(page: Answer): string {
  const handle = /name="request" value="([^"]+)"/.exec(page.text)?.[1];
  assert(handle, `no consent page but ${page.status}: ${page.text.slice(0, 300)}`);
  return handle;
}

/** Where a redirect leads. */
export function locationOf({ status, headers, text }: Answer): URL {
  assert.equal(status, 303, text.slice(0, 500));
  return new URL(headers.get("location") ?? "");
}

/** Lets a signed-in visitor approve a client; returns the code and its verifier. */
export async function approve(
  visitor: Visitor,
  client_id: string,
  { write = false, change = {} }: { write?: boolean; change?: Form } = {},
) {
  const { verifier, challenge } = makePkce();
  const path = authorizePath({ client_id, code_challenge: challenge, ...change });
  const request = handleIn(await visitor.get(path));
  const form = { request, decision: "approve", ...(write && { write: "on" }) };
  const location = locationOf(await visitor.submit("/api/mcp/oauth/consent", form));
  const code = location.searchParams.get("code");
  assert(code, location.href);
  return { code, verifier, location };
}

/** Posts to the token endpoint. */
export function postToken(visitor: Visitor, form: Form): Promise<Answer> {
  return visitor.submit("/api/mcp/oauth/token", form, {});
}

/** Redeems a code. */
export function exchange(
  visitor: Visitor,
  client_id: string,
  { code, verifier }: { code: string; verifier: string },
  change: Form = {},
): Promise<Answer> {
  const form = { grant_type: "authorization_code", client_id, code, code_verifier: verifier };
  return postToken(visitor, { ...form, ...change });
}

/** Uses a refresh token. */
export function refresh(
  visitor: Visitor,
  client_id: string,
  refresh_token: string,
  change: Form = {},
): Promise<Answer> {
  return postToken(visitor, { grant_type: "refresh_token", client_id, refresh_token, ...change });
}

/** A fresh grant, from registration to tokens. */
export async function connected(visitor: Visitor, options: { write?: boolean } = {}) {
  const client_id = await registered(visitor);
  const approved = await approve(visitor, client_id, options);
  const { status, body } = await exchange(visitor, client_id, approved);
  assert.equal(status, 200, JSON.stringify(body));
  return { client_id, access: body.access_token, refresh: body.refresh_token, body, ...approved };
}

/** Calls an operation as a page of the dashboard does. */
export function call(
  visitor: Visitor,
  name: string,
  input: Record<string, unknown> = {},
  headers: Form = { "sec-fetch-site": "same-origin" },
): Promise<Answer> {
  return visitor.send(`/app/call/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(input),
  });
}
