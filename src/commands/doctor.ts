import { access, constants } from "node:fs/promises";
import { createServer } from "node:net";
import type { Command } from "commander";
import type pg from "pg";
import { bundlePlaces, isBundleBuilt } from "#adapters/dashboard-bundle.ts";
import { listAlone, readCluster } from "#adapters/database/cluster.ts";
import { adviseListening, hostAndPort } from "#adapters/listen.ts";
import { findMailTrouble } from "#adapters/mail.ts";
import { makeFolder } from "#adapters/make-folder.ts";
import type { BaseContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { sayDoubt, sweepTime } from "#domain/accounts/seen-clock.ts";
import { listAllProblems } from "#domain/capture/health/health-queries.ts";
import { listJudgeTroubles } from "#domain/capture/health/judge-trouble.ts";
import { adviceOf } from "#domain/capture/health/problem.ts";
import { findLocalServers } from "#domain/capture/targets/find-local-models.ts";
import { listEnding } from "#domain/capture/targets/listed.ts";
import { judgeFirstThings } from "#domain/tenancy/bootstrap.ts";
import { SPREAD_TABLES } from "#domain/tenancy/spread-tables.ts";
import { type Config, readConfig } from "../config.ts";
import { untilSignal } from "../early-stop.ts";
import { firstThings, openInstallation } from "../installation.ts";
import { Waiting } from "../waiting.ts";
import { vaultKeys, wireProviders } from "../wiring.ts";
import { askLive } from "./ask-live.ts";
import { commandLog, print } from "./open-command.ts";
import { bytesInWords } from "./size.ts";

const NODE_MAJOR = 24;
const POSTGRES_BEST = 180_000;
const OLDER = "; 18 is recommended: it is what Earshot is measured on";
const READ_ONLY = "it takes no changes; see its disk, or whether DATABASE_URL names a standby.";
const NOTHING_FIRST = { INIT_OWNER_EMAIL: undefined, INIT_PROJECT_NAME: undefined };
/** `notice`: worth knowing, nothing is broken. */
type Finding = { name: string; state: "ok" | "notice" | "problem"; says: string };

/** Adds `doctor`. */
export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("check this machine and installation, and say what to do")
    .option("--live", "ask each assistant of a project one question, and say what held")
    .option("--project <id>", "with --live: its id or name; needed when there are several")
    .option("--yes", "with --live: ask without a question about the cost")
    .action(({ live, ...wanted }) => (live ? askLive(wanted) : untilSignal(examine)));
}

async function examine(stopped: AbortSignal): Promise<void> {
  const config = checkSettings();
  const findings = [
    checkNode(),
    ...("says" in config
      ? [config]
      : [
          await checkFolder(config),
          ...(await checkDatabase(config, stopped)),
          ...(await checkMail(config)),
          await checkPort(config),
          await checkDashboard(config),
          ...(await findLocalModels(config)),
        ]),
  ];
  const marks = { ok: "ok     ", notice: "note   ", problem: "PROBLEM" };
  for (const { name, state, says } of findings) print(`${marks[state]}  ${name}: ${says}`);
  const problems = findings.filter(({ state }) => state === "problem").length;
  print(problems === 0 ? "Nothing is in the way of npm start." : `${problems} to fix.`);
  if (problems > 0) process.exitCode = 1;
}

/** The settings; all else hangs on them, so where they cannot be used that alone is said. */
function checkSettings(): Config | Finding {
  try {
    return readConfig();
  } catch (error) {
    return { name: "Settings", state: "problem", says: (error as Error).message };
  }
}

function checkNode(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  const name = "Node";
  if (major >= NODE_MAJOR) return { name, state: "ok", says: process.versions.node };
  const says = `${process.versions.node} is too old; bin/earshot.js finds ${NODE_MAJOR} where npm ci brought it.`;
  return { name, state: "problem", says };
}

async function checkFolder({ DATA_DIR }: Config): Promise<Finding> {
  const name = "DATA_DIR";
  try {
    makeFolder(DATA_DIR);
    await access(DATA_DIR, constants.W_OK | constants.X_OK);
    return { name, state: "ok", says: DATA_DIR };
  } catch (error) {
    const says = `${DATA_DIR} cannot be written (${(error as Error).message}); give it to this user or set DATA_DIR.`;
    return { name, state: "problem", says };
  }
}

