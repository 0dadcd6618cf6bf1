import { type RawBuilder, sql } from "kysely";
import type { ProjectScope, SignOn } from "#core/context.ts";
import { type Database, didChange, type NewRow, rowsOf } from "#core/database.ts";
import { inOneRead } from "#domain/accounts/one-read.ts";
import { prepare } from "#domain/accounts/prepared.ts";
import { isVouchedFor, opens } from "#domain/accounts/sign-on/opens.ts";
import type { Client } from "./client.ts";
import type { McpScope } from "./scope.ts";

/** The client of this id, or undefined; `checked_at`: when the document of one that has one was read. */
export async function findClient(db: Database, client_id: string) {
  return db
    .selectFrom("oauth_clients")
    .select(["client_id", "name", "redirect_uris", "checked_at"])
    .where("client_id", "=", client_id)
    .executeTakeFirst();
}

/** Stores a client as its document describes it now. */
export async function saveDocumentClient(db: Database, client: Client, now: Date): Promise<void> {
  const { name, redirect_uris } = client;
  await db
    .insertInto("oauth_clients")
    .values({ ...client, created_at: now, checked_at: now })
    .onConflict((row) =>
      row.column("client_id").doUpdateSet({ name, redirect_uris, checked_at: now }),
    )
    .execute();
}

/** True when a user has ever approved this client. */
export async function wasApproved(db: Database, client_id: string): Promise<boolean> {
  const rows = await rowsOf(db)`select where
    exists (select from oauth_codes where client_id = ${client_id})
    or exists (select from oauth_grants where client_id = ${client_id})`;
  return rows.length > 0;
}

/** Stores a client. */
export async function insertClient(db: Database, client: Client, now: Date): Promise<void> {
  await db
    .insertInto("oauth_clients")
    .values({ ...client, created_at: now })
    .execute();
}

/** What a consent page asks about, kept on our side so that its form carries only a handle. */
export type StoredRequest = Omit<
  NewRow<"oauth_requests">,
  "hash" | "session_id" | "expires_at" | "granted"
>;

const WAITING_MAX = 20;

/** Keeps an authorization request for the session that is asked; the newest 20 of a session wait, older ones go. */
export async function insertRequest(
  db: Database,
  request: NewRow<"oauth_requests">,
): Promise<void> {
  await sql`delete from oauth_requests where hash in (
    select hash from oauth_requests where session_id = ${request.session_id}
    order by expires_at desc, hash offset ${WAITING_MAX - 1})`.execute(db);
  await db.insertInto("oauth_requests").values(request).execute();
}

type Asked = { hash: Buffer; session_id: number; now: Date };
const isOpen = ({ hash, session_id, now }: Asked) => sql<boolean>`
  hash = ${hash} and session_id = ${session_id} and expires_at > ${now.toISOString()}`;

/** The request, for the session it was made in alone. */
export async function findRequest(db: Database, asked: Asked): Promise<StoredRequest | undefined> {
  return db.selectFrom("oauth_requests").selectAll().where(isOpen(asked)).executeTakeFirst();
}

