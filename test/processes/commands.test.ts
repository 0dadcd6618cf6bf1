import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { startCommands, startProcess } from "../kit/own-process.ts";

const folder = await mkdtemp(join(tmpdir(), "earshot-commands-"));
const data_dir = join(folder, "data");
after(() => rm(folder, { recursive: true, force: true }));

const environment = {
  DATA_DIR: data_dir,
  INIT_PROJECT_NAME: "Acme",
  INIT_PROJECT_DOMAIN: "acme.example",
};

/** Runs a command of ours on the database of this test's own folder, as a shell does: it has to end by itself. */
function shell(...words: string[]) {
  return startProcess(["src/commands/earshot.ts", ...words], environment).ended;
}

/** The same in a process that has run others before. */
const command = startCommands(environment);

test("keys and users made by commands are listed, and a revoked key stays revoked", async () => {
  const made = await shell("key", "create", "--name", "scripts", "--access", "write");
  assert.match(made.output, /^earshot_sk_\w{38}\n$/, made.errors);
  // That one made and started the database and stopped it again; the others find it running.
  const postgres = await startEmbeddedPostgres({ data_dir, log: () => {} });
  after(postgres.stop);
  const listed = await command("key", "list");
  const id = /key_\w+/.exec(listed.output)?.[0] ?? "";
  assert.match(listed.output, /scripts .*write/);
  assert.equal((await command("key", "revoke", id)).code, 0);
  assert.match((await command("key", "list")).output, /scripts .*revoked/);
  const viewer = ["user", "create", "--email", "vic@acme.example", "--role", "viewer"];
  assert.match((await command(...viewer)).errors, /no owner yet/);
  const user = await command("user", "create", "--email", "ann@acme.example");
  assert.match(user.output, /Password, shown this once: \S{24}/);
  assert.equal((await shell("user", "create", "--email", "ann@acme.example")).code, 1);
  assert.match((await command("user", "list")).output, /ann@acme\.example +owner/);
});

test("a role is granted views of the embedded database, reads them, and does no more once that is revoked", async () => {
  const postgres = await startEmbeddedPostgres({ data_dir, log: () => {} });
  after(postgres.stop);
  const made = await command("views", "grant", "--role", "bi_reader");
  assert.equal(made.code, 0, made.errors);
  const [, host = "", port = "", database = ""] =
    /bi_reader reads the views of Acme: host=(\S+) port=(\d+) dbname=(\w+), user bi_reader/.exec(
      made.errors,
    ) ?? [];
  const password = made.output.trim();
  const reader = new pg.Client({ host, port: Number(port), database, user: "bi_reader", password });
  await reader.connect();
  assert.equal((await reader.query("select from v1_answers")).rowCount, 0);
  await assert.rejects(reader.query("select from public.answers"), /permission denied/);
  const again = await command("views", "grant", "--role", "bi_reader", "--all");
  assert.deepEqual([again.code, again.output], [0, ""], again.errors);
  assert.match(
    (await command("views", "list")).output,
    /bi_reader +all .*\nbi_reader +prj_\w+ +Acme/,
  );
  const both = await command("views", "grant", "--role", "r", "--all", "--project", "Acme");
  assert.match(both.errors, /--project or --all, not both/);
  assert.equal((await command("views", "revoke", "--role", "bi_reader", "--all")).code, 0);
  assert.equal((await reader.query("select from v1_answers")).rowCount, 0);
  assert.equal((await command("views", "revoke", "--role", "bi_reader")).code, 0);
  await assert.rejects(reader.query("select from earshot.v1_answers"), /permission denied/);
  const none = await command("views", "revoke", "--role", "bi_reader");
  assert.match(none.errors, /was not granted Acme/);
  await reader.end();
  assert.match((await command("views", "remove")).output, /The views are gone/);
  assert.match((await command("views", "remove")).output, /There were no views/);
});

test("an import tells failures by the line of the CSV file, and again changes nothing", async () => {
  const file = join(folder, "answers.csv");
  await writeFile(
    file,
    "external_id,captured_at,prompt,model,answer,sources\n" +
      'a1,2026-01-02T06:00:00Z,Best kettle?,ChatGPT,"Acme\nis good.",https://a.example/x|https://b.example/y\n' +
      'a2,yesterday,Best kettle?,ChatGPT,"None\r\n\r\nat all.",\n' +
      "a3,tomorrow,Best kettle?,ChatGPT,None.,\n",
  );
  const first = await shell("import", "answers", file);
  assert.equal(first.code, 1);
  assert.match(first.errors, /^line 4: captured_at.*\nline 7: captured_at/m);
  assert.match(
    first.output,
    /1 answers imported, 0 there already, 2 failed\. 1 prompts are new: 1 /,
  );
  assert.match((await command("import", "answers", file)).output, /0 answers imported, 1 there/);
});

