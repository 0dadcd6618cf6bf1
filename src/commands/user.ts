import { randomBytes } from "node:crypto";
import { type Command, Option } from "commander";
import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import type { AccountContext, Role } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import {
  findUserByEmail,
  insertOrganisation,
  insertUser,
  setDisabled,
  updatePassword,
} from "#domain/accounts/account-queries.ts";
import { countOwners } from "#domain/accounts/member-queries.ts";
import { tellUser } from "#domain/accounts/notice.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { forgetSecondFactor } from "#domain/accounts/second-factor/authenticator.ts";
import { deleteSetupTokens, lockSetup } from "#domain/accounts/setup-queries.ts";
import { deleteUser, disableUser } from "#domain/tenancy/delete-user.ts";
import { endAccess } from "#domain/tenancy/end-access.ts";
import { openReset } from "#domain/tenancy/reset-password.ts";
import { findOrganisation, LOOKS, print, printTable, withInstallation } from "./open-command.ts";

const USERS_MAX = 10_000;
const PASSWORD_BYTES_MAX = 1_024;

/** Adds `user create`, `user list` and what is done to one user. */
export function addUserCommand(program: Command): void {
  const user = program.command("user").description("people who sign in to the dashboard");
  user
    .command("create")
    .description("make a user; a random password is printed, this once, unless one is given")
    .requiredOption("--email <email>", "e-mail address to sign in with")
    .addOption(
      new Option(
        "--role <role>",
        "rights in the organisation; a member unless given, the first one its owner",
      ).choices(["owner", "admin", "member", "viewer"]),
    )
    .option("--organisation <id>", "the first one unless given; made when there is none")
    .option("--password-stdin", "read the password from standard input")
    .action(createUser);
  user.command("list").description("list the users and their roles").action(listUsers);
  user
    .command("reset-password")
    .description(
      "give a user a new password; their sessions, connected clients, own API keys and share links end",
    )
    .requiredOption("--email <email>", "whose")
    .option("--keep-clients", "leave the MCP clients that they connected")
    .option("--keep-keys", "leave the API keys and share links that they made")
    .option("--password-stdin", "read the password from standard input")
    .action(resetPassword);
  user
    .command("remove-second-factor")
    .description("let a user who lost it sign in with the password alone; their sessions end")
    .requiredOption("--email <email>", "whose")
    .action(removeSecondFactor);
  user
    .command("disable")
    .description("let a user in no more; their sessions and connected clients end")
    .requiredOption("--email <email>", "whose")
    .option("--end-keys", "end the API keys and share links that they made, too")
    .action(disable);
  user
    .command("enable")
    .description("let a user who was disabled sign in again")
    .requiredOption("--email <email>", "whose")
    .action(enable);
  user
    .command("delete")
    .description("delete a user with all that is kept of them, as they could by themselves")
    .requiredOption("--email <email>", "whose")
    .action(deleteOne);
  user
    .command("reset-link")
    .description("print a link by which a user chooses a new password")
    .requiredOption("--email <email>", "whose")
    .action(makeResetLink);
}

/** Changes one user in a transaction, and prints what `work` says of it; NOT_FOUND where there is none. */
async function change(
  email: string,
  work: (
    context: AccountContext,
    user: { user_id: number; email: string; is_disabled: boolean },
    target: { user_id: string },
  ) => Promise<string>,
): Promise<void> {
  await withInstallation(async ({ context }) => {
    const said = await context.db.transaction().execute(async (db) => {
      const user = await findUserByEmail(db, email);
      if (!user) throw new Failure("NOT_FOUND", `There is no user ${email}; see user list.`);
      return await work({ ...context, db }, user, { user_id: encodeId("usr", user.user_id) });
    });
    print(said);
  });
}

async function disable({ email, endKeys }: { email: string; endKeys?: boolean }): Promise<void> {
  const keys = endKeys === true;
  const kept = keys ? "" : ", but API keys and share links that they made";
  await change(email, async (context, user) => {
    await disableUser(context, user, { keys });
    return `${email} signs in no more; all that let them in has ended${kept}.`;
  });
}

async function enable({ email }: { email: string }): Promise<void> {
  await change(email, async (context, { user_id }, target) => {
    if (!(await setDisabled(context.db, user_id, false)))
      throw new Failure("CONFLICT", `${email} is not disabled.`);
    await recordAudit(context, { operation: "enable_user", target });
    return `${email} may sign in again.`;
  });
}

async function deleteOne({ email }: { email: string }): Promise<void> {
  await change(email, async (context, user) => {
    await deleteUser(context, user, "delete_user");
    return `${email} is deleted; API keys and share links that they made keep working.`;
  });
}

async function makeResetLink({ email }: { email: string }): Promise<void> {
  await change(email, async (context, _, target) => {
    const url = await openReset(context, email);
    if (!url) throw new Failure("NOT_FOUND", `${email} may not sign in; see user list.`);
    await recordAudit(context, { operation: "make_reset_link", target });
    return `Pass this on; it works once, for 30 minutes, and is shown this once: ${url}`;
  });
}