/** Keeps what the user answered, once, and returns the request; undefined where it is another session's, old or answered. */
export async function answerRequest(
  db: Database,
  asked: Asked,
  granted: readonly McpScope[],
): Promise<StoredRequest | undefined> {
  return db
    .updateTable("oauth_requests")
    .set({ granted: [...granted] })
    .where(isOpen(asked))
    .where("granted", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** The request that was answered like this; `code`: of the code that it was answered with, which nobody redeemed yet. */
export async function findAnswered(
  db: Database,
  asked: Asked,
  { granted, code }: { granted: readonly McpScope[]; code: Buffer },
): Promise<StoredRequest | undefined> {
  const rows = await rowsOf<StoredRequest>(db)`
    select * from oauth_requests where ${isOpen(asked)} and granted = ${granted}::text[]
      and (granted = '{}' or exists (select from oauth_codes c
        where c.hash = ${code} and c.used_at is null and c.expires_at > ${asked.now.toISOString()}))`;
  return rows[0];
}

/** Stores an authorization code. */
export async function insertCode(db: Database, code: NewRow<"oauth_codes">): Promise<void> {
  await db.insertInto("oauth_codes").values(code).execute();
}

/** A code with what decides whether it is good; the user must be able to sign in. */
export async function findCode(db: Database, hash: Buffer) {
  return db
    .selectFrom("oauth_codes as c")
    .innerJoin("users as u", "u.user_id", "c.user_id")
    .selectAll("c")
    .select("u.is_disabled")
    .where("c.hash", "=", hash)
    .$narrowType<{ scopes: McpScope[] }>()
    .executeTakeFirst();
}

/** Spends a code; true for one caller only, however many try at once. */
export async function spendCode(db: Database, hash: Buffer, now: Date): Promise<boolean> {
  const change = db
    .updateTable("oauth_codes")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now.toISOString());
  return didChange(change);
}

/** Makes the grant of a spent code and returns its number; a replay of the code finds it there. */
export async function insertGrant(
  db: Database,
  code: Buffer,
  grant: NewRow<"oauth_grants">,
): Promise<number> {
  const { grant_id } = await db
    .insertInto("oauth_grants")
    .values(grant)
    .returning("grant_id")
    .executeTakeFirstOrThrow();
  await db.updateTable("oauth_codes").set({ grant_id }).where("hash", "=", code).execute();
  return grant_id;
}

/**
 * The condition that grant `g` opens anything now: it is for that resource, its provider's word still holds, and of the
 * user's organisations, if any, not all want another sign-in.
 */
export const opensNow = (
  resource: string | RawBuilder<string>,
  now: Date | RawBuilder<Date>,
): RawBuilder<boolean> =>
  sql<boolean>`(g.resource = ${resource} and ${isVouchedFor(sql`g.sign_on`, sql`g.user_id`, now)}
    and coalesce((select bool_or(${opens(sql`g.sign_on`)}) from memberships m where m.user_id = g.user_id), true))`;

/** A token of either kind with its grant, living or not; undefined when it was never issued. */
export async function findToken(db: Database, hash: Buffer) {
  return db
    .selectFrom("oauth_tokens as t")
    .innerJoin("oauth_grants as g", "g.grant_id", "t.grant_id")
    .innerJoin("users as u", "u.user_id", "g.user_id")
    .select(["t.grant_id", "t.kind", "t.scopes", "t.expires_at", "t.used_at", "t.answer"])
    .select(["g.client_id", "g.user_id", "g.resource", "g.revoked_at", "u.is_disabled"])
    .select("g.scopes as granted")
    .where("t.hash", "=", hash)
    .$narrowType<{ scopes: McpScope[]; granted: McpScope[] }>()
    .executeTakeFirst();
}

/** Whether a grant opens anything of that resource now. */
export async function doesGrantOpen(
  db: Database,
  grant_id: number,
  { resource, now }: { resource: string; now: Date },
): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from oauth_grants g where g.grant_id = ${grant_id} and ${opensNow(resource, now)}`;
  return rows.length > 0;
}

/** Spends a refresh token; true for one caller only, however many try at once. */
export async function spendRefresh(db: Database, hash: Buffer, now: Date): Promise<boolean> {
  const change = db
    .updateTable("oauth_tokens")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("kind", "=", "refresh")
    .where("used_at", "is", null)
    .where("expires_at", ">", now.toISOString());
  return didChange(change);
}

/** Keeps the sealed pair that came of a refresh token, to be answered again for a while. */
export async function keepAnswer(db: Database, hash: Buffer, answer: Buffer): Promise<void> {
  await db.updateTable("oauth_tokens").set({ answer }).where("hash", "=", hash).execute();
}

/** True when the grant lives; it cannot be revoked before this transaction ends. */
export async function holdGrant(db: Database, grant_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("oauth_grants")
    .select("grant_id")
    .where("grant_id", "=", grant_id)
    .where("revoked_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the hashes of a new pair. */
export async function insertTokens(db: Database, tokens: NewRow<"oauth_tokens">[]): Promise<void> {
  await db.insertInto("oauth_tokens").values(tokens).execute();
}

/** Ends a grant, and with it every token of it; the first reason stays. */
export async function revokeGrantRow(
  db: Database,
  grant_id: number,
  { now, reason }: { now: Date; reason: string },
): Promise<boolean> {
  const change = db
    .updateTable("oauth_grants")
    .set({ revoked_at: now, revoke_reason: reason })
    .where("grant_id", "=", grant_id)
    .where("revoked_at", "is", null);
  return didChange(change);
}

/** Who a living access token speaks for. */
export type TokenHolder = {
  user_id: number;
  email: string;
  scopes: McpScope[];
  grant_id: number;
  client_id: string;
  sign_on: SignOn;
  /** The project that was asked for, when it is theirs. */
  project?: ProjectScope;
};

type OuterJoined<Row> = { [Column in keyof Row]: Row[Column] | null };
type TokenQuestion = { hash: Buffer; resource: string; now: Date; project_id: number };
type TokenRow = Omit<TokenHolder, "project"> & OuterJoined<ProjectScope> & { place: number };

/**
 * The holder of an access token that is neither expired nor of a revoked grant, and the project of that number if
 * it is theirs; one indexed join, since every call to the MCP server pays for it.
 */
export const findTokenHolder = inOneRead<TokenQuestion, TokenHolder>(async (db, questions) => {
  const rows = await readTokenHolders(db, {
    hashes: questions.map(({ hash }) => hash),
    resources: questions.map(({ resource }) => resource),
    nows: questions.map(({ now }) => now),
    projects: questions.map(({ project_id }) => project_id),
  });
  const found = new Map(rows.map(({ place, ...row }) => [place - 1, holderOf(row)]));
  return questions.map((_, place) => found.get(place));
});

type TokenQuestions = { hashes: Buffer[]; resources: string[]; nows: Date[]; projects: number[] };

const readTokenHolders = prepare<TokenQuestions, TokenRow>(
  ({ hashes, resources, nows, projects }) => sql`
    select a.place, g.user_id, u.email, t.scopes, t.grant_id, g.client_id, g.sign_on,
      p.project_id, p.organisation_id, o.plan, p.timezone, m.role
    from unnest(${hashes}::bytea[], ${resources}::text[], ${nows}::timestamptz[], ${projects}::integer[])
      with ordinality a (hash, resource, now, project_id, place)
    join oauth_tokens t on t.hash = a.hash
    join oauth_grants g on g.grant_id = t.grant_id
    join users u on u.user_id = g.user_id
    left join (projects p
      join organisations o on o.organisation_id = p.organisation_id
      join memberships m on m.organisation_id = p.organisation_id
    ) on p.project_id = a.project_id and m.user_id = g.user_id and ${opens(sql`g.sign_on`)}
    where t.kind = 'access' and t.expires_at > a.now
      and g.revoked_at is null and not u.is_disabled and ${opensNow(sql`a.resource`, sql`a.now`)}`,
);

function holderOf(row: Omit<TokenRow, "place">): TokenHolder {
  const { project_id: found, organisation_id, plan, timezone, role, ...holder } = row;
  if (found === null || organisation_id === null || !plan || timezone === null || !role) {
    return holder;
  }
  return { ...holder, project: { project_id: found, organisation_id, plan, timezone, role } };
}
