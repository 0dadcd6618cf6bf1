import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import type { UserCaller } from "#domain/projects/project-context.ts";

type Wanted = { organisation_id?: number | undefined; organisation?: string; as?: string };
const ACCESS = new Set(["read", "write"] as const);

/**
 * Who changes things of an organisation (the first one unless given) for the operator: its first owner, or the admin or
 * owner of an e-mail address. What they do is noted as theirs, by a command.
 */
export async function findManager(
  db: Database,
  { organisation_id, organisation, as }: Wanted,
): Promise<{ organisation_id: number; user: UserCaller }> {
  const wanted = organisation_id ?? (organisation && decodeId("org", organisation)) ?? null;
  const rows = await rowsOf<{ organisation_id: number; user_id: number; email: string }>(db)`
    select m.organisation_id, u.user_id, u.email
    from memberships m join users u using (user_id)
    where m.role in ('owner', 'admin') and not u.is_disabled
      and (${wanted}::integer is null or m.organisation_id = ${wanted}::integer)
      and (${as ?? null}::text is null or lower(u.email) = lower(${as ?? null}::text))
    order by m.organisation_id, m.role = 'owner' desc, u.user_id limit 1`;
  const [found] = rows;
  if (found) {
    const { organisation_id: id, user_id, email } = found;
    // The operator's word stands for that of a provider: it opens this organisation alone, also where that insists.
    return { organisation_id: id, user: { user_id, email, access: ACCESS, sign_on: id } };
  }
  const whose = as === undefined ? "There is no owner" : `${as} is no owner or admin`;
  throw new Failure(
    "NOT_FOUND",
    `${whose}${wanted === null ? " yet" : " of that organisation"}: npm run user -- create --email you@example.com --role owner makes one.`,
  );
}
