import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import type { Command } from "commander";
import { makeProgram } from "../../src/commands/run-command.ts";
import { startCommands } from "../kit/own-process.ts";
import { listCommands, type PageCommand } from "../kit/page-commands.ts";
import { urlOf } from "../kit/real-server.ts";
import { isCluster } from "../kit/test-database.ts";
import { makeWorld } from "../kit/world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

/** Pages whose blocks a test runs as they are printed: what the test reads of them, and in which language. */
const BLOCKS_RUN_BY: [page: string, language: "sh" | "sql", test: string][] = [
  ["docs/api.md", "sh", "test/laws/api-guide.test.ts"],
  ["docs/automation.md", "sh", "test/processes/automation.test.ts"],
  ["docs/views.md", "sql", "test/laws/views-queries.test.ts"],
  ["clients/n8n-nodes-earshot/README.md", "sh", "test/laws/n8n.test.ts"],
  ["clients/skill/earshot/SKILL.md", "sh", "test/laws/skill.test.ts"],
];

/** Lines that are run below, in this order, on a database with one project, Acme; `code` is 0 unless told. */
const RUN: { line: string; says: RegExp; code?: number }[] = [
  { line: "npm run earshot -- migrate", says: /./ },
  { line: "npm run earshot -- size", says: /everything else/ },
  { line: "npm run doctor", says: /Nothing is in the way/ },
  { line: "npm run earshot -- reparse", says: /Acme/ },
  {
    line: "npm run user -- create --email you@example.com --role owner",
    says: /Password, shown this once/,
  },
  {
    line: "npm run user -- reset-link --email you@example.com",
    says: /works once.*\/reset\/\S{40}/,
  },
  {
    line: "npm run --silent export -- mentions --date-from 2026-01-01 --out mentions.csv",
    says: /Acme: 0 rows in .*mentions\.csv/,
  },
  {
    line: 'npm run earshot -- views grant --project "Acme" --role bi_reader',
    says: /reads the views of Acme/,
  },
  { line: "npm run earshot -- views list", says: /bi_reader.* Acme/ },
  { line: "alter role bi_reader nologin", says: /^$/ },
  {
    line: "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bi_reader'",
    says: /^$/,
  },
  { line: 'npm run earshot -- views revoke --project "Acme" --role bi_reader', says: /./ },
  { line: "npm run earshot -- views remove", says: /The views are gone/ },
  { line: "npm run distribute", says: /Citus/, code: 1 },
  {
    line: "npm run export -- project --project Acme --out acme.jsonl.gz",
    says: /Acme: \d+ rows in .*acme\.jsonl\.gz/,
  },
  { line: "npm run import -- project acme.jsonl.gz", says: /is restored/ },
  {
    line: "create role earshot login password '...';\ncreate database earshot owner earshot encoding 'UTF8' locale 'C.UTF-8' template template0;",
    says: /^$/,
  },
  { line: "alter role earshot set timezone = 'UTC'", says: /^$/ },
  { line: "alter role earshot set statement_timeout = '60s'", says: /^$/ },
  {
    line: "grant create on database earshot to earshot; grant create on schema public to earshot;",
    says: /^$/,
  },
];

/** Lines that another test runs, and by what words of it that is seen. */
const RUN_BY: [line: RegExp, test: string, words: RegExp][] = [
  [/^npm( ci && npm)? start$/, "test/processes/launcher.test.ts", /\[npmOf\(\), "start"\]/],
  [/^npm run demo$/, "test/processes/commands.test.ts", /\["demo"\]/],
  [/doctor -- --live$|-- doctor --live$/, "test/processes/live-doctor.test.ts", /"--live"/],
  [/^npm run import -- answers$/, "test/processes/commands.test.ts", /"import", "answers"/],
  [/^npm run export -- project$/, "test/processes/commands.test.ts", /"export", "project"/],
  [
    /^npm run user -- remove-second-factor --email /,
    "test/processes/operator.test.ts",
    /command\("user", "remove-second-factor", "--email", email\)\).code, 0/,
  ],
  [
    /^npm run user -- disable --email /,
    "test/processes/operator.test.ts",
    /command\("user", "disable", "--email", email\)\).code, 0/,
  ],
  [/^npm run user( -- \S+)?$/, "test/processes/commands.test.ts", /"user", "reset-password"/],
  [
    /^earshot plan (show|set)$/,
    "test/processes/commands.test.ts",
    /\["plan", "set", "brand\/enterprise"\][\s\S]+command\("plan", "show"\)/,
  ],
  [/^earshot describe$/, "test/processes/automation.test.ts", /here\(describe\)/],
  [/^npm run earshot -- --help$/, "test/laws/page-commands.test.ts", /spawnSync\("sh"/],
  [/^export EARSHOT_(URL|KEY)=/, "test/laws/api-guide.test.ts", /EARSHOT_URL: /],
  [/^npm (ci|test|run check)( && npm test)?$/, ".ci/run", /^npm ci\nnpm run check\nnpm test$/m],
  [/^npm test -- src\/\S+\.test\.ts$/, ".ci/run", /^npm test$/m],
];