test("size says where the bytes are, all of them, and what a year will take", async () => {
  const { output, code, errors } = await command("size", "--json");
  assert.equal(code, 0, errors);
  const size = JSON.parse(output);
  const sumOf = (rows: Record<string, number>[], ...names: string[]) =>
    rows.reduce((sum, row) => names.reduce((part, name) => part + (row[name] ?? 0), sum), 0);
  const inGroups = sumOf(size.groups, "table_bytes", "index_bytes");
  assert.ok(inGroups > 0 && inGroups < size.database_bytes);
  assert.equal(size.answers, sumOf(size.projects, "answers"));
  assert.ok(size.answers > 0);
  const inProjects = sumOf(size.projects, "bytes");
  assert.ok(inProjects > 0 && inProjects <= inGroups, `${inProjects} of ${inGroups}`);
  const named = size.groups.map(({ name }: { name: string }) => name);
  for (const name of ["texts of answers", "facts of answers", "sums of pages", "everything else"])
    assert.ok(named.includes(name), name);
  // Its answers are of a month that is long over: it does not grow.
  const [project] = size.projects;
  assert.deepEqual([project.growth_bytes_per_day, project.year_bytes], [0, project.bytes]);
  const short = startProcess(["src/commands/earshot.ts", "size", "--json"], {
    ...environment,
    KEEP_ANSWERS_DAYS: "35",
  });
  const [kept] = JSON.parse((await short.ended).output).projects;
  assert.deepEqual([kept.kept_days, kept.year_bytes], [35, 0]);
  const long = startProcess(["src/commands/earshot.ts", "size", "--json"], {
    ...environment,
    KEEP_ANSWERS_DAYS: "3650",
  });
  const [left] = JSON.parse((await long.ended).output).projects;
  assert.deepEqual([left.kept_days, left.year_bytes], [3650, left.bytes]);
  assert.match((await command("size")).output, /texts of answers +\S+ k?B.*\n[\s\S]*Acme/);
});

test("an export goes to standard output or a file, and what it wrote is imported again", async () => {
  const file = join(folder, "out.jsonl.gz");
  const written = await shell("export", "answers", "--format", "jsonl", "--out", file);
  assert.match(written.errors, /Acme: 1 rows in .*out\.jsonl\.gz/);
  assert.equal(written.output, "");
  assert.deepEqual(await readdir(folder), ["answers.csv", "data", "out.jsonl.gz"]);
  const again = await command("import", "answers", file);
  assert.match(again.output, /0 answers imported, 1 there already, 0 failed/, again.errors);
  const mentions = await shell("export", "mentions", "--date-from", "2026-01-01");
  assert.match(mentions.output, /^chat_id,captured_at,.*\r\ncht_\w+,2026-01-02T06:00:00Z,/);
  assert.equal(mentions.errors, "");
  const body = '{"date_from":"2026-01-01","date_to":"2026-01-31","dimensions":["date"]}';
  const report = await command(
    "export",
    "report",
    "brands",
    "--body",
    body,
    "--dimensions",
    "month",
  );
  assert.match(report.output, /^brand_id,.*\r\nbrd_\w+,Acme,true,2026-01-01,false,1,/);
  const wrong = await command("export", "report", "brands", "--date-from", "2026-01-01");
  assert.deepEqual([wrong.code, wrong.output], [1, ""]);
  assert.equal(wrong.errors, "date_to: is required\n");
  const help = await shell("export", "--help");
  assert.match(help.output, /npm run --silent export -- answers .*\.jsonl\.gz/);
});

test("a project is backed up to a file and restored as another one; a damaged file is refused", async () => {
  const file = join(folder, "acme.jsonl.gz");
  const written = await command("export", "project", "--out", file);
  assert.match(written.errors, /Acme: \d+ rows in .*acme\.jsonl\.gz/);
  const restored = await shell("import", "project", file, "--name", "Acme again");
  const sentence =
    /^Acme again \((prj_\w+)\) is restored in .+: 1 answers, 1 prompts, 1 brands\.$/m;
  const [, id = ""] = sentence.exec(restored.output) ?? [];
  assert.match(id, /^prj_/, restored.errors + restored.output);
  const rows = await command("export", "mentions", "--project", id);
  const first = await command("export", "mentions", "--project", "Acme");
  assert.equal(rows.output.split("\r\n").length, first.output.split("\r\n").length);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 40));
  const refused = await shell("import", "project", file, "--name", "Half");
  assert.deepEqual([refused.code, refused.output], [1, ""]);
  assert.match(refused.errors, /cut short.* Nothing was restored\.\n$/);
  const unknown = await command("export", "mentions", "--project", "Half");
  assert.match(unknown.errors, /No project is "Half"/);
});

