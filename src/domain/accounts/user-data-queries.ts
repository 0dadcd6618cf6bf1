import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";

/** One thing that is kept of a user, with when it was made, and all its fields but secrets and their hashes. */
export type UserRow = { kind: string; at: string; data: Record<string, unknown> };

/** What the tables of accounts keep of a user, except what the user did. */
export async function listUserData(
  db: Database,
  { user_id, email }: { user_id: number; email: string },
): Promise<UserRow[]> {
  return rowsOf<UserRow>(db)`
    select 'user' as kind, created_at as at,
      to_jsonb(u) - '{password_hash,user_id}'::text[] as data from users u where user_id = ${user_id}
    union all
    select 'membership', m.created_at, jsonb_build_object('organisation', o.name, 'role', m.role)
    from memberships m join organisations o using (organisation_id) where m.user_id = ${user_id}
    union all
    select 'session', created_at, to_jsonb(s) - '{hash,user_id,session_id}'::text[]
    from sessions s where user_id = ${user_id}
    union all
    select 'browser', created_at, to_jsonb(d) - '{hash,former_hashes,renamed_at,user_id}'::text[]
    from known_devices d where user_id = ${user_id}
    union all
    select 'authenticator', created_at, jsonb_build_object('turned_on_at', turned_on_at)
    from authenticators where user_id = ${user_id}
    union all
    select 'passkey', created_at, jsonb_build_object('name', name, 'last_used_at', last_used_at)
    from passkeys where user_id = ${user_id}
    union all
    select 'identity', i.created_at, jsonb_build_object('organisation', o.name, 'subject', i.subject,
      'seen_at', i.seen_at)
    from identities i join organisations o using (organisation_id) where i.user_id = ${user_id}
    union all
    select 'invitation', i.created_at, jsonb_build_object('organisation', o.name, 'role', i.role,
      'accepted_at', i.accepted_at, 'expires_at', i.expires_at)
    from invitations i join organisations o using (organisation_id) where lower(i.email) = lower(${email})
    union all
    select 'mail_choice', p.created_at, jsonb_build_object('project', p.name, 'week', c.week, 'events', c.events)
    from mail_choices c join projects p using (project_id) where c.user_id = ${user_id}
    order by kind, at`;
}

/**
 * Where a user's address or number stands outside of the tables of accounts, of all that their deletion takes it out of but
 * what was decided on mentions; no more than what it says of them, since they may have left.
 */
export async function listUserTraces(
  db: Database,
  { user_id, email }: { user_id: number; email: string },
): Promise<UserRow[]> {
  return rowsOf<UserRow>(db)`
    select 'key' as kind, t.created_at as at, jsonb_build_object('project', p.name, 'name', t.name,
      'made', t.created_by = ${email}, 'revoked', coalesce(t.revoked_by = ${email}, false)) as data
    from api_keys t join projects p using (project_id) where ${email} in (t.created_by, t.revoked_by)
    union all
    select 'share_link', t.created_at, jsonb_build_object('project', p.name, 'name', t.name)
    from share_links t join projects p using (project_id) where t.created_by = ${email}
    union all
    select 'suggestion', coalesce(t.decided_at, t.created_at), jsonb_build_object('project', p.name, 'kind', t.kind,
      'name', t.name, 'status', t.status)
    from suggestions t join projects p using (project_id) where t.decided_by = ${email}
    union all
    select 'action', t.updated_at, jsonb_build_object('project', p.name, 'kind', t.kind,
      'is_owner', coalesce(lower(t.owner) = lower(${email}), false),
      'decided_last', coalesce(t.changed_by = ${email}, false))
    from actions t join projects p using (project_id)
    where lower(t.owner) = lower(${email}) or t.changed_by = ${email}
    union all
    select 'invited', t.created_at, jsonb_build_object('organisation', o.name, 'email', t.email, 'role', t.role)
    from invitations t join organisations o using (organisation_id) where t.invited_by = ${user_id}
    union all
    select 'onboarding', t.created_at, jsonb_build_object('organisation', o.name, 'proposal', t.proposal)
    from onboarding_sessions t join organisations o using (organisation_id) where t.user_id = ${user_id}
    order by kind, at`;
}

/** What a user did, oldest first, after a row of the log; at most `limit`. */
export async function listUserDeeds(
  db: Database,
  user_id: number,
  { after, limit }: { after: number; limit: number },
): Promise<(UserRow & { audit_id: number })[]> {
  return rowsOf<UserRow & { audit_id: number }>(db)`
    select audit_id, 'deed' as kind, at,
      jsonb_build_object('operation', operation, 'door', door, 'target', target) as data
    from audit_log where actor = ${`user:${user_id}`} and audit_id > ${after}
    order by audit_id limit ${limit}`;
}

/** Deletes a user with what hangs on them: memberships, sessions, browsers, clients, and invitations to their address. */
export async function deleteUserRow(
  db: Database,
  { user_id, email }: { user_id: number; email: string },
): Promise<void> {
  await sql`delete from invitations where lower(email) = lower(${email})`.execute(db);
  await db.deleteFrom("users").where("user_id", "=", user_id).execute();
}