/** Lines whose work another test does, without npm or on files of its own, since the line itself writes into this tree or never ends. */
const WORK_DONE_BY: typeof RUN_BY = [
  [/^npm run worker$/, "test/kit/worker-storm.ts", /startProcess\(\["src\/worker\.ts"\]/],
  [/^npm run build$/, "src/adapters/dashboard-bundle.test.ts", /openBundle/],
  [/^npm run package$/, "test/processes/package.test.ts", /writePackage/],
  [/^npm run release -- 0\.2\.0$/, "test/laws/release.test.ts", /tagRelease/],
  [/^npm run accuracy$/, "test/laws/accuracy.test.ts", /measureAll/],
  [/^npm run contract$/, "test/laws/contract.test.ts", /contractFiles/],
  [/^npm run schema$/, "test/laws/schema.test.ts", /schemaFiles/],
  [/^npm run client$/, "test/laws/client.test.ts", /clients\/typescript/],
];

/** Lines that no test runs, and why. What can be looked at without running them is: files, scripts, options. */
const NOT_RUN: [line: RegExp, why: string][] = [
  [/^(nice -n -18 )?node bench\/|node bench\/\S+$/, "a measurement of minutes to hours, by hand"],
  [/^npm run evaluate/, "it writes a page from a project of 4320 answers, by hand"],
  [
    /^npm run earshot -- place|^npm run distribute -- --yes$/,
    "it takes a Citus cluster; with one, test/processes/cluster.test.ts does",
  ],
  [/^TEST_DATABASE_URL=/, "it takes a Citus cluster"],
  [/^openssl rand -hex 24$/, "it is not ours"],
  [/^npm run (site|outside)$|--prefix docs\/site/, "it installs packages from the network"],
  [/test\/outside/, "it installs packages from the network"],
  [
    /^(EARSHOT_PROVIDER_BODIES|REAL_ANSWERS)=/,
    "it reads bodies and answers that are not ours to pass on",
  ],
  [
    /^(claude|npx|MCP_AUTO_OPEN_ENABLED=true npx) /,
    "a program of others, which would install itself from the network",
  ],
  [/^npx --package FILE earshot( demo)?$/, "npm run outside does, from the packed file"],
  [/npm install \/path\/to/, "a folder of the reader's"],
  [/^npm (sbom|exec)/, "npm's own; npm run release and npm run outside run it"],
  [/^(fly|kubectl|helm|docker|render) /, "a platform's program, which is not here"],
  [/^useradd /, "it changes the machine's users"],
  [/^sudo systemd-run /, "it takes systemd and the units"],
  [/^create extension citus$|^select citus_/, "it takes Citus"],
];

const { commands, strange } = listCommands();
const isByPage = ({ page, language, isMarked }: PageCommand) =>
  BLOCKS_RUN_BY.some(([one, kind]) => isMarked && page === one && language === kind);
const rest = commands.filter((command) => !isByPage(command));
/** The first of these lists that a line is in. */
const placeOf = (text: string) =>
  RUN.some(({ line }) => line === text)
    ? "run here"
    : [...RUN_BY, ...WORK_DONE_BY].some(([line]) => line.test(text))
      ? "run by a test"
      : NOT_RUN.some(([line]) => line.test(text))
        ? "not run"
        : "nothing";

test("every command that a page tells is run by a test, or listed as one that none runs", () => {
  assert.ok(commands.length > 100, String(commands.length));
  const lost = rest.filter(({ text }) => placeOf(text) === "nothing");
  assert.deepEqual(lost, []);
  // Blocks of neither commands nor a language: what a program printed.
  assert.deepEqual(strange, [
    "docs/api.md: limit: must be between 1 and 1000",
    "docs/automation.md: # yaml-language-server: $schema=http://localhost:8787/docs/project.schema.json",
    "docs/engines.md: openai gpt-6-astra",
    'docs/identity.md: {"open":"https://earshot.example/setup?token=...","msg":"make the first account here"}',
  ]);
});

test("no list names what no page tells, and each test that a list names runs what it says", () => {
  const texts = rest.map(({ text }) => text);
  const unused = [
    ...RUN.filter(({ line }) => !texts.includes(line)).map(({ line }) => line),
    ...[...RUN_BY, ...WORK_DONE_BY, ...NOT_RUN]
      .filter(([line]) => !texts.some((text) => line.test(text)))
      .map(String),
    ...BLOCKS_RUN_BY.filter(
      (one) => !commands.some((command) => isByPage(command) && command.page === one[0]),
    ).map(String),
  ];
  assert.deepEqual(unused, []);
  for (const [, file, words] of [...RUN_BY, ...WORK_DONE_BY]) assert.match(read(file), words, file);
  for (const [page, , file] of BLOCKS_RUN_BY)
    assert.ok(read(file).includes(page.startsWith("clients/n8n") ? "README.md" : page), file);
});

/** A line's words; what a shell would split. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

/** The words that a line gives to a command of ours, or undefined. */
function ownWords(line: string): string[] | undefined {
  const [, script = "", given = ""] =
    /^npm (?:run (?:--silent )?)?([a-z]+)(?: -- (.*))?$/.exec(line) ?? [];
  const [, own] = /^exec node bin\/earshot\.js((?: [a-z]+)?)$/.exec(scripts[script] ?? "") ?? [];
  const [, packed] = /^(?:npx --package FILE )?earshot(.*)$/.exec(line) ?? [];
  if (own !== undefined) return wordsOf(`${own} ${given}`);
  return packed === undefined ? undefined : wordsOf(packed);
}

/** Says what a command of ours would refuse of these words, by its own definition. */
function refusal(words: readonly string[]): string | undefined {
  let command: Command = makeProgram();
  const left = [...words];
  for (let next = left[0]; next !== undefined; next = left[0]) {
    const inner = command.commands.find((one) => one.name() === next);
    if (!inner) break;
    command = inner;
    left.shift();
  }
  let arguments_ = 0;
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "--help") continue;
    if (!word.startsWith("--")) arguments_++;
    else {
      const option = command.options.find(({ long }) => long === word);
      if (!option) return `${command.name()} has no ${word}`;
      if (option.required && left.shift() === undefined) return `${word} takes a value`;
    }
  }
  const isMore = arguments_ > command.registeredArguments.length;
  return isMore ? `${command.name()} does not take ${words.join(" ")}` : undefined;
}