test("what is no file, and a place where none can be, is refused in a sentence and left as it is", async () => {
  const said = async (...words: string[]) => (await command(...words, "--project", "Acme")).errors;
  const lost = join(folder, "nowhere", "out.csv");
  const read = await said("import", "answers", folder);
  assert.match(read, /^.+ cannot be read: EISDIR[^\n]*\n$/);
  const cut = join(folder, "cut.jsonl.gz");
  await writeFile(cut, gzipSync("{}\n".repeat(1_000)).subarray(0, 20));
  assert.match(await said("import", "answers", cut), /^The file is cut off or damaged: [^\n]*$/m);
  await rm(cut);
  const written = await said("export", "answers", "--out", lost);
  assert.match(written, /^.+ cannot be written: ENOENT[^\n]*\n$/);
  assert.match(await said("export", "answers", "--out", folder), /^.+ is no file; [^\n]*\n$/);
});

test("prompts are imported once, and a dry run keeps nothing", async () => {
  const file = join(folder, "prompts.csv");
  await writeFile(file, "prompt,country_code,topic,tags\nBest toaster?,US,Toasters,gift|kitchen\n");
  const dry = await shell("import", "prompts", file, "--project", "Acme", "--dry-run");
  assert.match(dry.output, /1 prompts would be imported/, dry.errors);
  assert.match(
    (await command("import", "prompts", file, "--project", "Acme")).output,
    /1 prompts imported, 0 there/,
  );
  assert.match(
    (await command("import", "prompts", file, "--project", "Acme")).output,
    /0 prompts imported, 1 there/,
  );
});

test("a file that could only be guessed at is refused in a sentence", async () => {
  const acme = ["--project", "Acme"];
  const heading = "external_id,captured_at,prompt,model,answer\n";
  const line = (rest: string) => `${heading}b1,2026-01-02T06:00:00Z,Best café?,ChatGPT,${rest}\n`;
  const importOf = async (name: string, content: Buffer) => {
    const file = join(folder, name);
    await writeFile(file, content);
    return command("import", "answers", file, "--dry-run", ...acme);
  };
  for (const [content, expected] of [
    [Buffer.from(line("Acme."), "latin1"), /^The file is not UTF-8; save it as CSV UTF-8\.$/m],
    [Buffer.from(line("Acme, the best, they say.")), /^The file .* on line 2\.$/m],
    [Buffer.from(line('"Acme.')), /^The file cannot be read as CSV: Quote Not Closed/m],
    [Buffer.from("prompt,model, prompt\na,b,c\n"), /^The column "prompt" is there twice; /m],
  ] as const) {
    const { code, errors } = await importOf("refused.csv", content);
    assert.equal(code, 1);
    assert.match(errors, expected);
    assert.doesNotMatch(errors, /\n +at /);
  }
  const wide = await importOf("wide.csv", Buffer.from(`\ufeff${line("Acme.")}`, "utf16le"));
  assert.match(wide.output, /1 answers would be imported/, wide.errors);
  const missing = await command("import", "answers", join(folder, "nowhere.csv"), ...acme);
  assert.match(missing.errors, /nowhere\.csv cannot be read: ENOENT[^\n]*\n$/);
  const twice = join(folder, "twice.csv");
  await writeFile(twice, "prompt,tags,topic,tags\nBest jug?,gift,Jugs,kitchen\n");
  const both = await command("import", "prompts", twice, ...acme);
  assert.deepEqual([both.code, both.output], [1, ""]);
  assert.match(
    both.errors,
    /^"tags" and "tags" say the same thing; keep one of these columns\.\n$/m,
  );
  const prompts = join(folder, "latin.jsonl");
  await writeFile(prompts, Buffer.from('{"prompt":"Best café?"}\n', "latin1"));
  const refused = await command("import", "prompts", prompts, ...acme);
  assert.match(refused.errors, /^The file is not UTF-8; save it as UTF-8\.$/m);
  const project = join(folder, "latin.yaml");
  await writeFile(project, Buffer.from("version: 1 # café\n", "latin1"));
  const read = await command("apply", project);
  assert.match(read.errors, /latin\.yaml is not UTF-8; save it as UTF-8\.\n$/);
});