async function checkDatabase(config: Config, stopped: AbortSignal): Promise<Finding[]> {
  const name = "Database";
  const kind = config.DATABASE_URL ? "your PostgreSQL" : "the embedded PostgreSQL";
  try {
    const { base, pool, close } = await openInstallation(config, commandLog, stopped, {
      looks: true,
    });
    try {
      const rows = await rowsOf<{
        version: string;
        number: number;
        applied: number;
        is_read_only: boolean;
      }>(base.db)`
        select current_setting('server_version') as version,
          current_setting('server_version_num')::integer as number,
          current_setting('transaction_read_only')::boolean as is_read_only,
          (select count(*) from migrations where name like '0%') as applied`;
      const { version = "", number = 0, applied = 0, is_read_only = false } = rows[0] ?? {};
      return [
        { name, state: "ok", says: `${kind} ${version}${number < POSTGRES_BEST ? OLDER : ""}` },
        ...(is_read_only ? [{ name, state: "problem" as const, says: READ_ONLY }] : []),
        { name: "Migrations", state: "ok", says: `all ${applied} applied` },
        ...(await describeTier(pool, base.db)),
        await checkClock(base),
        ...(await judgeFirst(config, base.db)),
        ...(await lookAtReplica(base.replica)),
        ...(await findUnwell(base.db)),
        ...(await findEnding(base.db)),
      ];
    } finally {
      await close();
    }
  } catch (error) {
    if (stopped.aborted) throw error;
    if (error instanceof Waiting) return describeWaiting(config, error);
    // It names what is wrong, which may be any setting that a start needs.
    if (error instanceof Failure) return [{ name: "Start", state: "problem", says: error.message }];
    const todo = config.DATABASE_URL
      ? "see that it runs and that DATABASE_URL is right."
      : `look at the log in ${config.DATA_DIR}, or set DATABASE_URL.`;
    return [{ name, state: "problem", says: `${kind}: ${(error as Error).message}; ${todo}` }];
  }
}

async function describeWaiting(config: Config, waiting: Waiting): Promise<Finding[]> {
  const { message, hindrance, is_new } = waiting;
  const name = "Migrations";
  return [
    { name, state: "notice", says: message },
    ...(hindrance ? [{ name, state: "problem" as const, says: hindrance }] : []),
    // An older installation has made them already, as far as can be told.
    ...(await judgeFirst(is_new ? config : { ...config, ...NOTHING_FIRST }, null)),
  ];
}

/** Whether a start can use the key that seals, and make what it is asked to make first; `db`: null where that is all. */
async function judgeFirst(config: Config, db: Database | null): Promise<Finding[]> {
  try {
    vaultKeys(config, commandLog, true);
    await judgeFirstThings(db, firstThings(config));
    return [];
  } catch (error) {
    return [{ name: "Start", state: "problem", says: (error as Error).message }];
  }
}

/** Whether the clock is believed where old data is deleted by it. */
async function checkClock(base: Pick<BaseContext, "db" | "now">): Promise<Finding> {
  const name = "Clock";
  const { doubt } = await sweepTime(base);
  if (doubt) return { name, state: "notice", says: sayDoubt(doubt, base.now()) };
  return {
    name,
    state: "ok",
    says: `${base.now().toISOString().slice(0, 16).replace("T", " ")} UTC`,
  };
}

/** Whether reports can be asked of the replica, where one is named. */
async function lookAtReplica(replica: BaseContext["replica"]): Promise<Finding[]> {
  const name = "Replica";
  if (!replica) return [];
  const isCurrent = replica(
    async () => true,
    async () => false,
  );
  if (await isCurrent) return [{ name, state: "ok", says: "up to date; reports are asked of it" }];
  const says = "behind or away; reports are asked of DATABASE_URL until it is up to date.";
  return [{ name, state: "notice", says }];
}

