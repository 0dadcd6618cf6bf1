import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";

const ENTRY = resolve("src/commands/earshot.ts");
const folder = await mkdtemp(join(tmpdir(), "earshot-commands-"));
after(() => rm(folder, { recursive: true, force: true }));

async function command(...words: string[]) {
  const child = spawn(process.execPath, [ENTRY, ...words], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: join(folder, "data"),
      INIT_PROJECT_NAME: "Acme",
      INIT_PROJECT_DOMAIN: "acme.example",
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (part) => (output += String(part)));
  child.stderr.on("data", (part) => (errors += String(part)));
  const code = await new Promise((done) => child.on("close", done));
  return { code, output, errors };
}

test("keys and users made by commands are listed, and a revoked key stays revoked", async () => {
  const made = await command("key", "create", "--name", "scripts", "--access", "write");
  assert.match(made.output, /^earshot_sk_\w{38}\n$/, made.errors);
  const listed = await command("key", "list");
  const id = /key_\w+/.exec(listed.output)?.[0] ?? "";
  assert.match(listed.output, /scripts .*write/);
  assert.equal((await command("key", "revoke", id)).code, 0);
  assert.match((await command("key", "list")).output, /scripts .*revoked/);
  const user = await command("user", "create", "--email", "ann@acme.example", "--role", "owner");
  assert.match(user.output, /Password, shown this once: \S{24}/);
  assert.equal((await command("user", "create", "--email", "ann@acme.example")).code, 1);
  assert.match((await command("user", "list")).output, /ann@acme\.example +owner/);
});

test("an import tells failures by the line of the CSV file, and again changes nothing", async () => {
  const file = join(folder, "answers.csv");
  await writeFile(
    file,
    "external_id,captured_at,prompt,model,answer,sources\n" +
      'a1,2026-01-02T06:00:00Z,Best kettle?,ChatGPT,"Acme\nis good.",https://a.example/x|https://b.example/y\n' +
      "a2,yesterday,Best kettle?,ChatGPT,None.,\n",
  );
  const first = await command("import", "answers", file);
  assert.equal(first.code, 1);
  assert.match(first.errors, /^line 4: captured_at/m);
  assert.match(first.output, /1 answers imported, 0 there already, 1 failed/);
  assert.match((await command("import", "answers", file)).output, /0 answers imported, 1 there/);
});

test("prompts are imported once, and a dry run keeps nothing", async () => {
  const file = join(folder, "prompts.csv");
  await writeFile(file, "prompt,country_code,topic,tags\nBest toaster?,US,Toasters,gift|kitchen\n");
  const dry = await command("import", "prompts", file, "--dry-run");
  assert.match(dry.output, /1 prompts would be imported/, dry.errors);
  assert.match((await command("import", "prompts", file)).output, /1 prompts imported, 0 there/);
  assert.match((await command("import", "prompts", file)).output, /0 prompts imported, 1 there/);
});