test("every command that changes something, or takes all of it away, leaves one row of who did what", async () => {
  const postgres = await startEmbeddedPostgres({ data_dir, log: () => {} });
  // One connection, not a pool: a pool's end does not wait until its connections are closed.
  const client = new pg.Client(postgres.connection);
  await client.connect();
  after(async () => {
    await client.end();
    await postgres.stop();
  });
  const answers = join(folder, "audited.jsonl");
  const line = { captured_at: "2026-01-03T06:00:00Z", prompt: "Best pan?", model: "ChatGPT" };
  await writeFile(answers, `${JSON.stringify({ ...line, answer: "Acme." })}\n`);
  const prompts = join(folder, "audited-prompts.jsonl");
  await writeFile(prompts, '{"prompt":"Best wok?"}\n');
  const backup = join(folder, "audited-backup.jsonl.gz");
  const acme = ["--project", "Acme"];
  const email = ["--email", "bo@acme.example"];
  const changes: [operation: string, named: string[], words: string[]][] = [
    ["create_key", ["key_id"], ["key", "create", "--name", "audited", ...acme]],
    ["create_user", ["organisation_id", "user_id"], ["user", "create", ...email]],
    ["reset_password", ["user_id"], ["user", "reset-password", ...email]],
    ["make_reset_link", ["user_id"], ["user", "reset-link", ...email]],
    ["set_plan", ["organisation_id"], ["plan", "set", "brand/enterprise"]],
    ["import_chats", [], ["import", "answers", answers, ...acme]],
    ["import_prompts", [], ["import", "prompts", prompts, ...acme]],
    ["export_mentions", [], ["export", "mentions", ...acme]],
    ["reparse_answers", [], ["reparse", ...acme]],
    ["export_project", [], ["export", "project", "--out", backup, ...acme]],
    ["restore_project", ["project_id"], ["import", "project", backup, "--name", "Audited"]],
    ["grant_views", ["project_id"], ["views", "grant", "--role", "audited", ...acme]],
    ["revoke_views", ["project_id"], ["views", "revoke", "--role", "audited", ...acme]],
    ["grant_views", ["organisation_id"], ["views", "grant", "--role", "audited", "--all"]],
    ["revoke_views", ["organisation_id"], ["views", "remove"]],
    ["create_demo", ["organisation_id", "project_id"], ["demo"]],
  ];
  let seen = Number(
    (await client.query("select max(audit_id) as last from audit_log")).rows[0].last,
  );
  for (const [operation, named, words] of changes) {
    const { code, output, errors } = await command(...words);
    assert.equal(code, 0, errors);
    const { rows } = await client.query(
      "select * from audit_log where audit_id > $1 order by audit_id",
      [seen],
    );
    assert.equal(rows.length, 1, `${words.join(" ")}: ${JSON.stringify(rows)}`);
    const [{ audit_id, target, ...row }] = rows;
    seen = Number(audit_id);
    assert.deepEqual([row.operation, row.door, row.actor], [operation, "command", "system"]);
    assert.ok(row.organisation_id > 0, operation);
    assert.deepEqual(Object.keys(target).sort(), named, operation);
    const secret = /earshot_sk_\w+|(?<=this once: |with )\S{24}/.exec(output)?.[0];
    if (secret) assert.ok(!JSON.stringify(rows).includes(secret), operation);
  }
  assert.match((await command("plan", "show")).output, /brand\/enterprise/);
  const first = await client.query("select target from audit_log where operation = 'set_up'");
  assert.deepEqual(
    first.rows.map(({ target }) => Object.keys(target).sort()),
    [["organisation_id", "project_id"]],
  );
});

test("a setting that cannot be used is said in one line by every command", async () => {
  for (const words of ["key list", "doctor", "distribute", "build"]) {
    const wrong = { ...environment, PORT: "abc" };
    const ran = startProcess(["src/commands/earshot.ts", ...words.split(" ")], wrong);
    const { code, output, errors } = await ran.ended;
    assert.equal(code, 1, words);
    assert.match(output + errors, /settings that cannot be used: PORT: /, words);
    assert.doesNotMatch(errors, /\n {4}at /, words);
  }
});

test("what names a place here is refused beside --server, and a key without it", async () => {
  const server = ["--server", "http://127.0.0.1:1"];
  for (const [words, said] of [
    [["describe", ...server, "--project", "Acme"], /--server.*--project/],
    [["apply", "x.yaml", ...server, "--as", "ann@acme.example"], /--server.*--as/],
    [["describe", "--key", "earshot_sk_x"], /--key.*--server/],
  ] as const) {
    const { code, errors } = await shell(...words);
    assert.equal(code, 1, errors);
    assert.match(errors, said);
  }
});