/** Whether rows lie on one server or are spread over a cluster, and what lies where. */
async function describeTier(pool: pg.Pool, db: Database): Promise<Finding[]> {
  const name = "Tier";
  const cluster = await readCluster(pool, SPREAD_TABLES);
  if (!cluster) return [{ name, state: "ok", says: "one PostgreSQL, on one machine" }];
  const { version, nodes, spread } = cluster;
  if (spread.length === 0) {
    const says = `a cluster (Citus ${version}) that nothing is spread over yet; npm run distribute says what would be.`;
    return [{ name, state: "notice", says }];
  }
  const projects = await db.selectFrom("projects").select(["project_id", "name"]).execute();
  const names = new Map(projects.map(({ project_id, name }) => [project_id, name]));
  const alone = await listAlone(pool, [...names.keys()]);
  const says = `a cluster (Citus ${version}): ${spread.length} tables are spread by project over ${nodes.length} servers, all others are on the coordinator`;
  return [
    { name, state: "ok", says },
    ...nodes.map(({ node, is_well, shards, bytes }): Finding => {
      const own = alone.filter((one) => one.node === node).map((one) => names.get(one.project_id));
      const alones = own.length > 0 ? `; alone in a shard: ${own.join(", ")}` : "";
      return is_well
        ? {
            name: "Server",
            state: "ok",
            says: `${node}: ${shards} shards, ${bytesInWords(bytes)}${alones}`,
          }
        : {
            name: "Server",
            state: "problem",
            says: `${node} cannot be reached from every server of the cluster.`,
          };
    }),
  ];
}

/** What is wrong with assistants of any project; nothing of it is in the way of a start. */
async function findUnwell(db: Database): Promise<Finding[]> {
  const all = [...(await listAllProblems(db)), ...(await listJudgeTroubles(db))];
  return all.map(({ project, name, problem, since, message, said }) => ({
    name: "Assistants",
    state: "notice",
    says: [
      `${name} of ${project}, since ${since.slice(0, 16).replace("T", " ")} UTC: ${message}`,
      ...(said ? [`“${said}”`] : []),
      adviceOf({ problem, message, said }).todo,
    ].join(" "),
  }));
}

/** Models whose provider ends them soon, as its list said when it was last read. */
async function findEnding(db: Database): Promise<Finding[]> {
  const ending = await listEnding(db, new Date().toISOString().slice(0, 10));
  return ending.map(({ project, name, model, retires_on, read_on }) => ({
    name: "Assistants",
    state: "notice",
    says: `${name} of ${project}: its provider ends ${model} on ${retires_on}, as its list said on ${read_on}. Choose another model under Assistants.`,
  }));
}

/** Whether the mail server lets this installation in, where one is named. */
async function checkMail({ SMTP_URL }: Config): Promise<Finding[]> {
  const name = "Mail";
  if (!SMTP_URL) return [];
  const { host } = new URL(SMTP_URL);
  const trouble = await findMailTrouble(SMTP_URL);
  if (!trouble) return [{ name, state: "ok", says: `${host} takes mail` }];
  const says = `${host} takes no mail (${trouble}); see SMTP_URL: ${trouble.startsWith("EAUTH") ? "its user or password is refused." : "its host, its port, and that it can be reached from here."}`;
  return [{ name, state: "problem", says }];
}

async function checkPort({ HOST, PORT }: Config): Promise<Finding> {
  const name = "Port";
  const server = createServer();
  const taken = await new Promise<Error | null>((done) => {
    server.once("error", done);
    server.listen(PORT, HOST, () => server.close(() => done(null)));
  });
  const at = hostAndPort(HOST, PORT);
  if (!taken) return { name, state: "ok", says: `${at} is free` };
  const isEarshot = await fetch(`http://${at}/healthz`, {
    signal: AbortSignal.timeout(2_000),
  }).then(
    (response) => response.ok,
    () => false,
  );
  if (isEarshot) return { name, state: "notice", says: `a server answers on ${at} already` };
  return { name, state: "problem", says: `${at}: ${taken.message}; ${adviseListening(taken)}.` };
}

async function checkDashboard({ DATA_DIR }: Config): Promise<Finding> {
  const name = "Dashboard";
  if (await isBundleBuilt(bundlePlaces(DATA_DIR))) return { name, state: "ok", says: "built" };
  const says = "not built; npm start builds it, and so does npm run build ahead of it.";
  return { name, state: "notice", says };
}

/** Models that run on this machine, which can be asked without a key. */
async function findLocalModels(config: Config): Promise<Finding[]> {
  const servers = await findLocalServers(wireProviders(config));
  return servers.map(({ label, base_url, models }) => {
    const some = models.slice(0, 3).map(({ id }) => id);
    const more = models.length > some.length ? ` and ${models.length - some.length} more` : "";
    const says = `${label} at ${base_url} has ${some.join(", ")}${more}; they can be asked without a key.`;
    return { name: "Local models", state: "notice" as const, says };
  });
}
