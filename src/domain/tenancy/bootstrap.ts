import type * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import type { AuditTarget } from "#core/operation.ts";
import type { Plan } from "#core/plans.ts";
import { insertOrganisation, insertUser } from "#domain/accounts/account-queries.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import {
  type FirstThing,
  hasUsers,
  listFirstThings,
  lockSetup,
  noteFirstThing,
} from "#domain/accounts/setup-queries.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { mayBeKey, previewKey } from "#domain/keys/key.ts";
import { insertKey } from "#domain/keys/key-queries.ts";
import { DomainName } from "#domain/projects/project.ts";
import { insertProject } from "#domain/projects/project-queries.ts";
import { nameText } from "#domain/words/name-text.ts";

/** What the operator asked to have made at first start (`INIT_*`). */
export type Bootstrap = {
  plan: Plan;
  owner: { email: string; password: string } | null;
  project: { name: string; domain: string } | null;
  api_key: string | null;
};

/**
 * Makes the owner that is asked for unless there was a user at a start that asked for one, and the project with its key
 * likewise: what was changed or deleted since stays so. Safe to repeat and to run in several processes.
 */
export async function bootstrap(db: Database, wanted: Bootstrap): Promise<void> {
  if (!wanted.owner && !wanted.project) return;
  if (isSettled(wanted, await listFirstThings(db))) return;
  await db.transaction().execute(async (trx) => {
    await lockSetup(trx);
    await noteWhatIsThere(trx);
    const settled = await listFirstThings(trx);
    if (isSettled(wanted, settled)) return;
    const organisation_id = await firstOrganisation(trx, wanted);
    if (wanted.owner && !settled.has("owner")) {
      const { email, password } = wanted.owner;
      const owner = { email, name: "", password_hash: await hashFirstPassword(password) };
      const user_id = await insertUser(trx, owner, { organisation_id, role: "owner" });
      await note(trx, organisation_id, { user_id: encodeId("usr", user_id) });
    }
    if (wanted.project && !settled.has("project")) {
      const project_id = await firstProject(trx, organisation_id, wanted.project);
      const key_id = wanted.api_key && (await firstKey(trx, project_id, wanted.api_key));
      if (key_id) await note(trx, organisation_id, { key_id: encodeId("key", key_id) });
    }
    await noteWhatIsThere(trx);
  });
}

function isSettled({ owner, project }: Bootstrap, settled: ReadonlySet<FirstThing>): boolean {
  return (!owner || settled.has("owner")) && (!project || settled.has("project"));
}

/**
 * Throws what `bootstrap` would throw of what is asked for and would be made, and makes nothing. `db`: null where there is
 * no installation yet.
 */
export async function judgeFirstThings(
  db: Database | null,
  { owner, project, api_key }: Bootstrap,
): Promise<void> {
  const settled = new Set(db && [...(await listFirstThings(db)), ...(await listThere(db))]);
  if (owner && !settled.has("owner")) await hashFirstPassword(owner.password);
  if (!project || settled.has("project")) return;
  usableProject(project);
  if (api_key) requireUsableKey(api_key);
}

async function listThere(db: Database): Promise<FirstThing[]> {
  const project = await db.selectFrom("projects").select("project_id").limit(1).executeTakeFirst();
  return [
    ...((await hasUsers(db)) ? ["owner" as const] : []),
    ...(project ? ["project" as const] : []),
  ];
}

async function noteWhatIsThere(db: Database): Promise<void> {
  for (const thing of await listThere(db)) await noteFirstThing(db, thing);
}

/** What the environment asks for is set up by the operator, as by a command. */
async function note(db: Database, organisation_id: number, made: AuditTarget): Promise<void> {
  const context = {
    db,
    now: () => new Date(),
    actor: { kind: "system", door: "command" } as const,
  };
  const target = { organisation_id: encodeId("org", organisation_id), ...made };
  await recordAudit(context, { operation: "set_up", target });
}

async function hashFirstPassword(password: string): Promise<string> {
  try {
    return await hashPassword(password);
  } catch (cause) {
    throw new Failure("UNAVAILABLE", `INIT_OWNER_PASSWORD: ${(cause as Error).message}`, { cause });
  }
}

async function firstOrganisation(
  db: Database,
  { plan, project, owner }: Bootstrap,
): Promise<number> {
  const found = await db
    .selectFrom("organisations")
    .select("organisation_id")
    .orderBy("organisation_id")
    .limit(1)
    .executeTakeFirst();
  const name = project?.name ?? owner?.email.split("@")[1] ?? "Earshot";
  return found?.organisation_id ?? insertOrganisation(db, name, plan);
}

async function firstProject(
  db: Database,
  organisation_id: number,
  project: { name: string; domain: string },
): Promise<number> {
  return makeProject(db, {
    organisation_id,
    ...usableProject(project),
    country_code: "US",
    language_code: "en",
  });
}

function usableProject({ name, domain }: { name: string; domain: string }) {
  return {
    name: usable("INIT_PROJECT_NAME", nameText(100).safeParse(name)),
    domain: usable("INIT_PROJECT_DOMAIN", DomainName.safeParse(domain)),
  };
}

function usable(setting: string, { data, error }: z.ZodSafeParseResult<string>): string {
  if (data === undefined)
    throw new Error(`${setting} ${error?.issues[0]?.message ?? "cannot be used"}.`);
  return data;
}

/** Makes a project and its own brand, from its name and domain; returns the project's number. */
async function makeProject(
  db: Database,
  project: Parameters<typeof insertProject>[1],
): Promise<number> {
  const project_id = await insertProject(db, project);
  await note(db, project.organisation_id, { project_id: encodeId("prj", project_id) });
  const own = { name: project.name, domains: [project.domain], is_own: true };
  await insertBrand(db, { project_id }, own);
  return project_id;
}

function requireUsableKey(key: string): void {
  if (mayBeKey(key)) return;
  throw new Failure(
    "UNAVAILABLE",
    "INIT_API_KEY is not usable: a key that begins with earshot_sk_ needs its checksum (make one with the key command), any other has 8 to 200 characters.",
  );
}

async function firstKey(db: Database, project_id: number, key: string): Promise<number> {
  requireUsableKey(key);
  return insertKey(
    db,
    { project_id },
    {
      name: "First key",
      hash: hashSecret(key),
      preview: previewKey(key),
      access: "write",
      created_by: null,
      expires_at: null,
    },
  );
}