test("what is not run here names commands, options, scripts and files that there are", () => {
  assert.equal(refusal(["doctor", "--life"]), "doctor has no --life");
  assert.ok(refusal(["view", "grant"]));
  const wrong: string[] = [];
  for (const { page, text } of rest) {
    const own = ownWords(text);
    const problem = own && refusal(own);
    if (problem) wrong.push(`${page}: ${text}: ${problem}`);
    const [, script] = /^npm (?:run (?:--silent )?)([a-z]+)/.exec(text) ?? [];
    if (script && !(script in scripts)) wrong.push(`${page}: there is no script ${script}`);
    const named = text.match(/(?<![\w/@.:-])(?:bench|src|test|deploy|docs)\/[\w./-]+/g) ?? [];
    const files = named.filter((file) => !file.includes("node_modules"));
    for (const file of files) if (!existsSync(join(ROOT, file))) wrong.push(`${page}: ${file}`);
    // A script's options stand in it.
    const [program] = files.filter((file) => /^bench\/.*\.ts$/.test(file));
    for (const [, option = ""] of program ? text.matchAll(/ --([a-z]+)/g) : [])
      if (!new RegExp(`\\b${option}\\b`).test(read(program ?? "")))
        wrong.push(`${page}: ${program} has no --${option}`);
    const [, stage] = /--target (\w+)/.exec(text) ?? [];
    if (stage && !read("Dockerfile").includes(` AS ${stage}\n`)) wrong.push(`${page}: ${stage}`);
    for (const [url] of text.matchAll(/https:\/\/earshot\.example\.com\S*/g))
      if (new URL(url).pathname !== "/api/mcp") wrong.push(`${page}: ${url}`);
  }
  assert.deepEqual(wrong, []);
});

test("npm passes a line on as it is printed", () => {
  const line = "npm run earshot -- --help";
  assert.ok(rest.some(({ text }) => text === line));
  const { stdout, status } = spawnSync("sh", ["-c", line], { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 0);
  for (const { page, text } of rest) {
    const [name] = ownWords(text) ?? [];
    if (name && !name.startsWith("-"))
      assert.match(stdout, new RegExp(`^ +${name}\\b`, "m"), `${page}: ${text}`);
  }
});

test("the lines that are run here do what their pages say", {
  skip: isCluster && "Views are refused on a cluster.",
}, async () => {
  const world = await makeWorld();
  const folder = await mkdtemp(join(tmpdir(), "earshot-pages-"));
  const mine = `earshot_${process.pid}_${Date.now()}`;
  after(async () => {
    await rm(folder, { recursive: true });
    await world.pool.query(`drop database if exists ${mine}`);
    const roles = "select rolname from pg_roles where rolname = any($1)";
    for (const { rolname } of (await world.pool.query(roles, [["bi_reader", mine]])).rows)
      await world.pool.query(`drop owned by ${rolname}; drop role ${rolname}`);
  });
  const command = startCommands({
    ...{ DATA_DIR: folder, DATABASE_URL: urlOf(world), ENCRYPTION_KEY: "0".repeat(64) },
  });
  for (const { line, says, code = 0 } of RUN) {
    const words = ownWords(line);
    if (!words) {
      // One by one: a database is made outside of a transaction.
      for (const statement of line.replace(/\bearshot\b/g, mine).split(";"))
        if (statement.trim()) await world.pool.query(statement);
      continue;
    }
    const inFolder = words.map((word) => (/\.(csv|gz)$/.test(word) ? join(folder, word) : word));
    const ran = await command(...inFolder);
    const said = ran.output + ran.errors;
    assert.deepEqual([ran.code, says.test(said)], [code, true], `${line}\n${said}`);
  }
});