async function removeSecondFactor({ email }: { email: string }): Promise<void> {
  await change(email, async (context, user, target) => {
    if (!(await forgetSecondFactor(context.db, user.user_id)))
      throw new Failure("NOT_FOUND", `There is no user ${email} with a second factor.`);
    await endAccess(context, user, { sessions: true, clients: false, keys: false });
    await recordAudit(context, { operation: "remove_second_factor", target });
    await tellUser(context, { ...user, notice: "second_factor_removed" });
    return `${email} signs in with the password alone; their sessions have ended.`;
  });
}

/** A password no one has to think of: 24 characters. */
export function makePassword(): string {
  return randomBytes(18).toString("base64url");
}

async function choosePassword(fromInput: boolean | undefined): Promise<string> {
  if (!fromInput) return makePassword();
  let text = "";
  for await (const part of process.stdin) {
    text += String(part);
    if (text.length > PASSWORD_BYTES_MAX) break;
  }
  return text.replace(/\r?\n$/, "");
}

type Wanted = { email: string; role?: Role; organisation?: string; passwordStdin?: boolean };

async function createUser(wanted: Wanted): Promise<void> {
  const { email, organisation, passwordStdin } = wanted;
  if (!z.email().max(254).safeParse(email).success) {
    throw new Failure("VALIDATION_ERROR", "--email: must be an e-mail address.");
  }
  const password = await choosePassword(passwordStdin);
  const password_hash = await hashPassword(password);
  await withInstallation(async ({ base, config, context }) => {
    const role = await base.db.transaction().execute(async (db) => {
      await lockSetup(db);
      if (await findUserByEmail(db, email)) {
        throw new Failure("DUPLICATE", `${email} is a user already; try user reset-password.`);
      }
      const found = await findOrganisation(db, organisation);
      if (!found && organisation !== undefined) {
        throw new Failure("NOT_FOUND", `--organisation: there is no ${organisation}.`);
      }
      const name = email.split("@")[1] ?? "Earshot";
      const organisation_id =
        found?.organisation_id ?? (await insertOrganisation(db, name, config.PLAN));
      const role = await chooseRole(db, organisation_id, wanted.role);
      const person = { email, name: "", password_hash };
      const user_id = await insertUser(db, person, { organisation_id, role });
      await deleteSetupTokens(db);
      const target = {
        organisation_id: encodeId("org", organisation_id),
        user_id: encodeId("usr", user_id),
      };
      await recordAudit({ ...context, db }, { operation: "create_user", target });
      return role;
    });
    print(`Made ${email}, ${role}.`);
    if (!passwordStdin) print(`Password, shown this once: ${password}`);
    print(`Sign in at ${config.BASE_URL}/login`);
  });
}

/** The role of a new user. Without an owner nobody could invite others or make projects, and the page of the setup is over. */
async function chooseRole(db: Database, organisation_id: number, role?: Role): Promise<Role> {
  const isOwned = (await countOwners(db, organisation_id)) > 0;
  if (isOwned || (role ?? "owner") === "owner") return role ?? (isOwned ? "member" : "owner");
  throw new Failure(
    "VALIDATION_ERROR",
    "--role: the organisation has no owner yet. Make that one first: without --role it is made.",
  );
}

async function listUsers(): Promise<void> {
  await withInstallation(async ({ base }) => {
    const rows = await rowsOf<
      Record<"email" | "role" | "created_at", string> & {
        user_id: number;
        organisation: string | null;
      }
    >(base.db)`
      select u.user_id, u.email, coalesce(m.role, 'none') || case when u.is_disabled then ', disabled' else '' end as role, o.name as organisation, u.created_at
      from users u left join memberships m using (user_id) left join organisations o using (organisation_id)
      order by lower(u.email), o.name limit ${USERS_MAX}`;
    printTable(
      ["id", "email", "role", "organisation", "made"],
      rows.map((row) => [
        encodeId("usr", row.user_id),
        row.email,
        row.role,
        row.organisation ?? "",
        row.created_at,
      ]),
    );
  }, LOOKS);
}

type Reset = Omit<Wanted, "role"> & { keepClients?: boolean; keepKeys?: boolean };

async function resetPassword(wanted: Reset): Promise<void> {
  const { email, passwordStdin, keepClients = false, keepKeys = false } = wanted;
  const password = await choosePassword(passwordStdin);
  const password_hash = await hashPassword(password);
  const kept = [keepClients && "clients", keepKeys && "API keys and share links"]
    .filter(Boolean)
    .join(" and ");
  await change(email, async (context, user, target) => {
    if (user.is_disabled)
      throw new Failure("CONFLICT", `${email} is disabled; user enable lets them in first.`);
    await updatePassword(context.db, user.user_id, password_hash);
    const what = { sessions: true, clients: !keepClients, keys: !keepKeys };
    const { client_ids } = await endAccess(context, user, what);
    const changed = { ...target, client_ids };
    await recordAudit(context, { operation: "reset_password", target: changed });
    await tellUser(context, { ...user, notice: "password_reset" });
    return `${email} has a new password; all else that let them in has ended${kept && `, but ${kept}`}.`;
  });
  if (!passwordStdin) print(`Password, shown this once: ${password}`);
}
