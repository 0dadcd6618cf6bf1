import { Client } from "pg";
import { startEmbeddedPostgres } from "../../../../src/adapters/database/embedded-postgres.ts";
import { endAll, PARALLEL, PORT, PROCESSES, ROUNDS, SETTINGS, startServer } from "../harness.ts";
import { type Assistant, claudeCode, codex } from "./assistants.ts";
import { Front } from "./front.ts";
import { ScriptedModel } from "./scripted-model.ts";

// Two command-line assistants with calls at once on a dead access token, one process of ours and two behind one
// origin: node test/outside/mcp/programs/run.ts [claude-code] [codex]
// Before: npm ci --ignore-scripts in this folder (770 MB: both bring their own program).
/** So many rounds at most in one conversation. */
const CONVERSATION = 25;
const FRONT = `http://localhost:${PORT + 5}`;
const PORTS = [PORT, PORT + 4];
const ASSISTANTS = { "claude-code": claudeCode, codex };

type Case = { assistant: Assistant; processes: number; parallel: number };
type Parts = { db: Client; front: Front; model: ScriptedModel };

/** Rounds of one case; true when after each of them every call was answered and the user was not asked again. */
async function tryCase({ db, front, model }: Parts, { assistant, processes, parallel }: Case) {
  front.leadTo(PORTS.slice(0, processes));
  await db.query("delete from oauth_grants");
  await assistant.signIn(FRONT);
  front.forget();
  const began = Date.now();
  const bad: string[] = [];
  let good = 0;
  let of_round = 0;
  for (let tried = 0; tried < ROUNDS; ) {
    const rounds = Math.min(CONVERSATION, ROUNDS - tried);
    model.play({
      ...{ tool: "list_projects", parallel, rounds },
      isGood: (result) => result.includes("Acme"),
      async before() {
        of_round = front.refreshes.length;
        await db.query("update oauth_tokens set expires_at = now() where kind = 'access'");
      },
    });
    const printed = await assistant.converse();
    good += model.good;
    tried += model.good;
    if (model.good === rounds) continue;
    tried++;
    bad.push(...model.bad.map((one) => one.slice(0, 300)));
    if (model.bad.length === 0) bad.push(printed.slice(-1000));
    bad.push(...front.refreshes.slice(of_round).map((one) => JSON.stringify(one)));
    if (tried < ROUNDS) await assistant.signIn(FRONT);
  }
  const { rows } = await db.query(
    "select count(*)::int as living from oauth_grants where revoked_at is null",
  );
  const refreshes = [...Map.groupBy(front.refreshes, ({ status }) => status)]
    .map(([status, all]) => `${all.length} x ${status}`)
    .join(", ");
  const words =
    `${assistant.name}, ${processes} process(es), ${parallel} calls: ${good} of ${ROUNDS} rounds; ` +
    `${rows[0].living} grant(s), ${front.unauthorized} x 401, refreshes ${refreshes}; ${Date.now() - began} ms`;
  console.log(words);
  for (const one of bad) console.log(`      ${one}`);
  return good === ROUNDS && rows[0].living === 1;
}

async function main(): Promise<boolean> {
  const chosen = process.argv.slice(2);
  const front = new Front();
  const model = new ScriptedModel();
  // Their published documents cannot be fetched everywhere: they register.
  const settings = { BASE_URL: FRONT, OAUTH_CLIENT_DOCUMENTS: "off" };
  let db: Client | undefined;
  let server: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
  let isGood = true;
  try {
    for (const port of PORTS) await startServer({ ...settings, PORT: String(port) });
    server = await startEmbeddedPostgres({ data_dir: SETTINGS.DATA_DIR, log() {} });
    db = new Client(server.connection);
    await db.connect();
    await front.listen(PORT + 5);
    await model.listen(PORT + 6);
    for (const [name, make] of Object.entries(ASSISTANTS)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      const assistant = make(`http://localhost:${PORT + 6}`);
      for (const processes of PROCESSES) {
        for (const parallel of PARALLEL) {
          const one = { assistant, processes, parallel };
          if (!(await tryCase({ db, front, model }, one))) isGood = false;
        }
      }
    }
  } finally {
    front.close();
    model.close();
    await db?.end();
    await server?.stop();
    await endAll();
  }
  return isGood;
}

process.exitCode = (await main()) ? 0 : 1;
