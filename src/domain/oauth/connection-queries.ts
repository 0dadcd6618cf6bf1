import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import { type Holder, seenBy } from "#domain/accounts/sign-on/opens.ts";
import { opensNow } from "./oauth-queries.ts";
import type { McpScope } from "./scope.ts";

/** A client that a user has connected, with all its living grants taken together. */
export type Connection = {
  client_id: string;
  name: string;
  scopes: McpScope[];
  redirect_uris: string[];
  connected_at: string;
  last_token_at: string;
  must_sign_in_again: boolean;
};

/** The clients with a living grant of a user, the last active first. */
export async function listConnections(
  db: Database,
  { user_id, sign_on }: Holder,
  { resource, now, page }: { resource: string; now: Date; page: PageInput },
): Promise<Paged<Connection>> {
  const listed = sql<Connection>`
    select c.client_id, c.name, c.redirect_uris, min(g.created_at) as connected_at,
    max(t.created_at) as last_token_at, not bool_or(${opensNow(resource, now)}) as must_sign_in_again,
    array(select distinct unnest(array_agg(s)) order by 1) as scopes,
    count(*) over () as total_count
    from oauth_grants g
    join oauth_clients c on c.client_id = g.client_id
    join oauth_tokens t on t.grant_id = g.grant_id
    cross join lateral unnest(g.scopes) s
    where g.user_id = ${user_id} and g.revoked_at is null and t.expires_at > ${now}
    and ${seenBy(sign_on)}
    group by c.client_id order by last_token_at desc, c.client_id`;
  return readPage(db, page, listed);
}

/** Every grant of a user that is kept, as an export shows it. */
export async function listUserConnections(db: Database, user_id: number) {
  return rowsOf<{ kind: string; at: string; data: Record<string, unknown> }>(db)`
    select 'client' as kind, g.created_at as at, jsonb_build_object('client_id', g.client_id, 'name', c.name,
      'scopes', g.scopes, 'revoked_at', g.revoked_at, 'revoke_reason', g.revoke_reason) as data
    from oauth_grants g join oauth_clients c using (client_id)
    where g.user_id = ${user_id} order by g.grant_id`;
}

/** Ends every living grant that a user gave a client, and codes that would become one; returns how many grants. */
export async function revokeConnection(
  db: Database,
  { user_id, sign_on }: Holder,
  { client_id, now }: { client_id: string; now: Date },
): Promise<number> {
  // First: who redeems one at this moment has a grant by then, which ends below.
  await db
    .deleteFrom("oauth_codes")
    .where((row) => row.and({ user_id, client_id }))
    .where("used_at", "is", null)
    .where(seenBy(sign_on))
    .execute();
  const result = await db
    .updateTable("oauth_grants")
    .set({ revoked_at: now, revoke_reason: "disconnected by the user" })
    .where((row) => row.and({ user_id, client_id }))
    .where("revoked_at", "is", null)
    .where(seenBy(sign_on))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Ends the grants, and codes, given in sessions by an organisation's provider, by all or by one user; returns the clients. */
export async function revokeSignOnGrants(
  db: Database,
  organisation_id: number,
  { user_id, now }: { user_id: number | null; now: Date },
): Promise<string[]> {
  const theirs = sql`sign_on = ${organisation_id} and (${user_id}::integer is null or user_id = ${user_id})`;
  await sql`delete from oauth_codes where used_at is null and ${theirs}`.execute(db);
  const rows = await rowsOf<{ client_id: string }>(db)`
    with ended as (
      update oauth_grants set revoked_at = ${now}, revoke_reason = 'ended by the provider of the organisation'
      where revoked_at is null and ${theirs} returning client_id)
    select distinct client_id from ended order by client_id`;
  return rows.map(({ client_id }) => client_id);
}

/** Ends every living grant of a user, and codes that would become one; returns the clients that had some. */
export async function revokeConnections(
  db: Database,
  user_id: number,
  now: Date,
): Promise<string[]> {
  await db
    .deleteFrom("oauth_codes")
    .where("user_id", "=", user_id)
    .where("used_at", "is", null)
    .execute();
  const rows = await rowsOf<{ client_id: string }>(db)`
    with ended as (
      update oauth_grants set revoked_at = ${now}, revoke_reason = 'ended with the password'
      where user_id = ${user_id} and revoked_at is null returning client_id)
    select distinct client_id from ended order by client_id`;
  return rows.map(({ client_id }) => client_id);
}

/**
 * Deletes what is over: codes, requests, tokens, grants, and clients that no user ever approved.
 */
export async function sweepOAuth(db: Database, now: Date): Promise<void> {
  const statements = [
    sql`delete from oauth_requests where expires_at < ${now}`,
    sql`delete from oauth_codes where expires_at < ${now}::timestamptz - interval '1 day'`,
    sql`update oauth_tokens set answer = null
      where answer is not null and used_at < ${now}::timestamptz - interval '1 hour'`,
    // A spent refresh token stays as long as it would have lived, so that its reuse is noticed; an access token as
    // long as a refresh token of its grant, so that revoking it ends that one, too.
    sql`delete from oauth_tokens t where t.expires_at < ${now} and (t.kind = 'refresh' or not exists (
      select from oauth_tokens r
      where r.grant_id = t.grant_id and r.kind = 'refresh' and r.expires_at >= ${now}))`,
    sql`delete from oauth_grants g where g.created_at < ${now}::timestamptz - interval '1 day'
      and not exists (select from oauth_tokens t where t.grant_id = g.grant_id)
      and not exists (select from oauth_codes c where c.grant_id = g.grant_id)`,
    sql`delete from oauth_clients c where c.created_at < ${now}::timestamptz - interval '1 day'
      and not exists (select from oauth_grants g where g.client_id = c.client_id)
      and not exists (select from oauth_codes d where d.client_id = c.client_id)
      and not exists (select from oauth_requests r where r.client_id = c.client_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
