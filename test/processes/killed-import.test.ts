import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { startProcess } from "../kit/own-process.ts";
import { urlOf } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";

const ANSWERS = 6_000;
const REPEATED = 500;
const KILLED_AT = [500, 2_500];
const folder = await mkdtemp(join(tmpdir(), "earshot-killed-import-"));
after(() => rm(folder, { recursive: true, force: true }));

const ANSWERED = [
  "Acme lasts.",
  "Take Borealis, then Acme.",
  "Borealis is lighter.",
  "None of them.",
];

/** An answer of four kinds on one of thirty days; every third has an id of its own. */
function makeLine(index: number) {
  const day = 1 + (index % 30);
  return {
    captured_at: `2026-01-${String(day).padStart(2, "0")}T10:00:00Z`,
    prompt: `Question ${index % 97}?`,
    model: index % 2 ? "ChatGPT" : "Gemini",
    answer: `${ANSWERED[index % 4]} That is answer ${index}.`,
    ...(index % 3 === 0 && { external_id: `line-${index}` }),
    sources: [{ url: `https://site-${index % 11}.example/page` }],
  };
}

/** Imports a file into a world's project in a process of its own. */
function startImport(world: World, file: string) {
  return startProcess(["src/commands/earshot.ts", "import", "answers", file], {
    ...{ DATA_DIR: folder, DATABASE_URL: urlOf(world), ENCRYPTION_KEY: "0".repeat(64) },
  });
}

/** What is stored, once no transaction of a killed process is running any more. */
async function readStored({ db, project }: World): Promise<Map<number, string>> {
  const rows = await db.transaction().execute(async (inner) => {
    await lockAnswers(inner, project);
    const query = inner.selectFrom("answers").select(["answer_id", "answer"]);
    return query.where("project_id", "=", project.project_id).execute();
  });
  return new Map(rows.map((row) => [row.answer_id, row.answer]));
}

async function killAt(count: number, world: World, file: string): Promise<void> {
  const { child, ended } = startImport(world, file);
  const { project_id } = world.project;
  for (;;) {
    const { rows } = await world.pool.query(
      "select count(*)::int as count from answers where project_id = $1",
      [project_id],
    );
    if (rows[0].count >= count) break;
    assert.equal(child.exitCode ?? child.signalCode, null, "it ended before it was killed");
    await sleep(2);
  }
  child.kill("SIGKILL");
  await ended;
  assert.equal(child.signalCode, "SIGKILL");
}

test("an import that is killed half-way and run again stores each answer once, and reports agree", async () => {
  const world = await makeWorld();
  await world.rest("POST", "/brands", { name: "Borealis" });
  await world.runJobs();
  const lines = Array.from({ length: ANSWERS }, (_, index) => makeLine(index));
  const file = join(folder, "answers.jsonl");
  const repeated = [...lines, ...lines.slice(0, REPEATED)];
  await writeFile(file, repeated.map((line) => JSON.stringify(line)).join("\n"));
  let before = new Map<number, string>();
  for (const count of KILLED_AT) {
    await killAt(count, world, file);
    const stored = await readStored(world);
    assert.ok(stored.size > before.size && stored.size < ANSWERS, `${stored.size} after a kill`);
    for (const [id, answer] of before) assert.equal(stored.get(id), answer);
    before = stored;
    const { rowCount } = await world.pool.query(
      "select from audit_log where project_id = $1 and operation = 'import_chats'",
      [world.project.project_id],
    );
    assert.equal(rowCount, 1 + KILLED_AT.indexOf(count), "the killed import is in the audit log");
  }

  const { output } = await startImport(world, file).ended;
  const [fresh, known] = [ANSWERS - before.size, before.size + REPEATED];
  assert.match(output, new RegExp(`: ${fresh} answers imported, ${known} there already, 0 failed`));
  const stored = await readStored(world);
  for (const [id, answer] of before) assert.equal(stored.get(id), answer);
  assert.deepEqual([...stored.values()].sort(), lines.map(({ answer }) => answer).sort());
  await compareReports(world, lines);
});

async function compareReports(world: World, lines: ReturnType<typeof makeLine>[]): Promise<void> {
  const range = { date_from: "2026-01-01", date_to: "2026-01-30" };
  const dimensions = ["date", "model_id"];
  const ask = async (kind: string) => {
    const { body } = await world.rest("POST", `/reports/${kind}`, {
      ...{ ...range, dimensions, limit: 1_000 },
    });
    return body.data as Record<string, unknown>[];
  };
  const groupOf = ({ captured_at, model }: (typeof lines)[number]) =>
    `${captured_at.slice(0, 10)} mdl_${model.toLowerCase()}`;
  const brands = (await ask("brands")).map((row) => {
    const { name } = row["brand"] as { name: string };
    const { date, model_id, visibility_count, visibility_total } = row;
    return [`${date} ${model_id} ${name}`, visibility_count, visibility_total];
  });
  const naive = [...new Set(lines.map(groupOf))].flatMap((group) => {
    const own = lines.filter((line) => groupOf(line) === group);
    return ["Acme", "Borealis"].map((name) => {
      const naming = own.filter(({ answer }) => answer.includes(name));
      return [`${group} ${name}`, naming.length, own.length];
    });
  });
  assert.deepEqual(brands.sort(), naive.sort());
  const sites = (await ask("domains")).map((row) => [
    `${row["date"]} ${row["model_id"]} ${row["domain"]}`,
    row["cited_chat_count"],
  ]);
  const counted = new Map<string, number>();
  for (const line of lines) {
    const key = `${groupOf(line)} ${new URL(line.sources[0]?.url ?? "").host}`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  assert.deepEqual(sites.sort(), [...counted].sort());
}
